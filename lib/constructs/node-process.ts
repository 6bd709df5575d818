/** What bundles get for node:process, for the reason given in node-http.ts: reading all of its exports opens the standard streams. */
export default process;
export const { env, versions } = process;
