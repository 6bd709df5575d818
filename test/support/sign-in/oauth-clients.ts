/** OAuth clients for tests: an assistant with a client document, and one that registered itself. */
import type { FindOauthClient, OauthClient } from '../../../core/access/oauth/oauth-client.ts';
import { fail, succeed } from '../../../core/result.ts';

export const DESKTOP: OauthClient = {
  clientId: 'https://assistant.example/client.json',
  name: 'Desk Assistant',
  uri: 'https://assistant.example',
  verifiedDomain: 'assistant.example',
  redirectUris: [
    'https://assistant.example/callback',
    'http://127.0.0.1/callback',
    'http://localhost:8080/callback',
    'cursor://assistant.example/callback',
    'https://assistant.example/back?from=here',
    'https://elsewhere.example/callback',
  ],
  source: 'metadata-document',
};

export const REGISTERED: OauthClient = {
  clientId: 'app_0123456789abcdef',
  name: 'Registered Assistant',
  redirectUris: ['https://registered.example/callback'],
  source: 'registered',
};

export const findTestClient: FindOauthClient = async (clientId) => {
  const found = [DESKTOP, REGISTERED].find((client) => client.clientId === clientId);
  return found === undefined ? fail({ kind: 'unknown_client' }) : succeed(found);
};
