/** The Lambda handler of POST /v1/oauth/token and, if assistant sign-in is on, of POST /v1/oauth/revoke. */
import { tokenDependencies } from './dependencies.ts';
import { createTokenHandler } from './create-token-handler.ts';

export const handler = createTokenHandler(tokenDependencies(process.env));
