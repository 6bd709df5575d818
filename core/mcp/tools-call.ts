/**
 * `tools/call`: one call from its name to its result. The order of the rules is the contract's: plan rate limit, tool name, scope, arguments;
 * then the account's state, the reads, the size of the answer, and last the meter. Data leaves only after the meter's write, which counts the
 * request of a live key too; whatever costs nothing counts it beside the reads.
 */
import { refusedByUsageRead } from '../billing/may-be-billed.ts';
import { isSandboxSpent } from '../billing/sandbox.ts';
import type { ServiceError } from '../errors.ts';
import { isJsonObject, ownValue, type JsonObject } from '../json.ts';
import { knownRefusal, limitCaller } from '../rate-limit/limit-caller.ts';
import type { RateVerdict } from '../rate-limit/rate-window.ts';
import { fail, succeed, type Result } from '../result.ts';
import type { PreparedCall, Tool } from '../tools/define-tool.ts';
import { findTool } from '../tools/definitions/all-tools.ts';
import type { ClassifiedMessage } from '../mcp-message/classify-message.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { noteActivity, NOTHING_ASKED } from './note-activity.ts';
import {
  addLate,
  isFree,
  payAndAnswer,
  refusedByRate,
  refusedBySandbox,
  refusedCall,
  refusedForMoney,
} from './pay-and-answer.ts';
import type { RequestContext, RpcAnswer } from './request-context.ts';

/** A call as far as it can be judged before the caller is known; which of its errors is told is decided in the contract's order. */
export type NamedCall =
  | { readonly kind: 'no_tool'; readonly problem: string }
  | { readonly kind: 'no_arguments'; readonly tool: Tool }
  | { readonly kind: 'named'; readonly tool: Tool; readonly prepared: Result<PreparedCall, ServiceError> };

/** The call that a message makes; undefined for every other message. */
export function readCall(message: ClassifiedMessage): NamedCall | undefined {
  if (message.kind !== 'request' || message.request.method !== 'tools/call') return undefined;
  return nameCall(message.request.params);
}

export function nameCall(params: JsonObject): NamedCall {
  const name = ownValue(params, 'name');
  if (typeof name !== 'string') return { kind: 'no_tool', problem: 'tools/call needs the name of a tool.' };
  const tool = findTool(name);
  if (tool === undefined) return { kind: 'no_tool', problem: 'There is no tool of this name; tools/list names them.' };
  const args = Object.hasOwn(params, 'arguments') ? params['arguments'] : {};
  return isJsonObject(args) ? { kind: 'named', tool, prepared: tool.prepare(args) } : { kind: 'no_arguments', tool };
}

type Answered = Promise<Result<RpcAnswer, Refusal>>;

export async function callTool(call: NamedCall, context: RequestContext): Answered {
  const { caller, services, nowMs } = context;
  const full = knownRefusal(services, caller, nowMs);
  if (full !== undefined) return refusedByRate(full, context);
  const ready = readyCall(call, context);
  if (!ready.ok) return countThen(ready.reason, context);
  const { tool, prepared } = ready.value;
  const expected = await prepared.expects(services);
  const unpaid = expected === 'records' ? refusedByUsageRead(caller, nowMs) : undefined;
  const { testRecordsPerDay } = services;
  if (expected === 'records' && testRecordsPerDay !== undefined && isSandboxSpent(caller, testRecordsPerDay))
    return countThen(() => refusedBySandbox(testRecordsPerDay, context), context);
  if (unpaid !== undefined) return countThen(() => refusedForMoney(unpaid, context), context);
  return caller.client.kind === 'live' && expected !== 'nothing' && !tool.changesData
    ? payAtTheEnd(tool, prepared, context)
    : countBesideReading(tool, prepared, context);
}

/** The call of a live key that will be billed: its request is counted with the charge. */
async function payAtTheEnd(tool: Tool, prepared: PreparedCall, context: RequestContext): Answered {
  const answer = await prepared.answer(context);
  if (!answer.ok) return countThen(() => refusedCall(answer.reason, context), context);
  return payAndAnswer(answer.value, tool, context, { isCounted: false });
}

/** Any other call: its request is counted beside the reads, and nothing is changed before it is. */
async function countBesideReading(tool: Tool, prepared: PreparedCall, context: RequestContext): Answered {
  const isNoted = !tool.changesData;
  const counting = countCall(context, { withActivity: isNoted });
  const answering = tool.changesData ? answerWhenCounted(counting, prepared, context) : answerWhole(prepared, context);
  answering.catch(() => undefined);
  const rate = await counting;
  if (!rate.allowed) return refusedByRate(rate, context);
  const answer = await answering;
  if (answer.ok) return payAndAnswer(answer.value, tool, context, { isCounted: true, isNoted });
  if (!isNoted) await noteActivity(NOTHING_ASKED, context);
  return refusedCall(answer.reason, context);
}

/** Reads beside the count; the tool may change data only when the request was counted. */
async function answerWhenCounted(
  counting: Promise<RateVerdict>,
  prepared: PreparedCall,
  context: RequestContext,
): ReturnType<PreparedCall['answer']> {
  const [rate] = await Promise.all([counting, prepared.read(context)]);
  if (!rate.allowed) throw new Error('A request that was not counted is not answered.');
  return prepared.answer(context);
}

/** The answer, when it is free with what is otherwise read beside the last write: there is none to come. */
async function answerWhole(prepared: PreparedCall, context: RequestContext): ReturnType<PreparedCall['answer']> {
  const answer = await prepared.answer(context);
  if (!answer.ok || !isFree(answer.value.billing)) return answer;
  const { structured, summary } = await addLate(answer.value, context);
  return succeed({ structured, summary, billing: answer.value.billing });
}

/** Counts the request, and the call among those of its assistant; then refuses it for `refused`, or for its rate. */
async function countThen(refused: () => Result<RpcAnswer, Refusal>, context: RequestContext): Answered {
  const rate = await countCall(context, { withActivity: true });
  return rate.allowed ? refused() : refusedByRate(rate, context);
}

async function countCall(
  context: RequestContext,
  { withActivity }: { readonly withActivity: boolean },
): Promise<RateVerdict> {
  const { caller, services, nowMs } = context;
  const [rate] = await Promise.all([
    limitCaller(services, caller, nowMs),
    withActivity ? noteActivity(NOTHING_ASKED, context) : undefined,
  ]);
  return rate;
}

interface ReadyCall {
  readonly tool: Tool;
  readonly prepared: PreparedCall;
}

/** The call when nothing about itself forbids it; or what the first rule that it breaks is answered with. */
function readyCall(call: NamedCall, context: RequestContext): Result<ReadyCall, () => Result<RpcAnswer, Refusal>> {
  if (call.kind === 'no_tool') return fail(() => invalidParams(call.problem, 'name'));
  const { tool } = call;
  const { scopes, client } = context.caller;
  if (!scopes.has(tool.scope)) {
    const held = client.grant === undefined ? {} : { held: [...scopes] };
    return fail(() => fail({ kind: 'insufficient_scope', needed: [tool.scope], ...held }));
  }
  if (call.kind === 'no_arguments') return fail(() => invalidParams('`arguments` must be an object.', 'arguments'));
  const { prepared } = call;
  return prepared.ok ? succeed({ tool, prepared: prepared.value }) : fail(() => refusedCall(prepared.reason, context));
}

function invalidParams(problem: string, field: string): Result<RpcAnswer, Refusal> {
  return fail({ kind: 'protocol_error', error: { kind: 'invalid_params', problem, field } });
}
