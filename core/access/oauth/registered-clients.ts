/**
 * Registers clients dynamically (RFC 7591): any program gets an id for an unverified description of itself. Such a
 * client is therefore always public, is shown as not verified, and expires unless members give it access. Other
 * requested values are replaced or ignored, as the RFC allows.
 */
import * as z from 'zod/mini';
import { randomAlphanumeric } from '../../identifiers.ts';
import { addressSubject, networkSubject } from '../../billing/rate-limit/limit-address.ts';
import type { RateCounter } from '../../billing/rate-limit/rate-counter.ts';
import { refusalUntil } from '../../billing/rate-limit/rate-window.ts';
import { readJsonBody } from '../../json.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { clientName, clientUri } from './client-name.ts';
import type { OauthClient } from './oauth-client.ts';
import { isUsableRedirectUri } from './redirect-uri.ts';
import { DAY_MS, startOf } from '../../time.ts';

const MAX_BODY_BYTES = 16_384;
const MAX_REDIRECT_URIS = 10;
/** Registrations per network address and day. */
const REGISTRATIONS_A_DAY = 50;
/**
 * The first registrations of a network and day do not depend on those of others, so that a flood from elsewhere locks
 * nobody out.
 */
const FIRST_OF_A_NETWORK = 10;
/** All further registrations per day, which with the first of each network limits what a flood can store. */
const FURTHER_REGISTRATIONS_A_DAY = 20_000;
/** The time from registration to the first consent. */
const UNUSED_DAYS = 7;
/** The time from one consent to the next. */
const KEPT_DAYS = 400;

const CLIENT_ID_PATTERN = /^oac_[A-Za-z0-9]{24}$/;

export interface RegisteredClient {
  readonly client: OauthClient;
  readonly registeredAtMs: number;
  /** The client counts as unknown from this time on. */
  readonly expiresAtMs: number;
}

/** The port to registered clients. */
export interface RegisteredClientStore {
  readClient(clientId: string): Promise<RegisteredClient | undefined>;
  putClient(registered: RegisteredClient): Promise<void>;
  /** Does nothing if the client was deleted meanwhile. */
  keepClient(clientId: string, expiresAtMs: number): Promise<void>;
}

export type RegistrationRefusal =
  | { readonly kind: 'body_too_large' }
  | { readonly kind: 'no_json' }
  | { readonly kind: 'invalid_redirect_uri'; readonly problem: string }
  | { readonly kind: 'invalid_client_metadata'; readonly problem: string }
  | { readonly kind: 'too_many_registrations'; readonly retryAfterSeconds: number };

export function isRegisteredId(clientId: string): boolean {
  return CLIENT_ID_PATTERN.test(clientId);
}

const metadataSchema = z.object({
  redirect_uris: z.array(z.unknown()).check(z.minLength(1), z.maxLength(MAX_REDIRECT_URIS)),
  client_name: z.optional(z.unknown()),
  client_uri: z.optional(z.unknown()),
  // The default is `code` (RFC 7591 section 2).
  response_types: z.optional(z.array(z.string())),
  grant_types: z.optional(z.array(z.string())),
});

/** Reads the client to store from a registration request. */
function readRegistration(body: Uint8Array): Result<Omit<OauthClient, 'clientId'>, RegistrationRefusal> {
  if (body.byteLength > MAX_BODY_BYTES) return fail({ kind: 'body_too_large' });
  const json = readJsonBody(body);
  if (json === undefined) return fail({ kind: 'no_json' });
  const parsed = metadataSchema.safeParse(json);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path[0];
    return field === 'redirect_uris'
      ? fail({ kind: 'invalid_redirect_uri', problem: `Send one to ${MAX_REDIRECT_URIS} redirect_uris.` })
      : fail({ kind: 'invalid_client_metadata', problem: 'The members are not of the types of RFC 7591.' });
  }
  const { redirect_uris: given, client_name: name, client_uri: uri, ...asked } = parsed.data;
  // A program that lists redirects for every server registers with those that can be used; the response names them.
  const redirectUris = given.filter((one): one is string => typeof one === 'string' && isUsableRedirectUri(one));
  if (redirectUris.length === 0) {
    const problem =
      'A redirect URI must be https, http of this computer, or a scheme of the app’s own; without a fragment.';
    return fail({ kind: 'invalid_redirect_uri', problem });
  }
  if (asked.response_types?.includes('code') === false)
    return fail({ kind: 'invalid_client_metadata', problem: 'The response_types must hold code.' });
  if (asked.grant_types?.includes('authorization_code') === false)
    return fail({ kind: 'invalid_client_metadata', problem: 'The grant_types must hold authorization_code.' });
  const home = clientUri(uri);
  return succeed({
    name: clientName(name, 'An assistant without a name'),
    ...(home !== undefined && { uri: home }),
    redirectUris,
    source: 'registered',
  });
}

/** Counts before it stores, so that a flood stores nothing beyond the limits. */
export async function registerClient(
  { clients, counter }: { readonly clients: RegisteredClientStore; readonly counter: RateCounter },
  body: Uint8Array,
  sourceAddress: string,
  nowMs: number,
): Promise<Result<RegisteredClient, RegistrationRefusal>> {
  const read = readRegistration(body);
  if (!read.ok) return read;
  const startMs = startOf(DAY_MS, nowMs);
  const count = (subject: string) => counter.count(`REGISTRATIONS#${subject}`, startMs, startMs + DAY_MS);
  const refused = () => {
    const { retryAfterSeconds } = refusalUntil(startMs + DAY_MS, nowMs);
    return fail({ kind: 'too_many_registrations', retryAfterSeconds } as const);
  };
  if ((await count(addressSubject(sourceAddress))) > REGISTRATIONS_A_DAY) return refused();
  const isFirst = (await count(networkSubject(sourceAddress))) <= FIRST_OF_A_NETWORK;
  if (!isFirst && (await count('FURTHER')) > FURTHER_REGISTRATIONS_A_DAY) return refused();
  const client = { clientId: `oac_${randomAlphanumeric(24)}`, ...read.value };
  const registered = { client, registeredAtMs: nowMs, expiresAtMs: nowMs + UNUSED_DAYS * DAY_MS };
  await clients.putClient(registered);
  return succeed(registered);
}

/** Writes the response body (RFC 7591 section 3.2.1) with the registered values, not the requested ones. */
export function registrationAnswer({ client, registeredAtMs }: RegisteredClient) {
  return {
    client_id: client.clientId,
    client_id_issued_at: Math.floor(registeredAtMs / 1000),
    client_name: client.name,
    ...(client.uri !== undefined && { client_uri: client.uri }),
    redirect_uris: client.redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

/** Extends the client's expiry after a consent. */
export async function keepRegistered(
  clients: RegisteredClientStore,
  { clientId, source }: OauthClient,
  nowMs: number,
): Promise<void> {
  if (source === 'registered') await clients.keepClient(clientId, nowMs + KEPT_DAYS * DAY_MS);
}
