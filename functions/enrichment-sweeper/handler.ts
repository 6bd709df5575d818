/** The Lambda handler of the sweeper's schedule. */
import { sweeperDependencies } from './dependencies.ts';
import { createSweeperHandler } from './create-sweeper-handler.ts';

export const handler = createSweeperHandler(sweeperDependencies(process.env));
