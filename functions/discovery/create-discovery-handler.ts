/**
 * The discovery function, which is also the default route: well-known and public documents, the other methods of paths that take POST, and an answer in our
 * envelope for every path that does not exist.
 */
import middy from '@middy/core';
import { browserOrigin } from '../../adapters/lambda-http/browser-origin.ts';
import { openExchange } from '../../adapters/lambda-http/open-exchange.ts';
import { publicDocuments } from '../../core/front-door/public-documents.ts';
import { anyOriginFor } from './any-origin.ts';
import { answerDiscoveryRefusals } from './answer-discovery-refusals.ts';
import type { DiscoveryDependencies } from './dependencies.ts';
import { postEndpoints, servePath } from './serve-path.ts';

export function createDiscoveryHandler({ clock, log, settings }: DiscoveryDependencies) {
  const posted = postEndpoints(settings);
  const published = publicDocuments(settings);
  const ofAllowedOrigins = browserOrigin(settings.allowedOrigins, (path) => (posted.has(path) ? 'POST' : 'GET, HEAD'));
  return middy()
    .use(openExchange(clock, log, settings.baseUrl))
    .use(anyOriginFor((path) => published.has(path), ofAllowedOrigins))
    .use(answerDiscoveryRefusals(settings, log))
    .handler(servePath(settings, published));
}
