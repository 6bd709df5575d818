/**
 * The service's responses wherever sign-in could be visible: documents, challenges, the endpoints of OAuth and the
 * paths next to them.
 */
import { createDiscoveryHandler } from '../../../functions/discovery/create-discovery-handler.ts';
import { createTokenHandler } from '../../../functions/token/create-token-handler.ts';
import type { OpenedAccount } from '../fixtures/accounts.ts';
import { callHandler, recordedLog, type SentRequest } from '../service/gateway.ts';
import { SETTINGS, toolCall, tokenEndpointOf, type McpService } from '../service/mcp-service.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const FOREIGN = { origin: 'https://evil.example.net' };
const AUTHORIZE =
  'response_type=code&client_id=x&redirect_uri=https%3A%2F%2Fx.example%2F&code_challenge=x&code_challenge_method=S256';

/**
 * Returns one line per request: method and path, then status, headers and body, without values that differ between
 * runs.
 * @param key a key that may only look up
 */
export async function answersToSignIn(service: McpService, key: OpenedAccount): Promise<readonly string[]> {
  const shared = { clock: { nowMs: () => service.clock.nowMs }, log: recordedLog() };
  const discovery = createDiscoveryHandler({ ...shared, settings: { ...SETTINGS, signIn: false } });
  const token = createTokenHandler({ ...tokenEndpointOf(service), signIn: undefined });
  const credentials = { client_id: key.client.clientId, client_secret: key.secret };
  const documents: SentRequest[] = [
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
  ].flatMap((path) => ['GET', 'HEAD', 'POST'].map((method) => ({ method, path })));
  const endpoints: SentRequest[] = ['authorize', 'authorize/consent', 'register', 'revoke', 'token'].flatMap((name) =>
    ['GET', 'POST', 'PUT'].flatMap((method) =>
      [{}, FOREIGN].map((headers) => ({ method, path: `/v1/oauth/${name}`, query: AUTHORIZE, headers })),
    ),
  );
  const forms: Readonly<Record<string, string>>[] = [
    { grant_type: 'authorization_code', code: 'x', client_id: 'x', code_verifier: 'x' },
    { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'x' },
    { grant_type: 'authorization_code', code: 'x', ...credentials },
    { grant_type: 'refresh_token', refresh_token: 'x', ...credentials },
    { grant_type: 'client_credentials', ...credentials, scope: 'enrich:write' },
    { token: 'x', client_id: 'x' },
  ];
  const posts: SentRequest[] = forms.map((form) => ({
    method: 'POST',
    path: '/v1/oauth/token',
    headers: FORM,
    body: new URLSearchParams(form).toString(),
  }));
  const calls = [undefined, 'nonsense', `${key.client.clientId}:wrong`, `${key.client.clientId}:${key.secret}`];
  const lines: string[] = [];
  const note = (title: string, answer: { statusCode: number; headers: object; body: string }) =>
    void lines.push(
      `${title} → ${answer.statusCode} ${JSON.stringify(answer.headers)} ${answer.body}`.replaceAll(
        /req_[A-Za-z0-9]{20}/g,
        'req_',
      ),
    );
  for (const sent of [...documents, ...endpoints])
    note(`${sent.method} ${sent.path} ${JSON.stringify(sent.headers ?? {})}`, await callHandler(discovery, sent));
  for (const [index, sent] of posts.entries()) note(`form ${index}`, await callHandler(token, sent));
  for (const [index, credential] of calls.entries())
    note(`call ${index}`, await service.send(toolCall('get_usage', {}, credential)));
  return lines;
}
