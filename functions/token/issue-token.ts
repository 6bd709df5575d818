/** Serves a request for a token: read, grant, answer. */
import { evenOutRefusal } from '../adapters/lambda/even-out-refusal.ts';
import type { Exchange } from '../adapters/lambda/exchange.ts';
import { grantToken } from '../core/auth/grant-token.ts';
import { readTokenRequest } from '../core/auth/token-request.ts';
import type { HttpResponse } from '../core/protocol/http-message.ts';
import type { TokenDependencies } from './dependencies.ts';
import { NEVER_STORED, TokenRefused } from './answer-token-refusals.ts';

export function issueToken(dependencies: TokenDependencies) {
  return async ({ http, startedMs, logFields }: Exchange): Promise<HttpResponse> => {
    const request = readTokenRequest(http);
    if (!request.ok) throw new TokenRefused(request.reason);
    const grant = await grantToken(request.value, dependencies, startedMs);
    if (!grant.ok) {
      if (grant.reason.kind === 'client_refused') {
        await evenOutRefusal(grant.reason.refusal, startedMs, dependencies.clock);
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
