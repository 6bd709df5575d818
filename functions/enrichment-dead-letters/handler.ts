/** What Lambda calls for the dead letters of the research queue. */
import { createDeadLettersHandler } from './create-dead-letters-handler.ts';
import { deadLettersDependencies } from './dependencies.ts';

export const handler = createDeadLettersHandler(deadLettersDependencies(process.env));
