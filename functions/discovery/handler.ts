/** What Lambda calls for the well-known documents, and for every path that no other function has. */
import { discoveryDependencies } from './dependencies.ts';
import { createDiscoveryHandler } from './create-discovery-handler.ts';

export const handler = createDiscoveryHandler(discoveryDependencies(process.env));
