/**
 * Reads a request to the token endpoint (RFC 6749 sections 2.3.1, 3.2 and 4.4, RFC 8707): form-encoded or JSON, with
 * the client's credentials in a Basic header or in the body. It checks only the shape; issue-key-token.ts authenticates
 * the client.
 */
import type { HttpRequest } from '../../http/http-message.ts';
import { isJsonObject, readJsonText } from '../../json.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { TokenRefusal } from './token-refusal.ts';

export interface TokenRequest {
  readonly grantType: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The scope as sent; undefined requests every scope of the key. */
  readonly scope: string | undefined;
  /** Every `resource` that was sent; may be empty. */
  readonly resources: readonly string[];
}

const MAX_BODY_BYTES = 65_536;
const SINGLE = ['grant_type', 'client_id', 'client_secret', 'scope'] as const;

/** All values by name. */
export type TokenParameters = ReadonlyMap<string, readonly string[]>;

export function readTokenRequest({ headers, body }: HttpRequest): Result<TokenRequest, TokenRefusal> {
  const parameters = readTokenParameters(headers['content-type'], body, SINGLE);
  if (!parameters.ok) return parameters;
  const grantType = onlyParameter(parameters.value, 'grant_type');
  if (grantType === undefined) return fail({ kind: 'missing_parameter', field: 'grant_type' });
  const credentials = readCredentials(headers['authorization'], parameters.value);
  if (!credentials.ok) return credentials;
  return succeed({
    grantType,
    ...credentials.value,
    scope: onlyParameter(parameters.value, 'scope'),
    resources: parameters.value.get('resource') ?? [],
  });
}

/** Reads the parameters of the body. @param once the names that may not be repeated */
export function readTokenParameters(
  contentType: string | undefined,
  body: Uint8Array,
  once: readonly string[],
): Result<TokenParameters, TokenRefusal> {
  const parameters = readParameters(contentType, body);
  if (!parameters.ok) return parameters;
  const repeated = once.find((name) => (parameters.value.get(name)?.length ?? 0) > 1);
  return repeated === undefined ? parameters : fail({ kind: 'repeated_parameter', field: repeated });
}

function readParameters(contentType: string | undefined, body: Uint8Array): Result<TokenParameters, TokenRefusal> {
  if (body.byteLength > MAX_BODY_BYTES) return fail({ kind: 'body_too_large' });
  const text = decodeUtf8(body);
  if (!text.ok) return text;
  const type = contentType?.replace(/;.*/, '').trim().toLowerCase();
  if (type === 'application/json') return readJson(text.value);
  const isForm = type === 'application/x-www-form-urlencoded' || (type === undefined && text.value === '');
  return isForm ? succeed(collect([...new URLSearchParams(text.value)])) : fail({ kind: 'unsupported_media_type' });
}

function readJson(text: string): Result<TokenParameters, TokenRefusal> {
  const value = readJsonText(text);
  if (value === undefined) return fail({ kind: 'malformed_body', problem: 'The body is not JSON.' });
  if (!isJsonObject(value)) return fail({ kind: 'malformed_body', problem: 'The body is not a JSON object.' });
  const entries = Object.entries(value).flatMap(([name, given]) =>
    (Array.isArray(given) ? (given as unknown[]) : [given]).map((one) => [name, one] as const),
  );
  const wrong = entries.find(([, given]) => typeof given !== 'string');
  if (wrong !== undefined) return fail({ kind: 'malformed_body', problem: 'Every parameter must be a string.' });
  return succeed(collect(entries as [string, string][]));
}

/** A parameter without a value counts as not sent (RFC 6749 section 3.2). */
function collect(entries: readonly (readonly [string, string])[]): TokenParameters {
  const parameters = new Map<string, string[]>();
  for (const [name, value] of entries) {
    if (value === '') continue;
    // The value is appended in place: with one copy per value, a body that repeats one parameter thousands of times
    // takes seconds.
    const values = parameters.get(name);
    if (values === undefined) parameters.set(name, [value]);
    else values.push(value);
  }
  return parameters;
}

type Credentials = Pick<TokenRequest, 'clientId' | 'clientSecret'>;

/**
 * A request may use only one authentication method (RFC 6749 section 2.3); the body may repeat the client id of the
 * header.
 */
function readCredentials(header: string | undefined, parameters: TokenParameters): Result<Credentials, TokenRefusal> {
  const clientId = onlyParameter(parameters, 'client_id');
  const clientSecret = onlyParameter(parameters, 'client_secret');
  if (header === undefined || header.trim() === '') {
    if (clientId === undefined || clientSecret === undefined) return fail({ kind: 'no_client_credentials' });
    return succeed({ clientId, clientSecret });
  }
  const basic = readBasic(header);
  if (basic === undefined) return fail({ kind: 'malformed_client_credentials' });
  const agrees = clientSecret === undefined && (clientId === undefined || clientId === basic.clientId);
  return agrees ? succeed(basic) : fail({ kind: 'two_client_credentials' });
}

/** Reads a Basic header (RFC 7617); its id and secret are each form-encoded first (RFC 6749 section 2.3.1). */
function readBasic(header: string): Credentials | undefined {
  const encoded = /^basic[ \t]+([A-Za-z0-9+/_-]+={0,2})$/i.exec(header.trim())?.[1];
  if (encoded === undefined) return undefined;
  const pair = decodeUtf8(Buffer.from(encoded, 'base64'));
  if (!pair.ok) return undefined;
  const colon = pair.value.indexOf(':');
  if (colon < 1) return undefined;
  const clientId = formDecode(pair.value.slice(0, colon));
  const clientSecret = formDecode(pair.value.slice(colon + 1));
  return clientId === '' || clientSecret === '' ? undefined : { clientId, clientSecret };
}

/** Returns an empty text if it cannot be decoded; the caller refuses empty values. */
function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return '';
  }
}

function decodeUtf8(bytes: Uint8Array): Result<string, TokenRefusal> {
  try {
    return succeed(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return fail({ kind: 'malformed_body', problem: 'The body is not UTF-8.' });
  }
}

/** Returns the value of a parameter that may be sent once; undefined if absent. */
export function onlyParameter(parameters: TokenParameters, name: string): string | undefined {
  return parameters.get(name)?.[0];
}
