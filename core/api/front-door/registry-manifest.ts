/** Builds server.json for the MCP Registry; a test compares the file with the result. */
import { OPENAPI_PATH } from '../http-api/api-routes.ts';
import type { ServiceSettings } from '../../service-settings.ts';
import { SERVER_INFO } from '../mcp/server-info.ts';
import { SERVICE_DESCRIPTION, iconsOf } from '../../service-face.ts';
import { registryName, remoteOf } from './service-identity.ts';

export function registryManifest({ baseUrl, serviceName }: Pick<ServiceSettings, 'baseUrl' | 'serviceName'>) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: registryName(baseUrl),
    title: serviceName,
    description: SERVICE_DESCRIPTION,
    version: SERVER_INFO.version,
    websiteUrl: baseUrl,
    icons: iconsOf(baseUrl),
    remotes: [remoteOf(baseUrl)],
    // The only place for fields that the schema does not define.
    _meta: { 'io.modelcontextprotocol.registry/publisher-provided': { openapi: `${baseUrl}${OPENAPI_PATH}` } },
  };
}
