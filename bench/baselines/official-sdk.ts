/**
 * The official SDK 2.4 as its documentation shows it: a factory of servers behind createMcpHandler, with its verifier
 * for bearer keys.
 */
import {
  createMcpHandler,
  McpServer,
  requireBearerAuth,
  OAuthError,
  OAuthErrorCode,
} from '@modelcontextprotocol/server';
import { BASE_URL } from './bench-fixture.ts';
import { fetchLambda } from './fetch-lambda.ts';
import { verifyPeerKey } from './peer-key.ts';
import { registerPeerTools } from './peer-tools.ts';

const mcp = createMcpHandler(() => {
  const server = new McpServer({ name: 'official-sdk', version: '2.4.0' });
  registerPeerTools(server);
  return server;
});

const authenticate = requireBearerAuth({
  verifier: {
    async verifyAccessToken(token) {
      const auth = await verifyPeerKey(token);
      if (auth === undefined) throw new OAuthError(OAuthErrorCode.InvalidToken, 'unknown key');
      return auth;
    },
  },
  resourceMetadataUrl: `${BASE_URL}/.well-known/oauth-protected-resource/mcp`,
});

export const handler = fetchLambda(async (request) => {
  const auth = await authenticate(request);
  return auth instanceof Response ? auth : mcp.fetch(request, { authInfo: auth });
});
