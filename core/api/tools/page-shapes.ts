/** Input and output of pages whose cursor is a number (docs/reference/tools.md#get_catalog_items). */
import * as z from 'zod/mini';

export const pageLimitInput = z.int().check(z.minimum(1), z.maximum(100));
export const numberedCursorInput = z.int().check(z.minimum(0));

export function nextCursorOutput() {
  return z.nullable(z.union([z.int(), z.string()]));
}
