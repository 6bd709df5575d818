/**
 * Serves POST /v1/oauth/revoke (RFC 7009): ends the assistant sign-in that the token belongs to. An unknown token gets
 * the same response.
 */
import type { Exchange } from '../../adapters/lambda-http/exchange.ts';
import { revokeAssistantToken } from '../../core/access/oauth/issue-assistant-token.ts';
import { readRevocationRequest } from '../../core/access/oauth/assistant-token-request.ts';
import type { HttpResponse } from '../../core/http/http-message.ts';
import { NEVER_STORED } from '../../core/api/refusals/oauth-errors.ts';
import type { SignInPorts, TokenDependencies } from './dependencies.ts';
import { refuse } from './issue-token.ts';

export function revokeToken(dependencies: Omit<TokenDependencies, 'signIn'>, signIn: SignInPorts) {
  return async ({ http, startedMs, logFields }: Exchange): Promise<HttpResponse> => {
    const request = readRevocationRequest(http);
    if (!request.ok) return refuse(request.reason);
    const revoked = await revokeAssistantToken(request.value, { ...dependencies, ...signIn }, startedMs);
    if (!revoked.ok) return refuse(revoked.reason);
    const { value } = revoked;
    Object.assign(logFields, {
      outcome: 'answered',
      ...(value !== undefined && { client: value.clientId, account: value.accountId }),
    });
    return { status: 200, headers: NEVER_STORED, body: '' };
  };
}
