/**
 * Reads the Authorization header of a request (docs/reference/behavior.md#authentication): `Bearer <client id>:<client
 * secret>` or `Bearer <access token>`. It checks only the shape; authenticate-caller.ts checks whether the credentials
 * are valid.
 */
import { readClientId, type ClientIdentity } from '../../identifiers.ts';
import { fail, succeed, type Result } from '../../result.ts';

export type BearerCredential =
  | { readonly kind: 'key'; readonly clientId: string; readonly identity: ClientIdentity; readonly secret: string }
  | { readonly kind: 'token'; readonly jwt: string };

export type NoCredential = { readonly kind: 'no_credentials' } | { readonly kind: 'malformed_credentials' };

/** Longer credentials cannot be valid: the service's access tokens have about 600 characters. */
const MAX_CREDENTIAL_CHARACTERS = 4096;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const JWT_SHAPE = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/**
 * Reads the credential in the header. A header with another scheme counts as absent, so the client gets instructions
 * instead of an `invalid_token` error (RFC 6750 section 3).
 */
export function readBearerCredential(authorizationHeader: string | undefined): Result<BearerCredential, NoCredential> {
  if (authorizationHeader === undefined) return fail({ kind: 'no_credentials' });
  const header = authorizationHeader.trim();
  const scheme = /^bearer(?=[ \t]|$)/i.exec(header);
  if (scheme === null) return fail({ kind: 'no_credentials' });
  const credential = header.slice(scheme[0].length).trim();
  if (credential.length > MAX_CREDENTIAL_CHARACTERS || !VISIBLE_ASCII.test(credential)) {
    return fail({ kind: 'malformed_credentials' });
  }
  if (credential.includes(':')) {
    const colon = credential.indexOf(':');
    return readKeyCredential(credential.slice(0, colon), credential.slice(colon + 1));
  }
  return JWT_SHAPE.test(credential)
    ? succeed({ kind: 'token', jwt: credential })
    : fail({ kind: 'malformed_credentials' });
}

/** Reads a client id and secret from any part of a request. */
export function readKeyCredential(clientId: string, secret: string): Result<BearerCredential, NoCredential> {
  const identity = readClientId(clientId);
  if (identity === undefined || secret === '') return fail({ kind: 'malformed_credentials' });
  return succeed({ kind: 'key', clientId, identity, secret });
}
