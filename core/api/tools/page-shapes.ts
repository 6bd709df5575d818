/** Input and output of pages whose cursor is a number (docs/reference/tools.md#get_catalog_items). */
import * as z from 'zod';

export const pageLimitInput = z.int().min(1).max(100);
export const numberedCursorInput = z.int().min(0);

export function nextCursorOutput() {
  return z.union([z.int(), z.string()]).nullable();
}
