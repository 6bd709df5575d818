/**
 * Builds the MCP Server Card and the AI Catalog that links to it, as in the draft SEP-2127
 * (github.com/modelcontextprotocol/experimental-ext-server-card as of 2026-07-24), which supersedes SEP-1649. A card
 * names no tools; `tools/list` does.
 */
import { resourceUrl } from '../../access/auth/access-token.ts';
import { SUPPORTED_VERSIONS } from '../mcp-message/protocol-version.ts';
import type { ServiceSettings } from '../../service-settings.ts';
import { SERVER_INFO } from '../mcp/server-info.ts';
import { SERVICE_DESCRIPTION, iconsOf } from '../../service-face.ts';
import { registryName, remoteOf } from './service-identity.ts';

/** The draft reserves `<URL of the server>/server-card`. */
export const SERVER_CARD_PATH = '/mcp/server-card';
/** The path in SEP-1649, where directories still look. */
export const EARLIER_SERVER_CARD_PATH = '/.well-known/mcp/server-card.json';
export const SERVER_CARD_TYPE = 'application/mcp-server-card+json';
export const AI_CATALOG_PATH = '/.well-known/ai-catalog.json';
export const AI_CATALOG_TYPE = 'application/ai-catalog+json';

export function serverCard({ baseUrl, serviceName }: Pick<ServiceSettings, 'baseUrl' | 'serviceName'>) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: registryName(baseUrl),
    title: serviceName,
    description: SERVICE_DESCRIPTION,
    version: SERVER_INFO.version,
    websiteUrl: baseUrl,
    icons: iconsOf(baseUrl),
    remotes: [{ ...remoteOf(baseUrl), supportedProtocolVersions: SUPPORTED_VERSIONS }],
  };
}

/** The document that a client requests from a domain first. */
export function aiCatalog(baseUrl: string) {
  return {
    specVersion: '1.0',
    entries: [
      { identifier: catalogIdentifier(baseUrl), type: SERVER_CARD_TYPE, url: `${resourceUrl(baseUrl)}/server-card` },
    ],
  };
}

/** As `urn:air:example.com:mcp:weather`. */
function catalogIdentifier(baseUrl: string): string {
  return `urn:air:${new URL(baseUrl).hostname}:mcp:${SERVER_INFO.name}`;
}
