/** What Lambda calls by the schedule of the canary. */
import { canaryDependencies } from './dependencies.ts';
import { createCanaryHandler } from './create-canary-handler.ts';

export const handler = createCanaryHandler(canaryDependencies(process.env));
