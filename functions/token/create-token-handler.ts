/** The token function: one request from the gateway's event to its answer, as one list. With sign-in on it revokes tokens, too. */
import middy from '@middy/core';
import { browserOrigin } from '../../adapters/lambda-http/browser-origin.ts';
import { onlyMethod } from '../../adapters/lambda-http/only-method.ts';
import { openExchange } from '../../adapters/lambda-http/open-exchange.ts';
import type { Exchange } from '../../adapters/lambda-http/exchange.ts';
import { REVOKE_PATH } from '../../core/auth/discovery-documents.ts';
import { oauthErrors } from '../../core/refusals/oauth-errors.ts';
import { answerTokenRefusals } from './answer-token-refusals.ts';
import type { TokenDependencies } from './dependencies.ts';
import { issueToken } from './issue-token.ts';
import { limitedAddress } from './limited-address.ts';
import { revokeToken } from './revoke-token.ts';

export function createTokenHandler(dependencies: TokenDependencies) {
  const { log, settings, signIn } = dependencies;
  const issue = issueToken(dependencies);
  const revoke = signIn && revokeToken(dependencies, signIn);
  const route = { allow: 'POST', origin: 'cors', errors: oauthErrors, handle: issue } as const;
  return middy()
    .use(openExchange(dependencies, () => route))
    .use(browserOrigin(settings.allowedOrigins, () => 'POST'))
    .use(onlyMethod('POST'))
    .use(limitedAddress(dependencies))
    .use(answerTokenRefusals(settings, log))
    .handler((exchange: Exchange) =>
      revoke !== undefined && exchange.http.path === REVOKE_PATH ? revoke(exchange) : issue(exchange),
    );
}
