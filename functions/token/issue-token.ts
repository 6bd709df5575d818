/** Serves a request for a token: read, grant, answer. */
import { padRefusalTime } from '../core/auth/pad-refusal-time.ts';
import type { Exchange } from '../adapters/lambda/exchange.ts';
import { grantToken } from '../core/auth/grant-token.ts';
import { readTokenRequest } from '../core/auth/token-request.ts';
import { readClientId } from '../core/identifiers.ts';
import { NEVER_STORED } from '../core/protocol/answer-token-endpoint.ts';
import type { HttpResponse } from '../core/http/http-message.ts';
import type { TokenDependencies } from './dependencies.ts';
import { TokenRefused } from './answer-token-refusals.ts';

export function issueToken(dependencies: TokenDependencies) {
  return async ({ http, startedMs, logFields }: Exchange): Promise<HttpResponse> => {
    const request = readTokenRequest(http);
    if (!request.ok) {
      if ('field' in request.reason) logFields.why = { field: request.reason.field };
      throw new TokenRefused(request.reason);
    }
    const grant = await grantToken(request.value, dependencies, startedMs);
    if (!grant.ok) {
      const claimed = readClientId(request.value.clientId);
      if (claimed !== undefined) logFields.claimedClient = claimed.clientId;
      if (grant.reason.kind === 'client_refused') {
        await padRefusalTime(grant.reason.refusal, startedMs, dependencies.clock);
      }
      throw new TokenRefused(grant.reason);
    }
    const { clientId, accountId, body } = grant.value;
    Object.assign(logFields, { outcome: 'granted', client: clientId, account: accountId });
    return {
      status: 200,
      headers: { 'content-type': 'application/json', ...NEVER_STORED },
      body: JSON.stringify(body),
    };
  };
}
