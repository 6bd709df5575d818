/**
 * The challenge that shows a client where to authenticate (RFC 9728). API Gateway takes the header away from a function's answer, and a mapping
 * in the stack puts it back; whether it does can be seen on a deployed gateway only, so a failure here says which of the two went wrong.
 */
import {
  askForToken,
  ERAS,
  expectEqual,
  sendMessage,
  type Answer,
  type Era,
  type SmokeTarget,
} from './smoke-target.ts';
import type { Check } from './check.ts';

const TAKEN_AWAY = 'x-amzn-remapped-www-authenticate';
const PRIVATE = 'x-auth-challenge';

export function challengeChecks(target: SmokeTarget): Check[] {
  return ERAS.flatMap((era) => [
    {
      name: `${era} 401 without credentials`,
      run: async () => expectChallenge(target, await listTools(target, era, undefined), 401, undefined),
    },
    {
      name: `${era} 401 with a wrong secret`,
      run: async () =>
        expectChallenge(target, await listTools(target, era, `Bearer ${target.clientId}:wrong`), 401, 'invalid_token'),
    },
    { name: `${era} 403 with too narrow a token`, run: () => checkScope(target, era) },
  ]);
}

function listTools(target: SmokeTarget, era: Era, authorization: string | undefined): Promise<Answer> {
  return sendMessage(target, era, 'tools/list', {}, authorization);
}

async function checkScope(target: SmokeTarget, era: Era): Promise<void> {
  const token = await askForToken(target, 'usage:read');
  const call = { name: 'list_my_catalogs', arguments: {} };
  expectChallenge(
    target,
    await sendMessage(target, era, 'tools/call', call, `Bearer ${token}`),
    403,
    'insufficient_scope',
  );
}

function expectChallenge(
  { baseUrl }: SmokeTarget,
  { status, headers }: Answer,
  expected: 401 | 403,
  error: string | undefined,
): void {
  expectEqual('the status', status, expected);
  const challenge = headers.get('www-authenticate');
  if (challenge === null) throw new Error(whereItWent(headers, expected));
  if (headers.has(PRIVATE)) throw new Error(`${PRIVATE} shows: the gateway's mapping does not remove it.`);
  const metadata = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`;
  if (!challenge.startsWith('Bearer ') || !challenge.includes(metadata)) {
    throw new Error(`The challenge does not hold ${metadata}.`);
  }
  if (challenge.includes('error="') !== (error !== undefined) || !challenge.includes(error ?? '')) {
    throw new Error(`The challenge should ${error === undefined ? 'name no error' : `say error="${error}"`}.`);
  }
}

function whereItWent(headers: Headers, status: number): string {
  if (headers.has(TAKEN_AWAY)) {
    return `There is no WWW-Authenticate: the gateway renamed it to ${TAKEN_AWAY} and its mapping for ${status} did not write it back. See docs/operate/deploy.md, "When the challenge is missing".`;
  }
  if (headers.has(PRIVATE)) {
    return `There is no WWW-Authenticate: ${PRIVATE} came through, so the gateway's mapping for ${status} did not run. See docs/operate/deploy.md, "When the challenge is missing".`;
  }
  return 'There is no WWW-Authenticate: neither the function nor the gateway sent one.';
}
