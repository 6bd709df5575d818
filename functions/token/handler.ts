/** What Lambda calls for POST /v1/oauth/token. */
import { tokenDependencies } from './dependencies.ts';
import { tokenDoor } from './token-door.ts';

export const handler = tokenDoor(tokenDependencies(process.env));
