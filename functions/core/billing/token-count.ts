/** The tokens of one record as returned (specification section 8, metering rule 1). A call's tokens are the sum over its records. */
export function countTokens(shownItem: object): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(shownItem)) / 4);
}
