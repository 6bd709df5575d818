/**
 * Whether an answer fits through Lambda's proxy, whose payload may have 6 MB: known before the meter writes, so that an
 * answer that cannot be delivered is never billed (docs/reference/behavior.md#tools).
 */
import type { ServiceError } from '../errors.ts';

const MAX_ANSWER_BYTES = 5_500_000;
/** Envelope, summary, figures and headers, line breaks, the notice of a long answer, and the sentences about research that are added in parallel with the last write. */
const FRAME_BYTES = 65_536;

/** Items that are larger than this as JSON fit no answer, which contains them twice. */
export const MAX_RECORD_BYTES = MAX_ANSWER_BYTES / 2;

/** @param json the structured content. The answer contains it twice: as structure, and quoted once more as a text block. */
export function fitsProxyPayload(json: string): boolean {
  const bytes = Buffer.byteLength(json);
  // Each level of quoting at most doubles a text, and the body is itself quoted: most answers are far from the limit and need no exact count.
  if (bytes * 6 + FRAME_BYTES <= MAX_ANSWER_BYTES) return true;
  const once = JSON.stringify(json);
  return Buffer.byteLength(once) + Buffer.byteLength(JSON.stringify(once)) + FRAME_BYTES <= MAX_ANSWER_BYTES;
}

export function answerTooLarge(): ServiceError {
  return {
    code: 'batch_too_large',
    message:
      'The answer would be larger than one response can carry. Ask for fewer parts, or for fewer fields and sections.',
  };
}
