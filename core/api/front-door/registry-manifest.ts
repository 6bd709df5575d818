/** Builds server.json for the MCP Registry; a test compares the file with the result. */
import { OPENAPI_PATH } from '../http-api/api-routes.ts';
import { SERVER_INFO } from '../mcp/server-info.ts';
import { REGISTRY_NAME, remoteOf, SERVICE_DESCRIPTION } from './service-identity.ts';

export function registryManifest(baseUrl: string) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: REGISTRY_NAME,
    title: SERVER_INFO.title,
    description: SERVICE_DESCRIPTION,
    version: SERVER_INFO.version,
    websiteUrl: baseUrl,
    remotes: [remoteOf(baseUrl)],
    // The only place for fields that the schema does not define.
    _meta: { 'io.modelcontextprotocol.registry/publisher-provided': { openapi: `${baseUrl}${OPENAPI_PATH}` } },
  };
}
