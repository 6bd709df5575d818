/**
 * Reads a request as a tool call, or reports the first rule that it breaks. Pure, so that it can run before the caller
 * is known.
 */
import * as z from 'zod/mini';
import { cleanText } from '../../clean-text.ts';
import type { ServiceError } from '../../errors.ts';
import { contentCodingOf } from '../../http/content-coding.ts';
import type { BrowserRequest } from '../../http/http-message.ts';
import { isJsonObject, ownValue, parseWellFormed, readJsonBody, type JsonObject } from '../../json.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { prepareTool, type NamedCall, type Tool } from '../tools/define-tool.ts';
import { likelyProperty } from '../tools/likely-property.ts';
import type { ApiRoute } from './api-routes.ts';
import { apiName, argumentsOf, ENDPOINT_TOOLS, QUEUEING_ROUTE, toolName } from './endpoints.ts';
import { readPairs, readQuery, type ArgumentTypes } from './read-query.ts';

/** The largest body that is accepted (docs/reference/behavior.md#limits). */
const MAX_BODY_BYTES = 65_536;
const NAME_LENGTH = 100;
const QUEUE = 'queue';

export interface ApiCall {
  readonly route: ApiRoute;
  readonly tool: Tool;
  readonly call: NamedCall;
  /** The tool's arguments by name; empty if the request could not be read. */
  readonly args: JsonObject;
  /** Whether to request enrichment if the part is not found. */
  readonly queue: boolean;
}

/**
 * @param values the values of the path's variables
 * @returns a refusal if the body cannot be read; argument problems are reported by the call
 */
export function readApiCall(
  route: ApiRoute,
  values: Readonly<Record<string, string>>,
  http: BrowserRequest,
): Result<ApiCall, Refusal> {
  const tool = ENDPOINT_TOOLS[route];
  if (!route.startsWith('POST '))
    return succeed(readAsked(route, tool, () => readParameters(route, tool, values, http.query)));
  const body = readBody(http);
  if (!body.ok) return body;
  return succeed(readAsked(route, tool, () => readMembers(tool, body.value, http.query)));
}

interface Asked {
  readonly args: JsonObject;
  readonly queue: boolean;
}

function readAsked(route: ApiRoute, tool: Tool, readArguments: () => Result<Asked, ServiceError>): ApiCall {
  const read = readArguments();
  if (read.ok) return { route, tool, call: prepareTool(tool, read.value.args), ...read.value };
  const refusal = { kind: 'endpoint_refused', error: read.reason } as const;
  const call = { kind: 'named', tool, prepared: fail({ kind: 'refusal', refusal }) } as const;
  return { route, tool, call, args: {}, queue: false };
}

function readParameters(
  route: ApiRoute,
  tool: Tool,
  values: Readonly<Record<string, string>>,
  query: string,
): Result<Asked, ServiceError> {
  const pairs = readPairs(query);
  if (!pairs.ok) return pairs;
  const types = parametersOf(route, tool);
  const unknown = unknownName([...pairs.value.keys()], types);
  if (unknown !== undefined) return fail(unknown);
  const read = readQuery(pairs.value, types);
  if (!read.ok) return read;
  const { [QUEUE]: queue = false, ...others } = read.value;
  if (typeof queue !== 'boolean')
    return fail({ code: 'invalid_parameter', message: `${QUEUE}: must be true or false.`, field: QUEUE });
  const args = Object.entries(others).map(([name, value]) => [toolName(name), value] as const);
  return succeed({ args: Object.fromEntries([...args, ...Object.entries(values)]) as JsonObject, queue });
}

/** Returns the parameters of a query: the tool's arguments except those in the path, and `queue` on its route. */
function parametersOf(route: ApiRoute, tool: Tool): ArgumentTypes {
  const inQuery = Object.entries(argumentsOf(tool)).filter(([name]) => !route.includes(`{${name}}`));
  const named = inQuery.map(([name, type]) => [apiName(name), type] as const);
  return Object.fromEntries([...named, ...(route === QUEUEING_ROUTE ? [[QUEUE, z.boolean()] as const] : [])]);
}

