/** How pages are asked for and go on where the cursor is a number (docs/behaviour.md 4.8). */
import * as z from 'zod';

export const pageLimitInput = z.int().min(1).max(100);
export const numberedCursorInput = z.int().min(0);

export function nextCursorOutput() {
  return z.union([z.int(), z.string()]).nullable();
}
