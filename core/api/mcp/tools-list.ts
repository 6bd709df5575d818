/** Answers `tools/list`: complete, in a fixed order, and the same for every caller (docs/reference/behavior.md#versions). */
import { fail, succeed, type Result } from '../../result.ts';
import { ownValue, type JsonObject } from '../../json.ts';
import type { ProtocolError } from '../mcp-message/protocol-error.ts';
import { HOUR_MS } from '../../time.ts';

/** A shared cache may keep the list, because it is the same for every caller. */
export const CACHE_HINT = { ttlMs: HOUR_MS, cacheScope: 'public' } as const;

/** Frozen: its text is written once (dispatch.ts). */
let answer: Promise<JsonObject> | undefined;

/** Reads the entries with the first list: most processes begin with a tool call. `npm run docs:tools` writes them from the definitions. */
export async function listTools(params: JsonObject): Promise<Result<JsonObject, ProtocolError>> {
  if (ownValue(params, 'cursor') !== undefined) {
    return fail({ kind: 'invalid_params', problem: 'The list has one page: send no cursor.', field: 'cursor' });
  }
  answer ??= import('./tool-list.json', { with: { type: 'json' } }).then(({ default: tools }) =>
    Object.freeze({ tools, ...CACHE_HINT }),
  );
  return succeed(await answer);
}
