/**
 * The documents by which a client finds out how to be authorized: protected resource metadata (RFC 9728) and authorization server metadata
 * (RFC 8414). Every address comes from the stage's settings, never from the request.
 */
import type { ServiceSettings } from '../service-settings.ts';
import { resourceUrl } from './access-token.ts';
import { SCOPES } from '../accounts/scopes.ts';

export const TOKEN_PATH = '/v1/oauth/token';
export const AUTHORIZE_PATH = '/v1/oauth/authorize';
export const AUTHORIZATION_SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server';

type Settings = Pick<ServiceSettings, 'baseUrl' | 'docsBaseUrl'>;

export function protectedResourceMetadata({ baseUrl, docsBaseUrl }: Settings) {
  return {
    resource: resourceUrl(baseUrl),
    authorization_servers: [baseUrl],
    bearer_methods_supported: ['header'],
    scopes_supported: SCOPES,
    resource_name: 'Product Data MCP Server',
    resource_documentation: docsBaseUrl,
  };
}

/**
 * The authorization endpoint is named, and no response type is supported: sign-in is announced, not on. Official clients refuse a document
 * without these two members.
 */
export function authorizationServerMetadata({ baseUrl, docsBaseUrl }: Settings) {
  return {
    issuer: baseUrl,
    token_endpoint: `${baseUrl}${TOKEN_PATH}`,
    authorization_endpoint: `${baseUrl}${AUTHORIZE_PATH}`,
    response_types_supported: [],
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    scopes_supported: SCOPES,
    service_documentation: docsBaseUrl,
  };
}
