/**
 * Runs one tool call from its name to its outcome, for every interface. The contract defines the order of the rules:
 * plan rate limit, tool name, scope, arguments; then the account's state, the reads, the size of the answer, and last
 * the meter. Data is sent only after the meter's write, which also counts the request of a live key; a free call counts
 * it in parallel with the reads.
 *
 * The candidates of misses are limited by account and day (candidate-count.ts). What is left is read with the caller,
 * before the answer is built; the write that counts the request counts them too, for a test key as items of the
 * sandbox. If that write finds that other calls have used up the day, the answer is sent without them.
 */
import { refusedByUsageRead } from '../../billing/meter/may-be-billed.ts';
import { candidatesLeft } from '../../billing/rate-limit/candidate-count.ts';
import { isSandboxSpent } from '../../billing/meter/sandbox.ts';
import type { RateVerdict } from '../../billing/rate-limit/rate-window.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { started } from '../../started.ts';
import { dayOf } from '../../time.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { CallActivity } from './call-activity.ts';
import type { CallContext, ToolCallResult, NotedCall } from './call-context.ts';
import type { Expectation, NamedCall, PreparedCall, Tool, ToolCall } from './define-tool.ts';
import type { ToolPorts } from './tool-ports.ts';
import { addLate, isFree, payForAnswer, withoutCandidates } from './pay-for-answer.ts';
import { failed, failedByIdempotencyKey, failedByRate, failedBySandbox, failedForMoney } from './failed-call.ts';

export async function callTool(call: NamedCall, context: CallContext): Promise<ToolCallResult> {
  const activity = context.activity ?? new CallActivity(context);
  const full = context.ticket.refused();
  if (full !== undefined) return failedByRate(full, context);
  try {
    return await callAllowed(call, context, activity);
  } catch (error) {
    // A call whose reads failed counts too, otherwise a caller could repeat it without limit. Nothing is counted twice.
    await countCall(context, activity).catch(() => undefined);
    throw error;
  }
}

/** Serves a call that the rate limit, as far as it is known, allows. */
async function callAllowed(call: NamedCall, context: CallContext, activity: NotedCall): Promise<ToolCallResult> {
  const ready = readyCall(call, context);
  if (!ready.ok) return failCounted(ready.reason, context, activity);
  const { tool, prepared } = ready.value;
  if (context.receipt?.isOfAnother === true)
    return failCounted(() => failedByIdempotencyKey(context), context, activity);
  const expected = await prepared.expects(context.ports);
  const unpayable = failedBeforeReading(expected, context);
  if (unpayable !== undefined) return failCounted(unpayable, context, activity);
  const left = candidatesLeft(context.caller, context.ports.testItemsPerDay, context.nowMs);
  const candidates = left === 0 ? 0 : Math.min(left, await prepared.misses(context.ports));
  // The write that counts the request counts them; those of test keys are items of the sandbox.
  context.ticket.showCandidates(candidates);
  const showing = { ...context, candidates };
  return context.caller.client.kind === 'live' && expected !== 'nothing' && !tool.changesData
    ? payAfterReading(tool, prepared, showing, activity)
    : countWhileReading(tool, prepared, showing, activity);
}

type ShowingContext = CallContext & ToolCall;

/** Serves a call of a live key that will be billed: its request is counted with the charge. */
async function payAfterReading(
  tool: Tool,
  prepared: PreparedCall,
  context: ShowingContext,
  activity: NotedCall,
): Promise<ToolCallResult> {
  const answer = await prepared.answer(context);
  if (!answer.ok) return failCounted(() => failed(answer.reason, context), context, activity);
  return await payForAnswer(answer.value, tool, context, activity);
}

