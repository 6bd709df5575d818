/**
 * Replaces node:http in bundles. An ES module that imports node:http makes Node read each of its exports, and reading
 * `WebSocket` loads all of Node's fetch: 40 ms of a cold start (docs/decisions/0024-cold-start.md). Getting the module
 * as an object avoids that.
 *
 * If a package imports a name that is missing here, the bundling fails, not the function.
 */
const http = process.getBuiltinModule('node:http');

export default http;
export const { Agent, request, STATUS_CODES } = http;
