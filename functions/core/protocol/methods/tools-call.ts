/**
 * `tools/call`: one call from its name to its result. The order of the rules is the contract's: plan rate limit, tool name,
 * scope, arguments; then the reads, the size of the answer, and last the meter. Data leaves only after the meter's write.
 */
import { recordActivity, takeBackTokens, type RecordedActivity } from '../../auth/assistant-activity.ts';
import type { Caller } from '../../auth/caller.ts';
import { describeBillingRefusal } from '../../billing/billing-refusal.ts';
import { meterCall } from '../../billing/meter-call.ts';
import { usageFigures } from '../../billing/usage-figures.ts';
import { NO_CHARGE, type UsageFigures } from '../../billing/usage.ts';
import type { ServiceError } from '../../errors.ts';
import { callerRefusedFromMemory, limitCaller } from '../../rate-limit/limit-caller.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { fitsProxyPayload } from '../../tools/answer-size.ts';
import type { PreparedCall, Tool, ToolAnswer, ToolBilling } from '../../tools/define-tool.ts';
import { findTool } from '../../tools/tool-catalog.ts';
import { toolFailure, toolSuccess } from '../../tools/tool-result.ts';
import { rateLimitedError } from '../answer-refusal.ts';
import type { RequestContext, RpcAnswer } from '../dispatch.ts';
import { isJsonObject, ownValue, type JsonObject } from '../json-rpc.ts';
import type { Refusal } from '../refusal.ts';

/** A call as far as it can be judged before the caller is known; its rules are believed in the contract's order. */
export type NamedCall =
  | { readonly kind: 'invalid_params'; readonly problem: string; readonly field: string }
  | {
      readonly kind: 'named';
      readonly tool: Tool;
      readonly arguments: JsonObject | undefined;
      readonly prepared: Prepared;
    };

type Prepared = Result<PreparedCall, ServiceError>;

export function nameCall(params: JsonObject): NamedCall {
  const name = ownValue(params, 'name');
  if (typeof name !== 'string') {
    return { kind: 'invalid_params', problem: 'tools/call needs the name of a tool.', field: 'name' };
  }
  const tool = findTool(name);
  if (tool === undefined) {
    return { kind: 'invalid_params', problem: 'There is no tool of this name; tools/list names them.', field: 'name' };
  }
  const args = Object.hasOwn(params, 'arguments') ? params['arguments'] : {};
  return isJsonObject(args)
    ? { kind: 'named', tool, arguments: args, prepared: tool.prepare(args) }
    : { kind: 'named', tool, arguments: undefined, prepared: fail({ code: 'invalid_parameter', message: '' }) };
}

export async function callTool(call: NamedCall, context: RequestContext): Promise<Result<RpcAnswer, Refusal>> {
  const { caller, services, nowMs } = context;
  const limited = limitCaller(services.rates, caller, nowMs);
  const flooding = callerRefusedFromMemory(services.rates, caller, nowMs) !== undefined;
  const readable = !flooding && call.kind === 'named' && caller.scopes.has(call.tool.scope) && call.prepared.ok;
  const reading = readable ? call.prepared.value.read({ caller, services, nowMs }) : undefined;
  reading?.catch(() => undefined);

  const rate = await limited;
  if (!rate.allowed) {
    const error = rateLimitedError({ kind: 'rate_limited', limit: 'account', ...rate });
    return refusedCall(error, context, { 'retry-after': String(rate.retryAfterSeconds) });
  }
  if (call.kind === 'invalid_params') return fail({ kind: 'protocol_fault', fault: call });
  if (!caller.scopes.has(call.tool.scope)) return fail({ kind: 'insufficient_scope', needed: [call.tool.scope] });
  if (call.arguments === undefined) {
    const problem = '`arguments` must be an object.';
    return fail({ kind: 'protocol_fault', fault: { kind: 'invalid_params', problem, field: 'arguments' } });
  }
  if (!call.prepared.ok) return refusedCall(call.prepared.reason, context);

  await reading;
  const answer = await call.prepared.value.answer({ caller, services, nowMs });
  return answer.ok ? payAndAnswer(answer.value, context) : refusedCall(answer.reason, context);
}

async function payAndAnswer(answer: ToolAnswer<unknown>, context: RequestContext): Promise<Result<RpcAnswer, Refusal>> {
  if (!fitsProxyPayload(answer.structured, context.revision === '2025-03-26')) {
    return refusedCall(answerTooLarge(), context);
  }
  const [paid, activity] = await Promise.all([pay(answer.billing, context), noteActivity(answer.billing, context)]);
  if (!paid.ok) {
    await correctActivity(activity, context);
    return refusedCall(paid.reason, context);
  }
  context.note({ outcome: 'answered', tokensBilled: paid.value.tokens_billed });
  return succeed({ result: toolSuccess(answer, paid.value, context) });
}

/** Beside the meter, so that it costs no time. It is a statistic: a call is neither refused nor repeated for it. */
async function noteActivity(billing: ToolBilling, context: RequestContext): Promise<RecordedActivity | undefined> {
  const { caller, services, assistant, nowMs } = context;
  try {
    return await recordActivity(services.activity, caller, assistant, tokensAsked(billing, caller), nowMs);
  } catch {
    context.note({ activity: 'lost' });
    return undefined;
  }
}

/** The meter refused what was counted beside it. */
async function correctActivity(activity: RecordedActivity | undefined, context: RequestContext): Promise<void> {
  if (activity === undefined) return;
  try {
    await takeBackTokens(context.services.activity, activity, context.nowMs);
  } catch {
    context.note({ activity: 'lost' });
  }
}

function tokensAsked(billing: ToolBilling, caller: Caller): number {
  if (billing.kind === 'settled') return billing.figures.tokens_billed;
  return billing.kind === 'metered' && caller.client.kind === 'live' ? billing.charge.tokens : 0;
}

async function pay(
  billing: ToolBilling,
  { caller, services, nowMs }: RequestContext,
): Promise<Result<UsageFigures, ServiceError>> {
  switch (billing.kind) {
    case 'free':
      return succeed(usageFigures(caller, nowMs));
    case 'settled':
      return succeed(billing.figures);
    case 'metered': {
      if (billing.charge.items === NO_CHARGE.items) return succeed(usageFigures(caller, nowMs));
      const metered = await meterCall(services.ledger, caller, billing.charge, nowMs);
      return metered.ok ? metered : fail(describeBillingRefusal(metered.reason, services));
    }
  }
}

function refusedCall(
  error: ServiceError,
  context: RequestContext,
  headers: Readonly<Record<string, string>> = {},
): Result<RpcAnswer, Refusal> {
  context.note({ outcome: error.code });
  return succeed({ result: toolFailure(error, usageFigures(context.caller, context.nowMs), context), headers });
}

function answerTooLarge(): ServiceError {
  return {
    code: 'batch_too_large',
    message:
      'The answer would be larger than one response can carry. Ask for fewer parts, or for fewer fields and sections.',
  };
}
