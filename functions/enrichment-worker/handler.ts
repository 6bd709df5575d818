/** The Lambda handler of the research queue. */
import { workerDependencies } from './dependencies.ts';
import { createWorkerHandler } from './create-worker-handler.ts';

export const handler = createWorkerHandler(workerDependencies(process.env));
