/** Answers every method but `tools/call`. Each request counts against the plan's rate limit. */
import { noteIntroduction } from '../../access/assistants/introduced-name.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { RpcRequest } from '../mcp-message/json-rpc.ts';
import type { JsonObject } from '../../json.ts';
import { discover } from './discover.ts';
import { initialize } from './initialize.ts';
import type { RequestContext, RpcAnswer } from './request-context.ts';
import { listTools } from './tools-list.ts';
import type { ProtocolError } from '../mcp-message/protocol-error.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { MODERN_VERSION } from '../mcp-message/protocol-version.ts';
import type { ServiceSettings } from '../../service-settings.ts';
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

export async function answerMethod(
  { method: name, params }: RpcRequest,
  { ports, caller, ticket, settings, protocolVersion, assistantName, userAgentName, nowMs, note }: RequestContext,
): Promise<Result<RpcAnswer, Refusal>> {
  const modern = protocolVersion === MODERN_VERSION;
  const method = (modern ? MODERN_METHODS : LEGACY_METHODS).get(name);
  if (method === undefined) {
    return fail({ kind: 'protocol_error', error: { kind: 'unknown_method', era: modern ? 'modern' : 'legacy' } });
  }
  const rate = await ticket.count();
  if (!rate.allowed) return fail({ kind: 'rate_limited', limit: 'account', ...rate });
  if (name === 'initialize')
    await noteIntroduction(ports.activity, caller.client, { assistantName, userAgentName }, nowMs);
  const result = await method(params, settings);
  if (!result.ok) return fail({ kind: 'protocol_error', error: result.reason });
  note({ outcome: 'answered' });
  return succeed({ result: result.value });
}
