/**
 * Writes the result of a method as JSON and the response message around it: a constant result is written once, and the
 * answer of a tool is never copied.
 */
import type { JsonObject } from '../../json.ts';
import type { RpcId } from '../mcp-message/json-rpc.ts';
import { MODERN_VERSION, type ProtocolVersion } from '../mcp-message/protocol-version.ts';
import type { ServiceSettings } from '../../service-settings.ts';
import { SERVER_INFO_KEY, serverInfo } from './server-info.ts';

export interface WrittenResult {
  /** The JSON of the members, without `_meta` and without braces. */
  readonly text: string;
  readonly meta?: JsonObject | undefined;
}

export function writeResult({ _meta, ...members }: JsonObject): WrittenResult {
  return { text: JSON.stringify(members).slice(1, -1), meta: _meta as JsonObject | undefined };
}

/** Only modern responses contain `resultType` and the server's info. */
export function writeResponse(
  id: RpcId,
  { text, meta }: WrittenResult,
  {
    protocolVersion,
    settings,
  }: { readonly protocolVersion: ProtocolVersion; readonly settings: Pick<ServiceSettings, 'serviceName'> },
): string {
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{`;
  if (protocolVersion !== MODERN_VERSION)
    return `${head}${text}${meta === undefined ? '' : `${text && ','}"_meta":${JSON.stringify(meta)}`}}}`;
  const whole = { ...meta, [SERVER_INFO_KEY]: meta?.[SERVER_INFO_KEY] ?? serverInfo(settings) };
  return `${head}"resultType":"complete",${text && `${text},`}"_meta":${JSON.stringify(whole)}}}`;
}
