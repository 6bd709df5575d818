/** The last step of a call: its answer is paid, and only then leaves. */
import type { Caller } from '../accounts/caller.ts';
import { NO_CHARGE, type Charge, type UsageFigures } from '../accounts/usage.ts';
import { meterCall, type MeterRefusal } from '../billing/meter-call.ts';
import { usageFigures } from '../billing/usage-figures.ts';
import { refusalAtMinutesEnd } from '../rate-limit/request-count.ts';
import { fail, succeed, type Result } from '../result.ts';
import { dayOf } from '../time.ts';
import { answerTooLarge, fitsProxyPayload } from './answer-size.ts';
import type { CallActivity } from './call-activity.ts';
import type { CallContext, CallOutcome, WholeAnswer } from './call-context.ts';
import type { Tool, ToolAnswer, ToolBilling } from './define-tool.ts';
import { failed, failedByRate, failedBySandbox, failedForMoney } from './failed-call.ts';

type PayRefusal = MeterRefusal | { readonly kind: 'sandbox_spent'; readonly recordsPerDay: number };

export async function payForAnswer(
  answer: ToolAnswer<unknown>,
  tool: Tool,
  context: CallContext,
  activity: CallActivity,
): Promise<CallOutcome> {
  const fits = fitsProxyPayload(JSON.stringify(answer.structured));
  const billing: ToolBilling = fits ? answer.billing : { kind: 'free' };
  const [paid, whole] = await Promise.all([
    pay(billing, context).catch(async (error: unknown) => {
      await activity.takeBack();
      throw error;
    }),
    fits ? addLate(answer, context) : answer,
    activity.note(tokensAsked(billing, context.caller)),
  ]);
  if (!paid.ok) {
    const asked = billing.kind === 'metered' ? billing.charge : NO_CHARGE;
    return failedByMeter(paid.reason, asked, context, activity);
  }
  if (!fits) return failed(answerTooLarge(), context);
  context.note({ outcome: 'answered', tokensBilled: paid.value.tokens_billed });
  return { kind: 'answered', tool, answer: whole, figures: paid.value };
}

/** A request that the meter refused still counts, alone: what is refused for money must not be free of the rate. */
async function failedByMeter(
  refusal: PayRefusal,
  asked: Charge,
  context: CallContext,
  activity: CallActivity,
): Promise<CallOutcome> {
  const { ticket, nowMs } = context;
  if (refusal.kind === 'minute_full') {
    await activity.takeBack();
    return failedByRate(refusalAtMinutesEnd(nowMs), context);
  }
  if (refusal.kind === 'sandbox_spent') return failedBySandbox(refusal.recordsPerDay, context);
  const [rate] = await Promise.all([ticket.count(), activity.takeBack()]);
  return rate.allowed ? failedForMoney(refusal, context, asked) : failedByRate(rate, context);
}

/** Beside the meter, so that it costs no time; the answer may already be paid for, so it is never lost for it. */
export async function addLate(answer: ToolAnswer<unknown>, context: CallContext): Promise<WholeAnswer> {
  try {
    return (await answer.addLate?.()) ?? answer;
  } catch {
    context.note({ late: 'unread' });
    return answer;
  }
}

function tokensAsked(billing: ToolBilling, caller: Caller): number {
  if (billing.kind === 'settled') return billing.figures.tokens_billed;
  return billing.kind === 'metered' && caller.client.kind === 'live' ? billing.charge.tokens : NO_CHARGE.tokens;
}

/** What test keys read is free, and counted where the stage bounds it. */
async function readSandbox(
  { items }: Charge,
  { caller, services, nowMs }: CallContext,
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

async function pay(billing: ToolBilling, context: CallContext): Promise<Result<UsageFigures, PayRefusal>> {
  const { caller, nowMs, ticket } = context;
  if (billing.kind === 'metered' && !isFree(billing)) {
    return caller.client.kind === 'test' ? readSandbox(billing.charge, context) : debit(billing.charge, context);
  }
  const rate = await ticket.count();
  if (!rate.allowed) return fail({ kind: 'minute_full' });
  return succeed(billing.kind === 'settled' ? billing.figures : usageFigures(caller, nowMs));
}

async function debit(charge: Charge, { caller, services, nowMs, ticket }: CallContext): ReturnType<typeof meterCall> {
  const request = ticket.forDebit();
  const paid = await meterCall(services.ledger, caller, charge, nowMs, request);
  if (request !== undefined) ticket.debitWrote(paid.ok);
  return paid;
}
