/** The tokens of one record as returned (docs/behaviour.md 8.2). A call's tokens are the sum over its records. */
export function countTokens(shownItem: object): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(shownItem)) / 4);
}
