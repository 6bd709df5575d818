/** The last step of a call: its answer is paid, and only then becomes a result. Every refusal of a tool call is made here too. */
import { billingStateAt } from '../accounts/plan.ts';
import type { Caller } from '../accounts/caller.ts';
import { describeBillingRefusal, type BillingRefusal } from '../billing/billing-refusal.ts';
import { capStanding } from '../billing/cap-standing.ts';
import { meterCall, type MeterRefusal } from '../billing/meter-call.ts';
import { sandboxSpentError } from '../billing/sandbox.ts';
import { usageFigures } from '../billing/usage-figures.ts';
import { NO_CHARGE, type Charge, type UsageFigures } from '../accounts/usage.ts';
import type { ServiceError } from '../errors.ts';
import { limitCaller } from '../rate-limit/limit-caller.ts';
import type { RateRefusal } from '../rate-limit/rate-window.ts';
import { refusalAtMinutesEnd, requestCountOf } from '../rate-limit/request-count.ts';
import { fail, succeed, type Result } from '../result.ts';
import { answerTooLarge, fitsProxyPayload } from '../tools/answer-size.ts';
import type { Tool, ToolAnswer, ToolBilling } from '../tools/define-tool.ts';
import { toolFailure, toolSuccess } from './tool-result.ts';
import { rateLimitedError } from '../refusals/http-error.ts';
import { errorFigures, standingFigures, type RefusalFigures } from '../refusals/refusal-figures.ts';
import { requestsPerMinuteOf } from '../accounts/requests-per-minute.ts';
import type { RequestContext, RpcAnswer } from './request-context.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { correctActivity, noteActivity, NOTHING_ASKED } from './note-activity.ts';
import { dayOf } from '../time.ts';

/** What was written already when an answer is ready: the call's request, and its place among the assistant's calls. */
export type Counted = { readonly isCounted: false } | { readonly isCounted: true; readonly isNoted: boolean };

type LateAnswer = Pick<ToolAnswer<unknown>, 'structured' | 'summary'>;
type PayRefusal = MeterRefusal | { readonly kind: 'sandbox_spent'; readonly recordsPerDay: number };
type Answered = Promise<Result<RpcAnswer, Refusal>>;

export async function payAndAnswer(
  answer: ToolAnswer<unknown>,
  tool: Tool,
  context: RequestContext,
  counted: Counted,
): Answered {
  const fits = fitsProxyPayload(JSON.stringify(answer.structured));
  const billing: ToolBilling = fits ? answer.billing : { kind: 'free' };
  const isNoted = counted.isCounted && counted.isNoted;
  const noting = isNoted ? undefined : noteActivity(tokensAsked(billing, context.caller), context);
  const [paid, activity, whole] = await Promise.all([
    pay(billing, context, counted).catch(async (error: unknown) => {
      await correctActivity(await noting, context);
      throw error;
    }),
    noting,
    fits ? addLate(answer, context) : answer,
  ]);
  if (!paid.ok) {
    const asked = billing.kind === 'metered' ? billing.charge : NO_CHARGE;
    return refusedByMeter(paid.reason, asked, context, counted, () => correctActivity(activity, context));
  }
  if (!fits) return refusedCall(answerTooLarge(), context);
  context.note({ outcome: 'answered', tokensBilled: paid.value.tokens_billed });
  return succeed({ result: toolSuccess(whole, tool, paid.value, context) });
}

/** A request that the meter refused still counts, alone: what is refused for money must not be free of the rate. */
async function refusedByMeter(
  refusal: PayRefusal,
  asked: Charge,
  context: RequestContext,
  { isCounted }: Counted,
  correct: () => Promise<void>,
): Answered {
  const { caller, services, nowMs } = context;
  if (refusal.kind === 'minute_full') {
    await correct();
    return refusedByRate(refusalAtMinutesEnd(nowMs), context);
  }
  if (refusal.kind === 'sandbox_spent') return refusedBySandbox(refusal.recordsPerDay, context);
  const [rate] = await Promise.all([isCounted ? undefined : limitCaller(services, caller, nowMs), correct()]);
  if (rate?.allowed === false) return refusedByRate(rate, context);
  return refusedForMoney(refusal, context, asked);
}

