/** What Lambda calls by the schedule of the sweeper. */
import { sweeperDependencies } from './dependencies.ts';
import { createSweeperHandler } from './create-sweeper-handler.ts';

export const handler = createSweeperHandler(sweeperDependencies(process.env));
