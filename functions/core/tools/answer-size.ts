/**
 * Whether an answer fits through Lambda's proxy, whose payload may have 6 MB: known before the meter writes, so that an
 * answer that cannot be delivered is never billed (design.md section 5).
 */

const MAX_ANSWER_BYTES = 5_500_000;
/** Envelope, summary, figures and headers: all that is not the structured content. */
const FRAME_BYTES = 8_192;

/** `copies`: how often the answer holds the content as JSON inside a string (the text block of 2025-03-26). */
export function fitsProxyPayload(structured: unknown, textCopy: boolean): boolean {
  const json = JSON.stringify(structured);
  const bytes = Buffer.byteLength(json);
  // Each level of quoting at most doubles a text; most answers are far from the limit and need no exact count.
  if (bytes * (textCopy ? 6 : 2) + FRAME_BYTES <= MAX_ANSWER_BYTES) return true;
  const once = JSON.stringify(json);
  const copy = textCopy ? Buffer.byteLength(JSON.stringify(once)) : 0;
  return Buffer.byteLength(once) + copy + FRAME_BYTES <= MAX_ANSWER_BYTES;
}