function readMembers(tool: Tool, body: JsonObject, query: string): Result<Asked, ServiceError> {
  const pairs = readPairs(query);
  if (!pairs.ok) return pairs;
  const parameter = unknownName([...pairs.value.keys()], {});
  if (parameter !== undefined) return fail(parameter);
  const types = Object.fromEntries(Object.entries(argumentsOf(tool)).map(([name, type]) => [apiName(name), type]));
  const unknown = unknownName(Object.keys(body), types);
  if (unknown !== undefined) return fail(unknown);
  const entries = ownValue(body, 'items');
  const problem = Array.isArray(entries) ? problemOfEntries(tool, entries) : undefined;
  if (problem !== undefined) return fail(problem);
  return succeed({ args: inToolNames(body), queue: false });
}

/** Reports the first name that the endpoint does not have. */
function unknownName(names: readonly string[], types: ArgumentTypes, place = ''): ServiceError | undefined {
  const unknown = names.find((name) => !Object.hasOwn(types, name));
  if (unknown === undefined) return undefined;
  const allowed = Object.keys(types);
  const likely = likelyProperty(
    unknown,
    allowed.map((name) => toolName(name) ?? name),
  );
  const hint = likely === undefined ? '' : ` Did you mean ${apiName(likely)}?`;
  const list = allowed.length === 0 ? 'None is allowed.' : `Allowed: ${allowed.join(', ')}.`;
  const field = `${place}${cleanText(unknown, NAME_LENGTH)}`;
  return {
    code: 'invalid_parameter',
    message: `${field}: unknown parameter.${hint} ${list}`,
    field,
  };
}

/** Reports problems whose message differs between MCP and the HTTP API. */
function problemOfEntries(tool: Tool, entries: readonly unknown[]): ServiceError | undefined {
  for (const [index, entry] of entries.entries()) {
    if (!isJsonObject(entry)) continue;
    const place = `items[${index}].`;
    if (Object.hasOwn(entry, 'part_number')) {
      const types = { manufacturer: z.string(), mpn: z.string(), ...(isResearch(tool) ? {} : { gtin: z.string() }) };
      return unknownName(['part_number'], types, place);
    }
    if (isResearch(tool) && isByGtinOnly(entry)) return researchByGtinOnly(`${place}gtin`);
  }
  return undefined;
}

function isResearch(tool: Tool): boolean {
  return tool.changesData;
}

function isByGtinOnly(entry: JsonObject): boolean {
  const given = (name: string) => typeof ownValue(entry, name) === 'string' && ownValue(entry, name) !== '';
  return given('gtin') && !(given('manufacturer') && given('mpn'));
}

export function researchByGtinOnly(field: string): ServiceError {
  return {
    code: 'unprocessable',
    message: 'Research needs manufacturer and mpn: a part cannot be researched by GTIN only.',
    field,
  };
}

/**
 * Renames the members of the body and of its entries to the tool's names. Deeper members are left for the tool to
 * refuse.
 */
function inToolNames(body: JsonObject): JsonObject {
  const { items, ...others } = withToolNames(body);
  if (items === undefined) return others;
  const entries = Array.isArray(items)
    ? items.map((entry: unknown) => (isJsonObject(entry) ? withToolNames(entry) : entry))
    : items;
  return { ...others, items: entries };
}

function withToolNames(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [toolName(name) ?? name, member]));
}

function readBody(http: BrowserRequest): Result<JsonObject, Refusal> {
  const { headers, body } = http;
  const coding = contentCodingOf(http);
  if (coding !== undefined) return fail({ kind: 'unsupported_media_type', coding });
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') return fail({ kind: 'unsupported_media_type' });
  if (body.byteLength > MAX_BODY_BYTES) return fail({ kind: 'body_too_large' });
  const value = readJsonBody(body, parseWellFormed);
  if (isJsonObject(value)) return succeed(value);
  const message = 'The body is not a JSON object. Send one, with Content-Type: application/json.';
  return fail({ kind: 'endpoint_refused', error: { code: 'bad_request', message } });
}
