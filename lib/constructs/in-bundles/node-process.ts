/**
 * Replaces node:process in bundles for the same reason as node-http.ts: reading all of its exports opens the standard
 * streams.
 */
export default process;
export const { env, versions } = process;
