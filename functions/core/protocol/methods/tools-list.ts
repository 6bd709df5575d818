/** `tools/list`: the same for every caller of one revision, whole and in fixed order (specification section 9, rule 6). */
import { fail, succeed, type Result } from '../../result.ts';
import { toolList } from '../../tools/tool-catalog.ts';
import { ownValue, type JsonObject } from '../json-rpc.ts';
import type { ProtocolFault } from '../protocol-fault.ts';
import { MODERN_REVISION, type Revision } from '../revision.ts';

/** One hour, and the same for everybody: a shared cache may keep it. */
export const CACHE_HINT = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

export function listTools(params: JsonObject, revision: Revision): Result<JsonObject, ProtocolFault> {
  if (ownValue(params, 'cursor') !== undefined) {
    return fail({ kind: 'invalid_params', problem: 'The list has one page: send no cursor.', field: 'cursor' });
  }
  return succeed({ tools: toolList(), ...(revision === MODERN_REVISION ? CACHE_HINT : {}) });
}
