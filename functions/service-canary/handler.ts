/** The Lambda handler of the canary's schedule. */
import { canaryDependencies } from './dependencies.ts';
import { createCanaryHandler } from './create-canary-handler.ts';

export const handler = createCanaryHandler(canaryDependencies(process.env));
