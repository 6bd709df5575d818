/** The discovery door, which is also the default route: well-known documents, and an answer in our envelope for every path that does not exist. */
import middy from '@middy/core';
import { browserOrigin } from '../adapters/lambda/browser-origin.ts';
import { openExchange } from '../adapters/lambda/open-exchange.ts';
import { answerDiscoveryRefusals } from './answer-discovery-refusals.ts';
import type { DiscoveryDependencies } from './dependencies.ts';
import { servePath } from './serve-path.ts';

export function discoveryDoor({ clock, log, settings }: DiscoveryDependencies) {
  return middy()
    .use(openExchange(clock, log))
    .use(browserOrigin(settings.allowedOrigins, 'GET, HEAD'))
    .use(answerDiscoveryRefusals(settings, log))
    .handler(servePath(settings));
}