/** Serves any other call: its request is counted in parallel with the reads, and no data changes before that. */
async function countWhileReading(
  tool: Tool,
  prepared: PreparedCall,
  context: ShowingContext,
  activity: NotedCall,
): Promise<ToolCallResult> {
  const taking = started(takeCandidates(context));
  const counting = tool.changesData ? context.ticket.count() : countCall(context, activity);
  const answering = started(
    tool.changesData ? prepared.answer(context, () => whenCounted(counting, context)) : answerWhole(prepared, context),
  );
  const [rate, mayShow] = await Promise.all([counting, taking]);
  if (!rate.allowed) return failedByRate(rate, context);
  const answer = await answering;
  if (answer.ok) return payForAnswer(mayShow ? answer.value : withoutCandidates(answer.value), tool, context, activity);
  await activity.note();
  return failed(answer.reason, context);
}

/** Counts the candidates of a test key's call; returns false if another call has used up the day meanwhile. */
async function takeCandidates({ caller, ports, candidates, nowMs }: ShowingContext): Promise<boolean> {
  const { testItemsPerDay: atMost } = ports;
  if (caller.client.kind !== 'test' || candidates === 0 || atMost === undefined) return true;
  return ports.sandbox.take({ accountId: caller.account.accountId, day: dayOf(nowMs), items: candidates, atMost });
}

/** Returns the ports of a tool that changes data, once its request is counted. */
async function whenCounted(counting: Promise<RateVerdict>, { ports }: CallContext): Promise<ToolPorts> {
  const rate = await counting;
  if (!rate.allowed) throw new Error('A request that was not counted changes nothing.');
  return ports;
}

/**
 * Returns the answer. A free answer gets its late additions here, because no charge is written in parallel with them.
 */
async function answerWhole(prepared: PreparedCall, context: ShowingContext): ReturnType<PreparedCall['answer']> {
  const answer = await prepared.answer(context);
  if (!answer.ok || !isFree(answer.value.billing)) return answer;
  const { structured, summary, withoutCandidates: plain } = await addLate(answer.value, context);
  const { billing, found } = answer.value;
  return succeed({ structured, summary, withoutCandidates: plain, billing, found });
}

/** Counts the request and the assistant's call, then fails with `failure` or with the rate limit. */
async function failCounted(
  failure: () => ToolCallResult,
  context: CallContext,
  activity: NotedCall,
): Promise<ToolCallResult> {
  const rate = await countCall(context, activity);
  return rate.allowed ? failure() : failedByRate(rate, context);
}

async function countCall({ ticket }: CallContext, activity: NotedCall): Promise<RateVerdict> {
  const [rate] = await Promise.all([ticket.count(), activity.note()]);
  return rate;
}

interface ReadyCall {
  readonly tool: Tool;
  readonly prepared: PreparedCall;
}

/**
 * Returns the call if its tool, scope and arguments are valid; otherwise the outcome of the first rule that it breaks.
 */
function readyCall(call: NamedCall, context: CallContext): Result<ReadyCall, () => ToolCallResult> {
  if (call.kind === 'no_tool') return fail(() => refused(call.refusal));
  const { tool, prepared } = call;
  const { scopes, client } = context.caller;
  if (!scopes.has(tool.scope)) {
    const granted = client.signIn === undefined ? {} : { held: [...scopes] };
    return fail(() => refused({ kind: 'insufficient_scope', needed: [tool.scope], ...granted }));
  }
  if (prepared.ok) return succeed({ tool, prepared: prepared.value });
  const problem = prepared.reason;
  return fail(() => (problem.kind === 'error' ? failed(problem.error, context) : refused(problem.refusal)));
}

/** Refuses a caller that cannot pay for an item before items are read. */
function failedBeforeReading(expected: Expectation, context: CallContext): (() => ToolCallResult) | undefined {
  // A repeat may already be paid for; the meter decides whether the remainder may be billed.
  if (expected !== 'items' || context.receipt?.isRepeat === true) return undefined;
  const { caller, ports, nowMs } = context;
  const { testItemsPerDay } = ports;
  if (isSandboxSpent(caller, testItemsPerDay)) return () => failedBySandbox(testItemsPerDay, context);
  const unpaid = refusedByUsageRead(caller, nowMs);
  return unpaid === undefined ? undefined : () => failedForMoney(unpaid, context);
}

function refused(refusal: Refusal): ToolCallResult {
  return { kind: 'refused', refusal };
}
