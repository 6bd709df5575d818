/**
 * Decides, as a pure function and once per request, whether a message is modern or legacy and whether it may be
 * dispatched (docs/reference/http.md#which-version-applies). No state is kept between requests.
 */
import { fail, succeed, type Result } from '../../result.ts';
import type { HttpRequest } from '../../http/http-message.ts';
import type { RpcMessage, RpcRequest } from './json-rpc.ts';
import { isJsonObject, ownValue, type JsonObject } from '../../json.ts';
import type { ProtocolError } from './protocol-error.ts';
import {
  isLegacyVersion,
  isSupportedVersion,
  MODERN_VERSION,
  UNNAMED_VERSION,
  type LegacyVersion,
  type ProtocolVersion,
} from './protocol-version.ts';
import {
  decodeHeaderValue,
  headerValue,
  METHOD_HEADER,
  MIRROR_HEADERS,
  NAME_HEADER,
  VERSION_HEADER,
  type MirrorHeader,
} from './standard-headers.ts';

const PROTOCOL_VERSION_META = 'io.modelcontextprotocol/protocolVersion';
const CLIENT_CAPABILITIES_META = 'io.modelcontextprotocol/clientCapabilities';
const CLIENT_INFO_META = 'io.modelcontextprotocol/clientInfo';

/** The client's description of itself, which is untrusted text. */
interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

export type ClassifiedMessage =
  | { readonly kind: 'accepted' }
  | {
      readonly kind: 'request';
      readonly request: RpcRequest;
      readonly protocolVersion: ProtocolVersion;
      readonly clientInfo: ClientInfo | undefined;
    };

type Era = { readonly era: 'modern' } | { readonly era: 'legacy'; readonly protocolVersion: LegacyVersion };

export function classifyMessage(
  message: RpcMessage,
  http: Pick<HttpRequest, 'headers'>,
): Result<ClassifiedMessage, ProtocolError> {
  const header = headerValue(http, VERSION_HEADER);
  if (message.kind === 'response') return classifyResponse(header);
  const era = decideEra(message, header, http);
  if (!era.ok) return era;
  if (message.kind === 'notification') return succeed({ kind: 'accepted' });
  return era.value.era === 'modern'
    ? classifyModern(message, http)
    : classifyLegacy(message, http, era.value.protocolVersion);
}

function classifyResponse(header: string | undefined): Result<ClassifiedMessage, ProtocolError> {
  if (header === MODERN_VERSION) return fail({ kind: 'posted_response' });
  if (header !== undefined && !isSupportedVersion(header)) return unsupported(header);
  return succeed({ kind: 'accepted' });
}

function decideEra(
  message: Exclude<RpcMessage, { kind: 'response' }>,
  header: string | undefined,
  http: Pick<HttpRequest, 'headers'>,
): Result<Era, ProtocolError> {
  const named = metaValue(message.params, PROTOCOL_VERSION_META);
  const handshake = message.kind === 'request' && message.method === 'initialize';
  if (named !== undefined) {
    if (isLegacyVersion(named) && (handshake || header === undefined || header === named)) {
      return succeed({ era: 'legacy', protocolVersion: named });
    }
    return checkModernVersion(named, header, message.kind === 'request' && sendsMirrorHeader(http));
  }
  if (handshake) return succeed({ era: 'legacy', protocolVersion: UNNAMED_VERSION });
  if (header === MODERN_VERSION) return succeed({ era: 'modern' });
  if (header === undefined) return succeed({ era: 'legacy', protocolVersion: UNNAMED_VERSION });
  return isLegacyVersion(header) ? succeed({ era: 'legacy', protocolVersion: header }) : unsupported(header);
}

