/** From a classified request to its answer: one method, one function. Requests that call no tool count against the plan's rate too. */
import type { Caller } from '../auth/caller.ts';
import { limitCaller } from '../rate-limit/limit-caller.ts';
import { fail, succeed, type Result } from '../result.ts';
import type { ToolServices } from '../tools/tool-services.ts';
import type { JsonObject, RpcId, RpcRequest } from './json-rpc.ts';
import { discover } from './methods/discover.ts';
import { initialize } from './methods/initialize.ts';
import { callTool, type NamedCall } from './methods/tools-call.ts';
import { listTools } from './methods/tools-list.ts';
import type { ProtocolFault } from './protocol-fault.ts';
import type { Refusal } from './refusal.ts';
import { MODERN_REVISION, type Revision } from './revision.ts';
import { SERVER_INFO } from './server-info.ts';

/** What became of a request, for the log; never text from outside. */
export interface RequestNote {
  readonly outcome: string;
  readonly tokensBilled?: number;
  readonly activity?: 'lost';
}

export interface RequestContext {
  readonly caller: Caller;
  readonly revision: Revision;
  readonly requestId: string;
  readonly nowMs: number;
  readonly services: ToolServices;
  readonly docsBaseUrl: string;
  /** As the list of connected assistants names the client. */
  readonly assistant: string;
  /** Adds to the log line. */
  readonly note: (note: Partial<RequestNote>) => void;
}

export interface RpcAnswer {
  readonly result: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

type Method = (params: JsonObject, revision: Revision) => Result<JsonObject, ProtocolFault>;

const MODERN_METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['server/discover', () => succeed(discover())],
  ['tools/list', listTools],
]);

const LEGACY_METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['initialize', (params) => succeed(initialize(params))],
  ['ping', () => succeed({})],
  ['tools/list', listTools],
]);

/** `call` is the named call of a tools/call, undefined for every other method. */
export async function dispatch(
  request: RpcRequest,
  call: NamedCall | undefined,
  context: RequestContext,
): Promise<Result<RpcAnswer, Refusal>> {
  if (call !== undefined) return callTool(call, context);
  const modern = context.revision === MODERN_REVISION;
  const method = (modern ? MODERN_METHODS : LEGACY_METHODS).get(request.method);
  if (method === undefined) {
    return fail({ kind: 'protocol_fault', fault: { kind: 'unknown_method', era: modern ? 'modern' : 'legacy' } });
  }
  const rate = await limitCaller(context.services.rates, context.caller, context.nowMs);
  if (!rate.allowed) return fail({ kind: 'rate_limited', limit: 'account', ...rate });
  const result = method(request.params, context.revision);
  if (!result.ok) return fail({ kind: 'protocol_fault', fault: result.reason });
  context.note({ outcome: 'answered' });
  return succeed({ result: result.value });
}

/** The response message. Modern results say that they are complete, and who answered; legacy ones do neither. */
export function rpcResponse(id: RpcId, result: JsonObject, revision: Revision): string {
  if (revision !== MODERN_REVISION) return JSON.stringify({ jsonrpc: '2.0', id, result });
  const meta = { ...(result['_meta'] as JsonObject | undefined), 'io.modelcontextprotocol/serverInfo': SERVER_INFO };
  return JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', ...result, _meta: meta } });
}
