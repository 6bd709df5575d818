/**
 * Writes the documents that describe authorization to clients: protected resource metadata (RFC 9728) and authorization
 * server metadata (RFC 8414). Every URL comes from the stage's settings, never from the request.
 */
import type { ServiceSettings } from '../../service-settings.ts';
import { resourceUrl } from './access-token.ts';
import { SCOPES } from '../../billing/accounts/scopes.ts';

export const TOKEN_PATH = '/v1/oauth/token';
export const AUTHORIZE_PATH = '/v1/oauth/authorize';
export const REVOKE_PATH = '/v1/oauth/revoke';
export const REGISTER_PATH = '/v1/oauth/register';
export const AUTHORIZATION_SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server';

type Settings = Pick<ServiceSettings, 'baseUrl' | 'docsBaseUrl' | 'serviceName'>;

export function protectedResourceMetadata({ baseUrl, docsBaseUrl, serviceName }: Settings) {
  return {
    resource: resourceUrl(baseUrl),
    authorization_servers: [baseUrl],
    bearer_methods_supported: ['header'],
    scopes_supported: SCOPES,
    resource_name: `${serviceName} MCP Server`,
    resource_documentation: docsBaseUrl,
  };
}

/** Describes assistant sign-in only if it is on. */
export function authorizationServerMetadata(settings: Settings & { readonly signIn: boolean }) {
  return settings.signIn ? signInMetadata(settings) : keyMetadata(settings);
}

/**
 * Sign-in is off, so no response type is supported. The two authorization members are present because official clients
 * refuse a document without them.
 */
function keyMetadata({ baseUrl, docsBaseUrl }: Settings) {
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

/**
 * Assistants that sign a member in are public clients (method `none`), registered or with a metadata document; keys use
 * their secret.
 */
function signInMetadata({ baseUrl, docsBaseUrl }: Settings) {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}${AUTHORIZE_PATH}`,
    token_endpoint: `${baseUrl}${TOKEN_PATH}`,
    registration_endpoint: `${baseUrl}${REGISTER_PATH}`,
    revocation_endpoint: `${baseUrl}${REVOKE_PATH}`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    scopes_supported: SCOPES,
    service_documentation: docsBaseUrl,
  };
}
