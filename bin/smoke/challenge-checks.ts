/**
 * Checks the challenge that shows a client where to authenticate (RFC 9728). API Gateway renames the header of a
 * function's response, and a mapping in the stack restores it. Only a deployed gateway shows whether that works, so a
 * failure here names the broken step.
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
  if (headers.has(PRIVATE)) throw new Error(`${PRIVATE} is visible: the gateway's mapping does not remove it.`);
  const metadata = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`;
  if (!challenge.startsWith('Bearer ') || !challenge.includes(metadata)) {
    throw new Error(`The challenge does not contain ${metadata}.`);
  }
  if (challenge.includes('error="') !== (error !== undefined) || !challenge.includes(error ?? '')) {
    throw new Error(`The challenge should ${error === undefined ? 'contain no error' : `contain error="${error}"`}.`);
  }
}

function whereItWent(headers: Headers, status: number): string {
  if (headers.has(TAKEN_AWAY)) {
    return `WWW-Authenticate is missing: the gateway renamed it to ${TAKEN_AWAY}, and its mapping for ${status} did not restore it. See docs/operate/deploy.md, "When the challenge is missing".`;
  }
  if (headers.has(PRIVATE)) {
    return `WWW-Authenticate is missing: ${PRIVATE} was passed on, so the gateway's mapping for ${status} did not run. See docs/operate/deploy.md, "When the challenge is missing".`;
  }
  return 'WWW-Authenticate is missing: neither the function nor the gateway sent it.';
}
