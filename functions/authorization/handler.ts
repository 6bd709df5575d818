/** What Lambda calls when an assistant asks for access: the question to a person, the answer, and the registration of assistants. */
import { createAuthorizationHandler } from './create-authorization-handler.ts';
import { authorizationDependencies } from './dependencies.ts';

export const handler = createAuthorizationHandler(authorizationDependencies(process.env));