/** Beside the meter, so that it costs no time; the answer may already be paid for, so it is never lost for it. */
export async function addLate(answer: ToolAnswer<unknown>, context: RequestContext): Promise<LateAnswer> {
  try {
    return (await answer.addLate?.()) ?? answer;
  } catch {
    context.note({ late: 'unread' });
    return answer;
  }
}

function tokensAsked(billing: ToolBilling, caller: Caller): number {
  if (billing.kind === 'settled') return billing.figures.tokens_billed;
  return billing.kind === 'metered' && caller.client.kind === 'live' ? billing.charge.tokens : NOTHING_ASKED;
}

/** What test keys read is free, and counted where the stage bounds it. */
async function readSandbox(
  { items }: Charge,
  { caller, services, nowMs }: RequestContext,
): Promise<Result<UsageFigures, PayRefusal>> {
  const { sandbox, testRecordsPerDay: atMost } = services;
  const { accountId } = caller.account;
  const isTaken =
    atMost === undefined || (await sandbox.take({ accountId, day: dayOf(nowMs), records: items, atMost }));
  return isTaken ? succeed(usageFigures(caller, nowMs)) : fail({ kind: 'sandbox_spent', recordsPerDay: atMost });
}

/** Whether the answer costs nothing; a settled one was paid. */
export function isFree(billing: ToolBilling): boolean {
  return billing.kind === 'free' || (billing.kind === 'metered' && billing.charge.items === NO_CHARGE.items);
}

async function pay(
  billing: ToolBilling,
  context: RequestContext,
  { isCounted }: Counted,
): Promise<Result<UsageFigures, PayRefusal>> {
  const { caller, services, nowMs } = context;
  if (billing.kind === 'metered' && !isFree(billing)) {
    if (caller.client.kind === 'test') return readSandbox(billing.charge, context);
    const request = isCounted ? undefined : requestCountOf(caller, nowMs);
    return meterCall(services.ledger, caller, billing.charge, nowMs, request);
  }
  const rate = isCounted ? undefined : await limitCaller(services, caller, nowMs);
  if (rate?.allowed === false) return fail({ kind: 'minute_full' });
  return succeed(billing.kind === 'settled' ? billing.figures : usageFigures(caller, nowMs));
}

/** @param asked what the answer would have cost, where that was known */
export function refusedForMoney(
  refusal: BillingRefusal,
  context: RequestContext,
  asked: Charge = NO_CHARGE,
): Result<RpcAnswer, Refusal> {
  const { caller, services, nowMs } = context;
  if (asked.items > 0) context.note({ why: { asked: asked.items, askedTokens: asked.tokens } });
  return refusedCall(describeBillingRefusal(refusal, services, capStanding(caller, nowMs)), context);
}

/** How the account's money or allowance stands, where that is what is in the way. */
function moneyFigures({ code }: ServiceError, { caller, nowMs }: RequestContext): RefusalFigures {
  const { account, usage } = caller;
  switch (code) {
    case 'spending_cap_reached':
      return standingFigures(capStanding(caller, nowMs));
    case 'trial_limit_reached':
      return { limit: account.trialAllowanceItems, limitOf: 'items of the trial', used: usage.trial?.items ?? 0 };
    case 'no_active_plan':
    case 'past_due':
    case 'trial_ended':
    case 'plan_required_for_enrich':
      return { billingState: billingStateAt(account, nowMs) };
    default:
      return {};
  }
}

export function refusedBySandbox(recordsPerDay: number, context: RequestContext): Result<RpcAnswer, Refusal> {
  const error = sandboxSpentError(recordsPerDay, context.nowMs);
  return refusedCall(error, context, { 'retry-after': String(error.retryAfterSeconds) });
}

export function refusedByRate(rate: RateRefusal, context: RequestContext): Result<RpcAnswer, Refusal> {
  const error = rateLimitedError({ kind: 'rate_limited', limit: 'account', ...rate });
  context.note({ why: { limit: requestsPerMinuteOf(context.caller), limitOf: 'requests a minute' } });
  return refusedCall(error, context, { 'retry-after': String(rate.retryAfterSeconds) });
}

export function refusedCall(
  error: ServiceError,
  context: RequestContext,
  headers: Readonly<Record<string, string>> = {},
): Result<RpcAnswer, Refusal> {
  context.note({ outcome: error.code, why: { ...errorFigures(error), ...moneyFigures(error, context) } });
  return succeed({ result: toolFailure(error, usageFigures(context.caller, context.nowMs), context), headers });
}
