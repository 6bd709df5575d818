/** The Lambda handler of assistant sign-in. */
import { createAuthorizationHandler } from './create-authorization-handler.ts';
import { authorizationDependencies } from './dependencies.ts';

export const handler = createAuthorizationHandler(authorizationDependencies(process.env));
