/** What Lambda calls for the dead letters of the research queue. */
import { deadLettersDoor } from './dead-letters-door.ts';
import { deadLettersDependencies } from './dependencies.ts';

export const handler = deadLettersDoor(deadLettersDependencies(process.env));
