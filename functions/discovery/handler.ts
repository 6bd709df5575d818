/** The Lambda handler of the well-known documents, and of every path without another function. */
import { discoveryDependencies } from './dependencies.ts';
import { createDiscoveryHandler } from './create-discovery-handler.ts';

export const handler = createDiscoveryHandler(discoveryDependencies(process.env));
