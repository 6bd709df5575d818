/** The token function: one request from the gateway's event to its answer, as one list. */
import middy from '@middy/core';
import { browserOrigin } from '../adapters/lambda/browser-origin.ts';
import { onlyMethod } from '../adapters/lambda/only-method.ts';
import { openExchange } from '../adapters/lambda/open-exchange.ts';
import { answerTokenRefusals } from './answer-token-refusals.ts';
import type { TokenDependencies } from './dependencies.ts';
import { issueToken } from './issue-token.ts';
import { limitedAddress } from './limited-address.ts';

export function createTokenHandler(dependencies: TokenDependencies) {
  const { clock, log, settings } = dependencies;
  return middy()
    .use(openExchange(clock, log))
    .use(browserOrigin(settings.allowedOrigins, () => 'POST'))
    .use(onlyMethod('POST'))
    .use(limitedAddress(dependencies))
    .use(answerTokenRefusals(settings, log))
    .handler(issueToken(dependencies));
}
