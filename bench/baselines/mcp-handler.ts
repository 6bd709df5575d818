/** mcp-handler 2.4 as its documentation shows it. */
import { createMcpHandler, withMcpAuth } from 'mcp-handler';
import { BASE_URL } from './bench-fixture.ts';
import { fetchLambda } from './fetch-lambda.ts';
import { verifyPeerKey } from './peer-key.ts';
import { registerPeerTools } from './peer-tools.ts';

const mcp = createMcpHandler(registerPeerTools, { serverInfo: { name: 'mcp-handler', version: '2.4.0' } });

const authenticated = withMcpAuth(
  mcp,
  async (_request, token) => (token === undefined ? undefined : verifyPeerKey(token)),
  {
    required: true,
    resourceUrl: BASE_URL,
  },
);

export const handler = fetchLambda((request) => authenticated(request));
