/**
 * The discovery function, which is also the default route: it serves well-known and public documents, the other methods
 * of paths that accept POST, and an error in the envelope for every unknown path.
 */
import { createHttpHandler } from '../../adapters/lambda-http/create-http-handler.ts';
import type { DiscoveryDependencies } from './dependencies.ts';
import { discoveryRoutes } from './discovery-routes.ts';

export function createDiscoveryHandler(dependencies: DiscoveryDependencies) {
  return createHttpHandler(dependencies, discoveryRoutes(dependencies.settings));
}
