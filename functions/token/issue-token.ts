/** Serves POST /v1/oauth/token: reads the request, grants the access token, and answers. */
import { padRefusalTime } from '../../core/access/auth/pad-refusal-time.ts';
import type { Exchange } from '../../adapters/lambda-http/exchange.ts';
import { issueKeyToken } from '../../core/access/auth/issue-key-token.ts';
import { toTokenError, type TokenRefusal } from '../../core/access/auth/token-refusal.ts';
import { readTokenRequest } from '../../core/access/auth/token-request.ts';
import { readClientId } from '../../core/identifiers.ts';
import { issueAssistantToken } from '../../core/access/oauth/issue-assistant-token.ts';
import { readAssistantTokenRequest } from '../../core/access/oauth/assistant-token-request.ts';
import { HttpRefusal } from '../../core/api/refusals/http-refusal.ts';
import { NEVER_STORED } from '../../core/api/refusals/oauth-errors.ts';
import type { HttpResponse } from '../../core/http/http-message.ts';
import type { TokenDependencies } from './dependencies.ts';

interface Issued {
  readonly clientId: string;
  readonly accountId: string;
  readonly body: object;
}

export function issueToken(dependencies: TokenDependencies) {
  return async (exchange: Exchange): Promise<HttpResponse> => {
    const issued = (await issueToSignIn(dependencies, exchange)) ?? (await issueToKey(dependencies, exchange));
    const { clientId, accountId, body } = issued;
    Object.assign(exchange.logFields, { outcome: 'granted', client: clientId, account: accountId });
    return {
      status: 200,
      headers: { 'content-type': 'application/json', ...NEVER_STORED },
      body: JSON.stringify(body),
    };
  };
}

/** Returns undefined if assistant sign-in is off, or if the request is not one of an assistant sign-in. */
async function issueToSignIn(
  { signIn, ...dependencies }: TokenDependencies,
  { http, startedMs }: Exchange,
): Promise<Issued | undefined> {
  const request = signIn && readAssistantTokenRequest(http);
  if (signIn === undefined || request === undefined) return undefined;
  if (!request.ok) return refuse(request.reason);
  const issued = await issueAssistantToken(request.value, { ...dependencies, ...signIn }, startedMs);
  return issued.ok ? issued.value : refuse(issued.reason);
}

async function issueToKey(dependencies: TokenDependencies, { http, startedMs, logFields }: Exchange): Promise<Issued> {
  const request = readTokenRequest(http);
  if (!request.ok) return refuse(request.reason);
  const grant = await issueKeyToken(request.value, dependencies, startedMs);
  if (grant.ok) return grant.value;
  const claimed = readClientId(request.value.clientId);
  if (claimed !== undefined) logFields.claimedClient = claimed.clientId;
  if (grant.reason.kind === 'client_refused') {
    await padRefusalTime(grant.reason.refusal, startedMs, dependencies.clock);
  }
  return refuse(grant.reason, dependencies);
}

/** The error does not name grant types that are off. */
export function refuse(reason: TokenRefusal, { signIn }: Partial<Pick<TokenDependencies, 'signIn'>> = {}): never {
  const isNamed = reason.kind === 'unsupported_grant_type' && signIn !== undefined;
  const refusal = isNamed ? { ...reason, signIn: true as const } : reason;
  throw new HttpRefusal({ kind: 'token_refused', refusal, answer: toTokenError(refusal) });
}