/** Checks a version named in the body: the header must be the same, and the version must be supported. */
function checkModernVersion(named: unknown, header: string | undefined, demanded: boolean): Result<Era, ProtocolError> {
  if (typeof named !== 'string') return fail({ kind: 'invalid_meta', member: `_meta["${PROTOCOL_VERSION_META}"]` });
  // The protocol does not define the headers of a notification, so only headers that are sent are compared with the
  // body.
  if (header === undefined && demanded) {
    return fail({ kind: 'header_mismatch', header: VERSION_HEADER, problem: 'missing' });
  }
  if (header !== undefined && header !== named) {
    return fail({ kind: 'header_mismatch', header: VERSION_HEADER, problem: 'different' });
  }
  return named === MODERN_VERSION ? succeed({ era: 'modern' }) : unsupported(named);
}

function classifyModern(
  request: RpcRequest,
  http: Pick<HttpRequest, 'headers'>,
): Result<ClassifiedMessage, ProtocolError> {
  const meta = ownValue(request.params, '_meta');
  if (!isJsonObject(meta)) return fail({ kind: 'invalid_meta', member: '_meta' });
  if (ownValue(meta, PROTOCOL_VERSION_META) === undefined) return invalidMeta(PROTOCOL_VERSION_META);
  if (!isJsonObject(ownValue(meta, CLIENT_CAPABILITIES_META))) return invalidMeta(CLIENT_CAPABILITIES_META);
  const info = ownValue(meta, CLIENT_INFO_META);
  if (info !== undefined && readClientInfo(info) === undefined) return invalidMeta(CLIENT_INFO_META);

  const error = headerError(request, http, { demanded: sendsMirrorHeader(http) });
  if (error !== undefined) return fail(error);
  return succeed({ kind: 'request', request, protocolVersion: MODERN_VERSION, clientInfo: readClientInfo(info) });
}

function classifyLegacy(
  request: RpcRequest,
  http: Pick<HttpRequest, 'headers'>,
  protocolVersion: LegacyVersion,
): Result<ClassifiedMessage, ProtocolError> {
  const error = headerError(request, http, { demanded: false });
  if (error !== undefined) return fail(error);
  const info = request.method === 'initialize' ? ownValue(request.params, 'clientInfo') : undefined;
  return succeed({ kind: 'request', request, protocolVersion, clientInfo: readClientInfo(info) });
}

/**
 * Returns whether a client repeats the body in headers. It may send none of these
 * (docs/reference/behavior.md#versions), but not only some.
 */
function sendsMirrorHeader(http: Pick<HttpRequest, 'headers'>): boolean {
  return MIRROR_HEADERS.some((header) => headerValue(http, header) !== undefined);
}

function headerError(
  request: RpcRequest,
  http: Pick<HttpRequest, 'headers'>,
  { demanded }: { demanded: boolean },
): ProtocolError | undefined {
  const method = compareHeader(http, METHOD_HEADER, request.method, demanded);
  if (method !== undefined || request.method !== 'tools/call') return method;
  const name = ownValue(request.params, 'name');
  // A body without a name has nothing to repeat in a header; the call is refused later for the missing name.
  return compareHeader(http, NAME_HEADER, name, demanded && typeof name === 'string');
}

function compareHeader(
  http: Pick<HttpRequest, 'headers'>,
  header: MirrorHeader,
  expected: unknown,
  demanded: boolean,
): ProtocolError | undefined {
  const sent = headerValue(http, header);
  if (sent === undefined) return demanded ? { kind: 'header_mismatch', header, problem: 'missing' } : undefined;
  return decodeHeaderValue(sent) === expected ? undefined : { kind: 'header_mismatch', header, problem: 'different' };
}

function metaValue(params: JsonObject, key: string): unknown {
  const meta = ownValue(params, '_meta');
  return isJsonObject(meta) ? ownValue(meta, key) : undefined;
}

function readClientInfo(info: unknown): ClientInfo | undefined {
  if (!isJsonObject(info)) return undefined;
  const name = ownValue(info, 'name');
  const version = ownValue(info, 'version');
  return typeof name === 'string' && typeof version === 'string' ? { name, version } : undefined;
}

function invalidMeta(key: string): Result<never, ProtocolError> {
  return fail({ kind: 'invalid_meta', member: `_meta["${key}"]` });
}

function unsupported(requested: string): Result<never, ProtocolError> {
  return fail({ kind: 'unsupported_version', requested });
}
