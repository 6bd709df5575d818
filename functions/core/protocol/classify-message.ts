/**
 * Which era a message belongs to and whether it may be dispatched: decided once, at the edge, by one pure function
 * (wire-contract.md, "Which era a request belongs to"). Nothing is remembered between requests.
 */
import { fail, succeed, type Result } from '../result.ts';
import type { HttpRequest } from './http-message.ts';
import { isJsonObject, ownValue, type JsonObject, type RpcMessage, type RpcRequest } from './json-rpc.ts';
import type { ProtocolFault } from './protocol-fault.ts';
import {
  isLegacyRevision,
  isSupportedRevision,
  MODERN_REVISION,
  UNNAMED_REVISION,
  type LegacyRevision,
  type Revision,
} from './revision.ts';
import { decodeHeaderValue, headerValue, METHOD_HEADER, NAME_HEADER, VERSION_HEADER } from './standard-headers.ts';

const PROTOCOL_VERSION_META = 'io.modelcontextprotocol/protocolVersion';
const CLIENT_CAPABILITIES_META = 'io.modelcontextprotocol/clientCapabilities';
const CLIENT_INFO_META = 'io.modelcontextprotocol/clientInfo';

/** The client's own word about itself: untrusted text. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

export type ClassifiedMessage =
  | { readonly kind: 'accepted' }
  | {
      readonly kind: 'request';
      readonly request: RpcRequest;
      readonly revision: Revision;
      readonly clientInfo: ClientInfo | undefined;
    };

type Era = { readonly era: 'modern' } | { readonly era: 'legacy'; readonly revision: LegacyRevision };

export function classifyMessage(
  message: RpcMessage,
  http: Pick<HttpRequest, 'headers'>,
): Result<ClassifiedMessage, ProtocolFault> {
  const header = headerValue(http, VERSION_HEADER);
  if (message.kind === 'response') return classifyResponse(header);
  const era = decideEra(message, header);
  if (!era.ok) return era;
  if (message.kind === 'notification') return succeed({ kind: 'accepted' });
  return era.value.era === 'modern' ? classifyModern(message, http) : classifyLegacy(message, http, era.value.revision);
}

function classifyResponse(header: string | undefined): Result<ClassifiedMessage, ProtocolFault> {
  if (header === MODERN_REVISION) return fail({ kind: 'posted_response' });
  if (header !== undefined && !isSupportedRevision(header)) return unsupported(header);
  return succeed({ kind: 'accepted' });
}

function decideEra(
  message: Exclude<RpcMessage, { kind: 'response' }>,
  header: string | undefined,
): Result<Era, ProtocolFault> {
  const named = metaValue(message.params, PROTOCOL_VERSION_META);
  const handshake = message.kind === 'request' && message.method === 'initialize';
  if (named !== undefined) {
    if (isLegacyRevision(named) && (handshake || header === undefined || header === named)) {
      return succeed({ era: 'legacy', revision: named });
    }
    return checkModernVersion(named, header, message.kind);
  }
  if (handshake) return succeed({ era: 'legacy', revision: UNNAMED_REVISION });
  if (header === MODERN_REVISION) return succeed({ era: 'modern' });
  if (header === undefined) return succeed({ era: 'legacy', revision: UNNAMED_REVISION });
  return isLegacyRevision(header) ? succeed({ era: 'legacy', revision: header }) : unsupported(header);
}

/** A body that names its version: the header must say the same, and both must be a version that is spoken here. */
function checkModernVersion(
  named: unknown,
  header: string | undefined,
  kind: 'request' | 'notification',
): Result<Era, ProtocolFault> {
  if (typeof named !== 'string') return fail({ kind: 'invalid_meta', member: `_meta["${PROTOCOL_VERSION_META}"]` });
  // The protocol leaves the headers of a notification undefined: only what is sent is held against the body.
  if (header === undefined && kind === 'request') {
    return fail({ kind: 'header_mismatch', header: VERSION_HEADER, problem: 'missing' });
  }
  if (header !== undefined && header !== named) {
    return fail({ kind: 'header_mismatch', header: VERSION_HEADER, problem: 'different' });
  }
  return named === MODERN_REVISION ? succeed({ era: 'modern' }) : unsupported(named);
}

function classifyModern(
  request: RpcRequest,
  http: Pick<HttpRequest, 'headers'>,
): Result<ClassifiedMessage, ProtocolFault> {
  const meta = ownValue(request.params, '_meta');
  if (!isJsonObject(meta)) return fail({ kind: 'invalid_meta', member: '_meta' });
  if (ownValue(meta, PROTOCOL_VERSION_META) === undefined) return invalidMeta(PROTOCOL_VERSION_META);
  if (!isJsonObject(ownValue(meta, CLIENT_CAPABILITIES_META))) return invalidMeta(CLIENT_CAPABILITIES_META);
  const info = ownValue(meta, CLIENT_INFO_META);
  if (info !== undefined && readClientInfo(info) === undefined) return invalidMeta(CLIENT_INFO_META);

  const fault = headerFault(request, http, { demanded: true });
  if (fault !== undefined) return fail(fault);
  return succeed({ kind: 'request', request, revision: MODERN_REVISION, clientInfo: readClientInfo(info) });
}

function classifyLegacy(
  request: RpcRequest,
  http: Pick<HttpRequest, 'headers'>,
  revision: LegacyRevision,
): Result<ClassifiedMessage, ProtocolFault> {
  const fault = headerFault(request, http, { demanded: false });
  if (fault !== undefined) return fail(fault);
  const info = request.method === 'initialize' ? ownValue(request.params, 'clientInfo') : undefined;
  return succeed({ kind: 'request', request, revision, clientInfo: readClientInfo(info) });
}

function headerFault(
  request: RpcRequest,
  http: Pick<HttpRequest, 'headers'>,
  { demanded }: { demanded: boolean },
): ProtocolFault | undefined {
  const method = compareHeader(http, METHOD_HEADER, request.method, demanded);
  if (method !== undefined || request.method !== 'tools/call') return method;
  const name = ownValue(request.params, 'name');
  // A body without a name has nothing to mirror: it is answered as a call without a name.
  return compareHeader(http, NAME_HEADER, name, demanded && typeof name === 'string');
}

function compareHeader(
  http: Pick<HttpRequest, 'headers'>,
  header: string,
  expected: unknown,
  demanded: boolean,
): ProtocolFault | undefined {
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

function invalidMeta(key: string): Result<never, ProtocolFault> {
  return fail({ kind: 'invalid_meta', member: `_meta["${key}"]` });
}

function unsupported(requested: string): Result<never, ProtocolFault> {
  return fail({ kind: 'unsupported_version', requested });
}
