/** The Lambda handler of the research queue's dead-letter queue. */
import { createDeadLettersHandler } from './create-dead-letters-handler.ts';
import { deadLettersDependencies } from './dependencies.ts';

export const handler = createDeadLettersHandler(deadLettersDependencies(process.env));
