/** dynalite has no types; dynalite.ts, the only importer, declares what its modules export. */
declare module 'dynalite/*' {
  const exported: unknown;
  export default exported;
}
