import { describe, expect, test } from 'vitest';
import {
  readAuthorizationRequest,
  writeAuthorizationQuery,
} from '../../../../core/access/oauth/authorization-request.ts';
import { codeLocation, denyConsent } from '../../../../core/access/oauth/authorization-response.ts';
import {
  isLoopbackRedirectUri,
  isRegisteredRedirectUri,
  isUsableRedirectUri,
} from '../../../../core/access/oauth/redirect-uri.ts';
import { fail } from '../../../../core/result.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';
import { DESKTOP, findTestClient, REGISTERED } from '../../../support/sign-in/oauth-clients.ts';

const baseUrl = 'https://mcp.example.com';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const ASKED = {
  response_type: 'code',
  client_id: DESKTOP.clientId,
  redirect_uri: 'https://assistant.example/callback',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
  resource: 'https://mcp.example.com/mcp',
  scope: 'items:search items:read',
  state: 'a b&c=d',
};
const queryOf = (changes: Record<string, string | undefined>) =>
  new URLSearchParams(
    Object.entries({ ...ASKED, ...changes }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();
const read = (query: string) => readAuthorizationRequest(query, { baseUrl }, findTestClient, 0);
const ask = (changes: Record<string, string | undefined> = {}) => read(queryOf(changes));
/** Returns the parameters of the response that the client gets. */
const errorOf = async (query: string) => {
  const refused = await read(query);
  if (refused.ok || refused.reason.kind !== 'error_response') throw new Error('It was not answered at the redirect');
  return Object.fromEntries(new URL(refused.reason.location).searchParams);
};

describe('an authorization request', () => {
  test('is read with its scopes in the fixed order', async () => {
    expect(valueOf(await ask())).toEqual({
      client: DESKTOP,
      redirectUri: ASKED.redirect_uri,
      state: 'a b&c=d',
      scopes: ['items:read', 'items:search'],
      codeChallenge: CHALLENGE,
    });
  });

  test('is the same after it was written as a query', async () => {
    const request = valueOf(await ask());
    expect(valueOf(await read(writeAuthorizationQuery(request)))).toEqual(request);
  });

  test('asks for every scope if it names none, and ignores unknown scopes among others', async () => {
    expect(valueOf(await ask({ scope: undefined })).scopes).toHaveLength(5);
    expect(valueOf(await ask({ scope: 'everything mcp:connect' })).scopes).toHaveLength(5);
    expect(valueOf(await ask({ resource: 'https://mcp.example.com/mcp/' })).scopes).toHaveLength(2);
    expect(valueOf(await ask({ scope: 'offline_access usage:read' })).scopes).toEqual(['usage:read']);
  });

  test('needs no resource and no state, and accepts the host of the resource in capitals', async () => {
    expect(valueOf(await ask({ resource: undefined, state: undefined })).state).toBeUndefined();
    expect((await ask({ resource: 'https://MCP.example.com/mcp' })).ok).toBe(true);
  });

  test.each([
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['another response mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a challenge that is not SHA-256', { code_challenge: 'short' }, 'invalid_request'],
    ['a challenge by the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a challenge without its method, which means plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['a request object', { request: 'e30.e30.' }, 'invalid_request'],
    ['a request object by reference', { request_uri: 'urn:x' }, 'invalid_request'],
    ['a challenge with an invalid character', { code_challenge: `${CHALLENGE.slice(1)}+` }, 'invalid_request'],
    ['a challenge with an extra character at its end', { code_challenge: `${CHALLENGE}+` }, 'invalid_request'],
    ['a challenge with an extra character at its beginning', { code_challenge: `+${CHALLENGE}` }, 'invalid_request'],
    ['endless scopes', { scope: 'usage:read '.repeat(91) }, 'invalid_request'],
    ['the resource of another server', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['a resource that only begins like this server’s', { resource: 'https://mcp.example.com/mcp/x' }, 'invalid_target'],
  ])('with %s gets an error at the redirect, with state and issuer', async (_what, changes, error) => {
    expect(await errorOf(queryOf(changes))).toEqual({ error, state: ASKED.state, iss: baseUrl });
  });

  test('with a repeated parameter, or a second resource of another server, gets an error at the redirect', async () => {
    expect(await errorOf(`${queryOf({})}&scope=usage%3Aread`)).toMatchObject({ error: 'invalid_request' });
    expect(await errorOf(`${queryOf({})}&resource=https%3A%2F%2Fother.example`)).toMatchObject({
      error: 'invalid_target',
    });
  });

  test.each(['a\r\nb', 'éa', 'aé', 'x'.repeat(1_001)])(
    'gets no state back that does not fit a URL: %j',
    async (state) => {
      expect(await errorOf(queryOf({ state }))).toEqual({ error: 'invalid_request', iss: baseUrl });
    },
  );

  test('gets any other state back, the first of two', async () => {
    const longest = ` ~${'x'.repeat(998)}`;
    expect(valueOf(await ask({ state: longest })).state).toBe(longest);
    expect(await errorOf(`${queryOf({ state: 'first' })}&state=second`)).toEqual({
      error: 'invalid_request',
      state: 'first',
      iss: baseUrl,
    });
  });

  test('may name its mode; a parameter without a value counts as absent', async () => {
    expect(await ask({ response_mode: 'query', scope: `usage:read${' '.repeat(990)}` })).toMatchObject({ ok: true });
    const empty = { response_mode: '', scope: '', state: '', resource: '', request: '', request_uri: '', unknown: '' };
    const { state, scopes } = valueOf(await ask(empty));
    expect([state, scopes.length]).toEqual([undefined, 5]);
    expect(await errorOf(queryOf({ response_type: '' }))).toMatchObject({ error: 'invalid_request' });
  });

  test('may name this resource twice', async () => {
    expect(await ask({ resource: `${baseUrl}/mcp` })).toMatchObject({ ok: true });
    expect(await read(`${queryOf({})}&resource=${encodeURIComponent(`${baseUrl}/mcp`)}&resource=`)).toMatchObject({ ok: true }); // prettier-ignore
  });

  test('may be 3,000 characters long', async () => {
    const padded = (length: number) => `${queryOf({})}&x=`.padEnd(length, 'x');
    expect(await read(padded(3_000))).toMatchObject({ ok: true });
    expect(await read(padded(3_001))).toEqual({ ok: false, reason: { kind: 'query_too_long' } });
  });

  test('is refused before a member is asked if it would be too long when the form sends it again', async () => {
    // A tilde may be unescaped in a URL, but takes three characters in the URL of a form.
    const asked = (state: string) => `${queryOf({ state: undefined })}&state=${state}`;
    const longest = valueOf(await read(asked('~'.repeat(800))));
    expect(valueOf(await read(writeAuthorizationQuery(longest)))).toEqual(longest);
    const room = 3_000 - writeAuthorizationQuery({ ...longest, state: '' }).length;
    const filled = asked('~'.repeat(room / 3) + 'x'.repeat(room % 3));
    expect(filled.length).toBeLessThan(1_500);
    expect(await read(filled)).toMatchObject({ ok: true });
    expect(await read(`${filled}x`)).toEqual({ ok: false, reason: { kind: 'query_too_long' } });
  });

  test('is written as a query with all its parameters', async () => {
    const written = new URLSearchParams(writeAuthorizationQuery(valueOf(await ask())));
    const { resource: _, ...said } = ASKED;
    expect(Object.fromEntries(written)).toEqual({ ...said, scope: 'items:read items:search' });
    const silent = writeAuthorizationQuery(valueOf(await ask({ state: undefined })));
    expect(new URLSearchParams(silent).has('state')).toBe(false);
  });

  test.each([
    ['no client', { client_id: undefined }, { kind: 'missing_parameter', field: 'client_id' }],
    ['a client without a value', { client_id: '' }, { kind: 'missing_parameter', field: 'client_id' }],
    ['an unknown client', { client_id: 'app_nobody' }, { kind: 'client_refused', refusal: { kind: 'unknown_client' } }],
    ['no redirect URI', { redirect_uri: undefined }, { kind: 'missing_parameter', field: 'redirect_uri' }],
    ['a redirect URI of another client', { redirect_uri: 'https://evil.example/callback' }, { kind: 'foreign_redirect_uri', client: DESKTOP }], // prettier-ignore
  ])('with %s gets an error page and no redirect', async (_what, changes, reason) => {
    expect(await ask(changes)).toEqual({ ok: false, reason });
  });

  test('reads no client whose id is too long', async () => {
    const asked: string[] = [];
    const findClient = async (clientId: string) => {
      asked.push(clientId);
      return fail({ kind: 'unknown_client' });
    };
    for (const length of [500, 501]) {
      const query = queryOf({ client_id: 'a'.repeat(length) });
      const refused = await readAuthorizationRequest(query, { baseUrl }, findClient, 0);
      expect(refused).toEqual({ ok: false, reason: { kind: 'client_refused', refusal: { kind: 'unknown_client' } } });
    }
    expect(asked).toEqual(['a'.repeat(500)]);
  });

  test('with two clients or two redirect URIs gets an error page and no redirect', async () => {
    for (const field of ['client_id', 'redirect_uri'])
      expect(await read(`${queryOf({})}&${field}=x`)).toMatchObject({ reason: { kind: 'repeated_parameter', field } });
  });
});

describe('a redirect URI', () => {
  test.each([
    'https://assistant.example/callback',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:49152/callback',
    'http://localhost:1/callback',
    'cursor://assistant.example/callback',
    'https://assistant.example/back?from=here',
  ])('%s belongs to the client', async (redirect_uri) => {
    expect((await ask({ redirect_uri })).ok).toBe(true);
  });

  test.each([
    'https://assistant.example/callback/',
    'https://assistant.example/callback2',
    'https://assistant.example/callback/../evil',
    'https://assistant.example/callback?x=1',
    'https://assistant.example.evil.example/callback',
    'https://assistant.example@evil.example/callback',
    'https://ASSISTANT.example/callback',
    'https://assistant.example:444/callback',
    'https://assistant.example/callback#x',
    'http://assistant.example/callback',
    'http://127.0.0.1/callback2',
    'http://127.0.0.1:70000/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://127.0.0.1@evil.example/callback',
    'http://[::1]/callback',
    'https://127.0.0.1/callback',
    'cursor://assistant.example:80/callback',
  ])('%s does not belong to the client', async (redirect_uri) => {
    expect(await ask({ redirect_uri })).toMatchObject({ reason: { kind: 'foreign_redirect_uri' } });
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ms-msdt:/id',
    'http://assistant.example/callback',
    'https:assistant.example',
    'https://user:password@assistant.example/',
    'https://assistant.example/#fragment',
    'https://assistant.example/\\evil',
    'https://assistant.example/a b',
    'https://assistant.example/\n',
    '\nhttps://assistant.example/',
    'https://é.example/',
    'https://:password@assistant.example/',
    'https:/assistant.example/',
    'com.example.assistant',
    'COM.example.assistant:/callback',
    'com.example.assistant://user@callback/',
    'com.example.assistant://:password@callback/',
    'com.:/callback',
    '1com.example:/callback',
    'cursors:/callback',
    'x+com.example:/callback',
    'com.example+x:/callback',
    'xhttp://127.0.0.1/',
    'http://127.0.0.1:/x',
    'http://127.0.0.1:123456/',
    'http://127.0.0.1x/',
    `https://assistant.example/${'a'.repeat(975)}`,
    '',
    // A URL parser accepts these hosts, which would be read as more than a host in the policy of the consent page.
    'https://x;sandbox.example/',
    'https://x,y.example/',
    'https://*.example/',
    "https://'none'/",
  ])('%s cannot be registered', (uri) => {
    expect(isUsableRedirectUri(uri)).toBe(false);
  });

  test.each([
    'com.example.assistant:/callback',
    'cursor://anysphere.cursor/callback',
    'http://[::1]:8080/',
    'http://localhost',
    'https://[2001:db8::1]:8443/callback',
    "https://xn--bcher-kva.example/a?b=c&d=%20;e=(f)~g!$*+,@[]:'",
    `https://assistant.example/${'a'.repeat(974)}`,
    'vscode:/x',
    'vscode-insiders://x',
    'windsurf://x',
    'zed://x',
    'claude://x',
  ])('%s can be registered', (uri) => expect(isUsableRedirectUri(uri)).toBe(true));

  test('of a loopback address matches with any port, but with no other host or path', () => {
    const own = (uri: string, registered: string) => isRegisteredRedirectUri(uri, [DESKTOP.clientId, registered]);
    expect(own('http://127.0.0.1:1/a?b', 'http://127.0.0.1:65535/a?b')).toBe(true);
    expect(own('http://[::1]:1/', 'http://[::1]/')).toBe(true);
    expect(own('http://127.0.0.1:1/', 'http://localhost/')).toBe(false);
    expect(own('http://127.0.0.1:1', 'http://127.0.0.1:1/')).toBe(false);
    expect(own('https://assistant.example:1/', 'https://assistant.example/')).toBe(false);
    // A redirect that was registered before it was forbidden no longer counts.
    expect(own('javascript:alert(1)', 'javascript:alert(1)')).toBe(false);
  });

  test('of another client does not match', async () => {
    const [redirect_uri] = REGISTERED.redirectUris;
    expect(await ask({ redirect_uri })).toMatchObject({ reason: { kind: 'foreign_redirect_uri' } });
  });

  test('leads to the person’s own machine only if it is a loopback address', () => {
    expect(['http://127.0.0.1:1/', 'http://[::1]/', 'http://localhost'].map(isLoopbackRedirectUri)).toEqual(
      Array(3).fill(true),
    );
    for (const uri of [
      'http://127.0.0.1.evil.example/',
      'http://127.0.0.1:70000/',
      'x http://localhost/',
      'http://127x0.0.1/',
      'http://127.0x0.1/',
      'http://127.0.0x1/',
    ])
      expect(isLoopbackRedirectUri(uri)).toBe(false);
  });
});

describe('the authorization response', () => {
  test('is added to the redirect as the client wrote it, with state and issuer', async () => {
    const request = valueOf(await ask({ redirect_uri: 'https://assistant.example/back?from=here' }));
    expect(codeLocation(request, 'c0de', baseUrl)).toBe(
      'https://assistant.example/back?from=here&code=c0de&state=a+b%26c%3Dd&iss=https%3A%2F%2Fmcp.example.com',
    );
    expect(denyConsent(valueOf(await ask({ state: undefined })), baseUrl)).toBe(
      'https://assistant.example/callback?error=access_denied&iss=https%3A%2F%2Fmcp.example.com',
    );
  });
});
