/**
 * Answers `tools/list`: complete, in a fixed order, and the same for every caller
 * (docs/reference/behavior.md#versions).
 */
import { fail, succeed, type Result } from '../../result.ts';
import { ownValue, type JsonObject } from '../../json.ts';
import { loadOnce } from '../../load-once.ts';
import type { ProtocolError } from '../mcp-message/protocol-error.ts';
import { HOUR_MS } from '../../time.ts';
import { writeResult, type WrittenResult } from './written-result.ts';

/** A shared cache may keep the list, because it is the same for every caller. */
export const CACHE_HINT = { ttlMs: HOUR_MS, cacheScope: 'public' } as const;

/**
 * Reads the entries with the first list: most processes begin with a tool call. `npm run docs:tools` writes them from
 * the definitions. Their 20 kB are written once.
 */
const readList = loadOnce(async (): Promise<WrittenResult> => {
  const { default: tools } = await import('./tool-list.json', { with: { type: 'json' } });
  return writeResult({ tools, ...CACHE_HINT });
});

export async function listTools(params: JsonObject): Promise<Result<WrittenResult, ProtocolError>> {
  if (ownValue(params, 'cursor') !== undefined) {
    return fail({ kind: 'invalid_params', problem: 'The list has one page: send no cursor.', field: 'cursor' });
  }
  return succeed(await readList());
}
