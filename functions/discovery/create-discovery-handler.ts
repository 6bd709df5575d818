/**
 * The discovery function, which is also the default route: well-known and public documents, the other methods of paths that take POST, and an answer in
 * the envelope for every path that does not exist.
 */
import { createHttpHandler } from '../../adapters/lambda-http/create-http-handler.ts';
import type { DiscoveryDependencies } from './dependencies.ts';
import { discoveryRoutes } from './discovery-routes.ts';

export function createDiscoveryHandler(dependencies: DiscoveryDependencies) {
  return createHttpHandler(dependencies, discoveryRoutes(dependencies.settings));
}
