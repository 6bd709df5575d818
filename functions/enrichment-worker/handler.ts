/** What Lambda calls for messages of the research queue. */
import { workerDependencies } from './dependencies.ts';
import { workerDoor } from './worker-door.ts';

export const handler = workerDoor(workerDependencies(process.env));
