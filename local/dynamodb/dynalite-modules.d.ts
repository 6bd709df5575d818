/** dynalite ships no types: dynalite.ts, the only importer, says what its modules export. */
declare module 'dynalite/*' {
  const exported: unknown;
  export default exported;
}
