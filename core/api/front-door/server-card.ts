/**
 * Builds the MCP Server Card and the AI Catalog that links to it, as in the draft SEP-2127 (github.com/modelcontextprotocol/experimental-ext-server-card
 * as of 2026-07-24), which supersedes SEP-1649. A card names no tools; `tools/list` does.
 */
import { resourceUrl } from '../../access/auth/access-token.ts';
import { SUPPORTED_VERSIONS } from '../mcp-message/protocol-version.ts';
import { SERVER_INFO } from '../mcp/server-info.ts';
import { REGISTRY_NAME, remoteOf, SERVICE_DESCRIPTION } from './service-identity.ts';

/** The draft reserves `<URL of the server>/server-card`. */
export const SERVER_CARD_PATH = '/mcp/server-card';
/** The path in SEP-1649, where directories still look. */
export const EARLIER_SERVER_CARD_PATH = '/.well-known/mcp/server-card.json';
export const SERVER_CARD_TYPE = 'application/mcp-server-card+json';
export const AI_CATALOG_PATH = '/.well-known/ai-catalog.json';
export const AI_CATALOG_TYPE = 'application/ai-catalog+json';

export function serverCard(baseUrl: string) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: REGISTRY_NAME,
    title: SERVER_INFO.title,
    description: SERVICE_DESCRIPTION,
    version: SERVER_INFO.version,
    websiteUrl: baseUrl,
    remotes: [{ ...remoteOf(baseUrl), supportedProtocolVersions: SUPPORTED_VERSIONS }],
  };
}

/** The document that a client requests from a domain first. */
export function aiCatalog(baseUrl: string) {
  return {
    specVersion: '1.0',
    entries: [{ identifier: catalogIdentifier(), type: SERVER_CARD_TYPE, url: `${resourceUrl(baseUrl)}/server-card` }],
  };
}

/** Turns `com.example/weather` into `urn:air:example.com:mcp:weather`. */
function catalogIdentifier(): string {
  const [namespace = '', name = ''] = REGISTRY_NAME.split('/');
  return `urn:air:${namespace.split('.').toReversed().join('.')}:mcp:${name}`;
}
