/**
 * Explains what the outcome of a request means and advises the customer what to do. core/errors.ts explains the error
 * codes.
 */
import { ERROR_CODES } from '../../error-codes.ts';
import type { ErrorCode } from '../../errors.ts';
import type { RequestOutcome } from './request-outcome.ts';

export interface Explanation {
  readonly meaning: string;
  /** Advice for the customer; null if there is none. */
  readonly tell: string | null;
}

const FRESH_TOKEN = 'Get a fresh token from POST /v1/oauth/token and keep it for its hour.';
const FORGED: Explanation = {
  meaning: 'The access token is unknown, or was changed on the way.',
  tell: FRESH_TOKEN,
};
const SEND_ONCE = 'Send grant_type=client_credentials to POST /v1/oauth/token once, with the key as Basic.';
const SIGN_IN_AGAIN = 'Connect the assistant again: it opens the page where they sign in.';
const FIX_CLIENT = 'The MCP client breaks the protocol: update it, or use an official SDK.';

const EXPLANATIONS: Readonly<Record<Exclude<RequestOutcome, ErrorCode>, Explanation>> = {
  answered: { meaning: 'It was answered.', tell: null },
  granted: { meaning: 'An access token was issued.', tell: null },
  preflight_answered: { meaning: 'A browser asked whether it may call, and was told.', tell: null },
  rate_limited_address: {
    meaning: 'Too many requests from one network address in a minute, from any sender.',
    tell: 'Wait for the next minute; behind one address, share a connection or spread the calls.',
  },
  rate_limited_account: {
    meaning: 'The account has used its requests of this minute.',
    tell: 'Wait for the next minute, look many parts up in one call (lookup_parts), or move to a larger plan.',
  },
  no_credentials: {
    meaning: 'The request carried no credentials.',
    tell: 'Send the header Authorization: Bearer <client id>:<client secret>.',
  },
  account_not_active: {
    meaning: 'The account is suspended or closed.',
    tell: 'We look into it with you: see why it was stopped.',
  },
  malformed_credentials: {
    meaning: 'What is in the Authorization header is neither a key nor a token.',
    tell: 'Copy the key again: client id, a colon, client secret, without spaces or quotes.',
  },
  unknown_client: { meaning: 'There is no such key.', tell: 'Copy the client id again, or make a new key.' },
  wrong_secret: {
    meaning: 'The key exists; the secret is not its.',
    tell: 'Copy the secret again. If it is lost, it has to be replaced: it is stored as a hash only.',
  },
  replaced_secret: {
    meaning: 'The secret was replaced, and its overlap is over.',
    tell: 'Use the newest secret of the key everywhere.',
  },
  ended_key: {
    meaning: 'The key was made with an end, which is over.',
    tell: 'Make a new key and put it where the old one is.',
  },
  revoked_client: {
    meaning: 'The key was revoked, for good.',
    tell: 'Make a new key and put it where the old one is.',
  },
  secret_of_public_client: { meaning: 'An assistant showed a secret; assistants have none here.', tell: FIX_CLIENT },
  unsupported_token_type: {
    meaning: 'A key’s token was to be revoked; it ends with the key or its secret.',
    tell: 'Rotate or revoke the key.',
  },
  revoked_sign_in: { meaning: 'The sign-in was revoked, for good.', tell: SIGN_IN_AGAIN },
  unknown_grant: {
    meaning: 'The code or the refresh token is unknown, or its sign-in was deleted long ago.',
    tell: SIGN_IN_AGAIN,
  },
  code_used_before: {
    meaning: 'The code was used twice: the sign-in that it made was revoked, for somebody else may have the code.',
    tell: SIGN_IN_AGAIN,
  },
  code_expired: { meaning: 'The code is older than a minute.', tell: SIGN_IN_AGAIN },
  other_client: { meaning: 'The code or the refresh token was issued to another assistant.', tell: FIX_CLIENT },
  wrong_verifier: { meaning: 'The code verifier is not the one of the challenge.', tell: FIX_CLIENT },
  other_redirect_uri: { meaning: 'The redirect URI is not the one that the code was sent to.', tell: FIX_CLIENT },
  grant_ended: {
    meaning: 'The sign-in was revoked, was not used for 90 days, or its person left the account.',
    tell: SIGN_IN_AGAIN,
  },
  refresh_token_replayed: {
    meaning: 'An old refresh token was used again: the sign-in was revoked, for somebody else may have it.',
    tell: SIGN_IN_AGAIN,
  },
  token_malformed: FORGED,
  token_wrong_type: FORGED,
  token_wrong_algorithm: FORGED,
  token_unknown_key: {
    meaning: 'The token was signed with a key that is not ours any more, or never was.',
    tell: FRESH_TOKEN,
  },
  token_bad_signature: FORGED,
  token_malformed_claims: FORGED,
  token_expired: { meaning: 'The access token is older than its hour.', tell: FRESH_TOKEN },
  token_not_yet_valid: {
    meaning: 'The token is from the future: the clock of a machine is wrong.',
    tell: 'Set the clock of the machine that asks for tokens.',
  },
  token_foreign_audience: { meaning: 'The token was issued for another server.', tell: FRESH_TOKEN },
  token_foreign_issuer: { meaning: 'The token was issued by another server.', tell: FRESH_TOKEN },
  parse_error: { meaning: 'The body is not JSON in UTF-8.', tell: FIX_CLIENT },
  invalid_request: { meaning: 'The body is JSON, and no JSON-RPC message.', tell: FIX_CLIENT },
  posted_response: { meaning: 'A response was sent where only requests are taken.', tell: FIX_CLIENT },
  unsupported_version: {
    meaning: 'The client asks for a version of MCP that the service does not support.',
    tell: 'Update the MCP client; server/discover names the versions.',
  },
  header_mismatch: { meaning: 'A header says something else than the body, or is missing.', tell: FIX_CLIENT },
  invalid_meta: { meaning: 'The request lacks what this version of MCP requires in _meta.', tell: FIX_CLIENT },
  unknown_method: {
    meaning: 'The client asked for a method that the service does not have: it has tools only.',
    tell: 'Nothing is wrong with the account; the client asks for resources or prompts, which there are none of.',
  },
  invalid_params: {
    meaning: 'The parameters of the method are not what it takes, or it names an unknown tool.',
    tell: 'Let the assistant list the tools again.',
  },
  unsupported_media_type: {
    meaning: 'The body is not declared as JSON.',
    tell: 'Send Content-Type: application/json.',
  },
  body_too_large: { meaning: 'The request is larger than 64 KB.', tell: 'Split the call: fewer parts in one call.' },
  malformed_body: { meaning: 'The body of the request for a token cannot be read.', tell: SEND_ONCE },
  repeated_parameter: { meaning: 'The request for a token names a parameter twice.', tell: SEND_ONCE },
  no_client_credentials: { meaning: 'The request for a token carried no key.', tell: SEND_ONCE },
  malformed_client_credentials: {
    meaning: 'The Authorization header of the request for a token cannot be read.',
    tell: SEND_ONCE,
  },
  two_client_credentials: {
    meaning: 'The request for a token carried its key twice, in header and body.',
    tell: SEND_ONCE,
  },
  unsupported_grant_type: { meaning: 'Only client credentials are granted tokens.', tell: SEND_ONCE },
  unknown_scope: {
    meaning: 'The request for a token names a scope that there is not.',
    tell: 'Leave `scope` out: the token gets what the key holds.',
  },
  no_scope_held: {
    meaning: 'The key holds none of the scopes that the request for a token names.',
    tell: 'Leave `scope` out, or ask for a key with these scopes.',
  },
  foreign_resource: {
    meaning: 'The request for a token names another server as its resource.',
    tell: 'Name the address of this server, or leave `resource` out.',
  },
};

/** Returns undefined for an outcome that this version does not know. */
export function explainOutcome(outcome: string): Explanation | undefined {
  if (Object.hasOwn(EXPLANATIONS, outcome)) return EXPLANATIONS[outcome as keyof typeof EXPLANATIONS];
  if (!Object.hasOwn(ERROR_CODES, outcome)) return undefined;
  const { meaning, fix } = ERROR_CODES[outcome as ErrorCode];
  return { meaning, tell: fix };
}
