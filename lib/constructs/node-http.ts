/**
 * What bundles get for node:http. An ES module that imports node:http itself makes Node read each of its exports, and reading `WebSocket` loads all
 * of Node's fetch: 40 ms of a cold start (docs/decisions/0024-cold-start.md). Asked for as an object, it is loaded without.
 *
 * A name that a package imports and that is not here fails the bundling, not the function.
 */
const http = process.getBuiltinModule('node:http');

export default http;
export const { Agent, request } = http;
