/** What Lambda calls for the well-known documents, and for every path that no other function has. */
import { discoveryDependencies } from './dependencies.ts';
import { discoveryDoor } from './discovery-door.ts';

export const handler = discoveryDoor(discoveryDependencies(process.env));
