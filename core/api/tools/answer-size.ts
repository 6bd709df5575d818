/**
 * Decides whether an answer fits Lambda's payload limit of 6 MB, before the meter writes, so that an answer that cannot
 * be delivered is never billed (docs/reference/behavior.md#tools).
 */
import type { ServiceError } from '../../errors.ts';

const MAX_ANSWER_BYTES = 5_500_000;
/**
 * Space for the envelope, summary, figures, headers, line breaks, the notice of a long answer, and late sentences about
 * research.
 */
const FRAME_BYTES = 65_536;

/** An item with more JSON than this does not fit into any answer, because an answer contains the item twice. */
export const MAX_ITEM_BYTES = MAX_ANSWER_BYTES / 2;

/**
 * @param write writes the structured content, which the answer contains twice: as structure, and quoted as a text block
 * @param characters how long that is
 */
export function fitsProxyPayload(characters: number, write: () => string): boolean {
  // A character has at most three bytes, each level of quoting at most doubles a text, and the body is quoted too. Most
  // answers are far from the limit and need no exact count.
  if (characters * 3 * 6 + FRAME_BYTES <= MAX_ANSWER_BYTES) return true;
  const once = JSON.stringify(write());
  return Buffer.byteLength(once) + Buffer.byteLength(JSON.stringify(once)) + FRAME_BYTES <= MAX_ANSWER_BYTES;
}

export function answerTooLarge(): ServiceError {
  return {
    code: 'batch_too_large',
    message:
      'The answer would be larger than one response can carry. Ask for fewer parts, or for fewer fields and sections.',
  };
}
