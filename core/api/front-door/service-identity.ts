/** Names and describes the service for server.json, the server card and the public pages. */
import { resourceUrl } from '../../access/auth/access-token.ts';

/**
 * The name in the MCP Registry. Its namespace is the service's host, reversed, because the service itself serves the
 * proof of the host (https://modelcontextprotocol.io/registry/authentication).
 */
export function registryName(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  return `${hostname.split('.').toReversed().join('.')}/product-data`;
}

/**
 * Describes how a client connects, for `remotes` of the registry and of the server card. The client asks its user for
 * the two variables.
 */
export function remoteOf(baseUrl: string) {
  return { type: 'streamable-http', url: resourceUrl(baseUrl), headers: [CREDENTIAL_HEADER] } as const;
}

const CREDENTIAL_HEADER = {
  name: 'Authorization',
  description: 'Your client id and client secret joined by a colon, as a bearer token.',
  isRequired: true,
  isSecret: true,
  value: 'Bearer {client_id}:{client_secret}',
  variables: {
    client_id: { description: 'The id of your key.', isRequired: true, placeholder: 'cli_live_…' },
    client_secret: {
      description: 'The secret of your key, shown once when the key is made.',
      isRequired: true,
      isSecret: true,
    },
  },
} as const;
