/** What Lambda calls by the schedule of the sweeper. */
import { sweeperDependencies } from './dependencies.ts';
import { sweeperDoor } from './sweeper-door.ts';

export const handler = sweeperDoor(sweeperDependencies(process.env));
