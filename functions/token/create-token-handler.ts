/** The token function: issues access tokens and, if assistant sign-in is on, revokes tokens. */
import { createHttpHandler } from '../../adapters/lambda-http/create-http-handler.ts';
import type { Route } from '../../adapters/lambda-http/exchange.ts';
import { REVOKE_PATH } from '../../core/access/auth/discovery-documents.ts';
import { NEVER_STORED, oauthErrors } from '../../core/api/refusals/oauth-errors.ts';
import type { TokenDependencies } from './dependencies.ts';
import { issueToken } from './issue-token.ts';
import { revokeToken } from './revoke-token.ts';

/** Both paths count in the address window of programs. */
const ROUTE = {
  methods: ['POST'],
  allow: 'POST',
  origin: 'cors',
  window: 'programs',
  errors: oauthErrors,
  preflightHeaders: NEVER_STORED,
} as const;

export function createTokenHandler(dependencies: TokenDependencies) {
  const { signIn } = dependencies;
  const issue: Route = { ...ROUTE, handle: issueToken(dependencies) };
  const revoke: Route = signIn === undefined ? issue : { ...ROUTE, handle: revokeToken(dependencies, signIn) };
  return createHttpHandler(dependencies, (path) => (path === REVOKE_PATH ? revoke : issue));
}
