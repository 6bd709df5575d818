/**
 * Reads Client ID Metadata Documents (draft-ietf-oauth-client-id-metadata-document), in which a client's id is the
 * https URL of a JSON document that describes it. Decides which URLs are allowed and what a document must contain.
 * Unknown members are ignored; logos are not shown.
 */
import * as z from 'zod/mini';
import { readJsonText } from '../../json.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { clientName, clientUri } from './client-name.ts';
import type { OauthClient, OauthClientRefusal } from './oauth-client.ts';
import { isLoopbackRedirectUri, isUsableRedirectUri } from './redirect-uri.ts';

export const MAX_DOCUMENT_BYTES = 5_120;

const MAX_ID_CHARACTERS = 500;
const MAX_REDIRECT_URIS = 50;

/**
 * Returns the URL in a client id, or undefined for other ids. Ids are compared as text, so only the normalized spelling
 * is accepted: no dot segments, no uppercase host, no default port.
 * @param loopbackToo also accepts http URLs of this machine, for a local run
 */
export function documentUrl(clientId: string, loopbackToo: boolean): URL | undefined {
  if (clientId.length > MAX_ID_CHARACTERS || !URL.canParse(clientId)) return undefined;
  const url = new URL(clientId);
  const isSecure = url.protocol === 'https:' || (loopbackToo && isLoopbackRedirectUri(clientId));
  if (!isSecure || url.href !== clientId || url.pathname === '/') return undefined;
  return url.username === '' && url.password === '' && !clientId.includes('#') ? url : undefined;
}

/** The members that are used. A public document cannot contain shared secrets, and no other proof is supported. */
const documentSchema = z.object({
  client_id: z.string(),
  client_name: z.optional(z.unknown()),
  client_uri: z.optional(z.unknown()),
  redirect_uris: z.array(z.unknown()).check(z.minLength(1), z.maxLength(MAX_REDIRECT_URIS)),
  token_endpoint_auth_method: z.optional(z.literal('none')),
  client_secret: z.optional(z.undefined()),
  grant_types: z.optional(z.array(z.string()).check(z.refine((types) => types.includes('authorization_code')))),
  response_types: z.optional(z.array(z.string()).check(z.refine((types) => types.includes('code')))),
});

/** @param text the document read from `url` */
export function readClientDocument(url: URL, text: string): Result<OauthClient, OauthClientRefusal> {
  const parsed = documentSchema.safeParse(readJsonText(text));
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0]);
    return invalid(field in documentSchema.shape ? `Its ${field} cannot be used.` : 'It is not a JSON object.');
  }
  const { client_id: clientId, client_name: name, client_uri: uri, redirect_uris: given } = parsed.data;
  if (clientId !== url.href) return invalid('Its client_id is not its address.');
  // A document is written for every server, so it may list redirect URIs that only other servers allow.
  const redirectUris = given.filter((one): one is string => typeof one === 'string' && isUsableRedirectUri(one));
  if (redirectUris.length === 0) return invalid('None of its redirect_uris can be used.');
  const home = clientUri(uri);
  return succeed({
    clientId,
    name: clientName(name, url.hostname),
    ...(home !== undefined && { uri: home }),
    ...(url.protocol === 'https:' && { verifiedDomain: url.hostname }),
    redirectUris,
    source: 'metadata-document',
  });
}

function invalid(problem: string): Result<never, OauthClientRefusal> {
  return fail({ kind: 'unusable_metadata', problem });
}
