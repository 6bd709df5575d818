/** What Lambda calls for POST /v1/oauth/token. */
import { tokenDependencies } from './dependencies.ts';
import { createTokenHandler } from './create-token-handler.ts';

export const handler = createTokenHandler(tokenDependencies(process.env));
