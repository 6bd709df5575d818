/**
 * Passes a classified request to the function of its method. Requests that call no tool also count against the plan's
 * rate limit.
 */
import { noteIntroduction } from '../../access/assistants/introduced-name.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { RpcId, RpcRequest } from '../mcp-message/json-rpc.ts';
import type { JsonObject } from '../../json.ts';
import { discover } from './discover.ts';
import { initialize } from './initialize.ts';
import type { RequestContext, RpcAnswer } from './request-context.ts';
import { callTool, type NamedCall } from '../tools/call-tool.ts';
import { toRpcAnswer } from './tools-call.ts';
import { listTools } from './tools-list.ts';
import type { ProtocolError } from '../mcp-message/protocol-error.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { MODERN_VERSION, type ProtocolVersion } from '../mcp-message/protocol-version.ts';
import type { ServiceSettings } from '../../service-settings.ts';
import { SERVER_INFO_KEY, serverInfo } from './server-info.ts';
import { writeResult, type WrittenResult } from './written-result.ts';

type Answer = Result<WrittenResult, ProtocolError>;
type Method = (params: JsonObject, settings: ServiceSettings) => Answer | Promise<Answer>;

const MODERN_METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['server/discover', (_params, settings) => succeed(writeResult(discover(settings)))],
  ['tools/list', listTools],
]);

const LEGACY_METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['initialize', (params, settings) => succeed(writeResult(initialize(params, settings)))],
  ['ping', () => succeed({ text: '' })],
  ['tools/list', listTools],
]);

/** @param call the call of a tools/call; undefined for every other method */
export async function dispatch(
  request: RpcRequest,
  call: NamedCall | undefined,
  context: RequestContext,
): Promise<Result<RpcAnswer, Refusal>> {
  if (call !== undefined) return toRpcAnswer(await callTool(call, context), context);
  const modern = context.protocolVersion === MODERN_VERSION;
  const method = (modern ? MODERN_METHODS : LEGACY_METHODS).get(request.method);
  if (method === undefined) {
    return fail({ kind: 'protocol_error', error: { kind: 'unknown_method', era: modern ? 'modern' : 'legacy' } });
  }
  const { ports, caller, ticket, settings, assistantName: name, userAgentName: agent, nowMs } = context;
  const rate = await ticket.count();
  if (!rate.allowed) return fail({ kind: 'rate_limited', limit: 'account', ...rate });
  if (request.method === 'initialize') await noteIntroduction(ports.activity, caller.client, { name, agent }, nowMs);
  const result = await method(request.params, settings);
  if (!result.ok) return fail({ kind: 'protocol_error', error: result.reason });
  context.note({ outcome: 'answered' });
  return succeed({ result: result.value });
}

/** Writes the response message around the result. Only modern results contain `resultType` and the server's info. */
export function rpcResponse(
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
