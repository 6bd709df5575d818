/**
 * Turns a Lambda's result into the response that API Gateway's HTTP API sends: payload format 2.0, with the reserved
 * header renamed and the integration's response parameters applied (docs/reference/http.md#api-gateway).
 */
import * as z from 'zod';
import type { ParameterMapping } from '../template/resource-schemas.ts';
import type { MatchedRoute } from './route-table.ts';

export interface GatewayResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly cookies: readonly string[];
  readonly body: Buffer;
}

const resultSchema = z.object({
  statusCode: z.coerce.number().int().min(200).max(599),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  cookies: z.array(z.string()).default([]),
  body: z.string().default(''),
  isBase64Encoded: z.boolean().default(false),
});

/** Returns undefined when the function did not return a response. */
export function gatewayResponse(payload: string, route: MatchedRoute): GatewayResponse | undefined {
  const parsed = resultSchema.safeParse(withoutNulls(JSON.parse(payload)));
  if (!parsed.success) return undefined;
  const { statusCode, headers, cookies, body, isBase64Encoded } = parsed.data;
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
  const mapping = route.responseParameters.get(String(statusCode)) ?? [];
  return {
    status: statusCode,
    headers: applyMapping(mapping, sent, renameChallenge(sent)),
    cookies,
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
}

/** A response of the gateway itself. */
export function ownResponse(status: number, message: string): GatewayResponse {
  return {
    status,
    headers: new Map([['content-type', 'application/json']]),
    cookies: [],
    body: Buffer.from(JSON.stringify({ message })),
  };
}

function renameChallenge(headers: ReadonlyMap<string, string>): Map<string, string> {
  const renamed = new Map(headers);
  const challenge = renamed.get('www-authenticate');
  if (challenge === undefined) return renamed;
  renamed.delete('www-authenticate');
  return renamed.set('x-amzn-remapped-www-authenticate', challenge);
}

/** Sources are read from the function's original response, so the order of the mappings does not matter. */
function applyMapping(
  mapping: readonly ParameterMapping[],
  given: ReadonlyMap<string, string>,
  headers: Map<string, string>,
): ReadonlyMap<string, string> {
  for (const { Destination, Source } of mapping) {
    const { action = '', name = '' } =
      /^(?<action>overwrite|remove):header\.(?<name>.+)$/.exec(Destination)?.groups ?? {};
    if (action === '') throw new Error(`The local gateway does not understand the destination "${Destination}".`);
    const value = sourceValue(Source, given);
    if (action === 'remove') headers.delete(name.toLowerCase());
    else if (value !== undefined) headers.set(name.toLowerCase(), value);
  }
  return headers;
}

function sourceValue(source: string, given: ReadonlyMap<string, string>): string | undefined {
  const header = /^\$response\.header\.(.+)$/.exec(source)?.[1];
  if (header !== undefined) return given.get(header.toLowerCase());
  if (source.startsWith('$')) throw new Error(`The local gateway does not understand the source "${source}".`);
  return source;
}

/** null and absent are the same to the gateway. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}
