/**
 * Pays for the answer before it is sent, as the last step of a call. core/billing/meter/meter-call.ts decides the
 * debit.
 */
import { NOT_BILLED, type BilledAmounts } from '../../access/assistants/assistant-activity.ts';
import { attemptAgain } from '../../decide-again.ts';
import { NO_CHARGE, type Charge, type UsageFigures } from '../../billing/accounts/usage.ts';
import { isNothing } from '../../billing/meter/charge-for-items.ts';
import { meterCall, type MeterRefusal } from '../../billing/meter/meter-call.ts';
import { isBillable, type BillableCaller } from '../../billing/meter/usage-debit.ts';
import { usageFigures } from '../../billing/meter/usage-figures.ts';
import { refusalAtMinutesEnd } from '../../billing/rate-limit/request-count.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { dayOf } from '../../time.ts';
import { answerTooLarge, fitsProxyPayload } from './answer-size.ts';
import type { CallContext, ToolCallResult, NotedCall, WholeAnswer } from './call-context.ts';
import type { Tool, ToolAnswer, ToolBilling } from './define-tool.ts';
import { failed, failedByIdempotencyKey, failedByRate, failedBySandbox, failedForMoney } from './failed-call.ts';
import { objectJson, objectLength, writeMembers } from './answers/written-answer.ts';

type PayRefusal =
  | Exclude<MeterRefusal, { readonly kind: 'receipt_changed' }>
  | { readonly kind: 'sandbox_spent'; readonly itemsPerDay: number }
  | { readonly kind: 'idempotency_key_of_another' };

export async function payForAnswer(
  answer: ToolAnswer<unknown>,
  tool: Tool,
  context: CallContext,
  activity: NotedCall,
): Promise<ToolCallResult> {
  const written = writeMembers(answer.structured);
  const fits = fitsProxyPayload(objectLength(written), () => objectJson(written));
  const billing: ToolBilling = fits ? answer.billing : { kind: 'free' };
  const [paid, whole] = await Promise.all([
    pay(billing, context).catch(async (error: unknown) => {
      await activity.takeBack();
      throw error;
    }),
    fits && answer.addLate !== undefined ? addLate(answer, context) : answer,
    activity.note(billedIfPaid(billing, context)),
  ]);
  if (!paid.ok) {
    // Stryker disable next-line ConditionalExpression: only refusals for money read it, and a free answer gets none
    const charge = billing.kind === 'metered' ? billing.charge : NO_CHARGE;
    return failedByMeter(paid.reason, charge, context, activity);
  }
  if (!fits) return failed(answerTooLarge(), context);
  // Of two requests with one idempotency key, the slower learns from the meter that it owes less.
  const takingBack = activity.takeBack(billedOf(billing, paid.value, context));
  if (takingBack !== undefined) await takingBack;
  const found = foundBy(answer);
  context.note({
    outcome: 'answered',
    ...(found !== undefined && { found }),
    tokensBilled: paid.value.tokens_billed,
  });
  const sent = context.ticket.candidatesSpent ? withoutCandidates(whole) : whole;
  const figures = paid.value;
  return sent.structured === answer.structured
    ? { kind: 'answered', tool, answer: sent, written, figures }
    : { kind: 'answered', tool, answer: sent, figures };
}

/** Undefined for a call that looks for no records. */
function foundBy({ found, billing }: ToolAnswer<unknown>): number | undefined {
  return found ?? (billing.kind === 'metered' ? billing.charge.items : undefined);
}

/** Returns the answer as it is if it has no candidates. */
export function withoutCandidates<Answer extends WholeAnswer>(answer: Answer): Answer {
  return { ...answer, ...answer.withoutCandidates?.() };
}

async function failedByMeter(
  refusal: PayRefusal,
  charge: Charge,
  context: CallContext,
  activity: NotedCall,
): Promise<ToolCallResult> {
  switch (refusal.kind) {
    case 'sandbox_spent':
      return failedBySandbox(refusal.itemsPerDay, context);
    case 'minute_full':
      await activity.takeBack();
      return failedByRate(refusalAtMinutesEnd(context.nowMs), context);
    case 'idempotency_key_of_another':
      return failedUnbilled(() => failedByIdempotencyKey(context), context, activity);
    default:
      return failedUnbilled(() => failedForMoney(refusal, context, charge), context, activity);
  }
}

/** The request still counts, without a charge, so that the rate limit also covers refusals for billing reasons. */
async function failedUnbilled(
  failure: () => ToolCallResult,
  context: CallContext,
  activity: NotedCall,
): Promise<ToolCallResult> {
  const [rate] = await Promise.all([context.ticket.count(), activity.takeBack()]);
  return rate.allowed ? failure() : failedByRate(rate, context);
}

/**
 * Adds late additions in parallel with the meter. If that fails, the answer is kept, because it may already be paid
 * for.
 */
export async function addLate(answer: ToolAnswer<unknown>, context: CallContext): Promise<WholeAnswer> {
  try {
    return (await answer.addLate?.()) ?? answer;
  } catch {
    context.note({ late: 'unread' });
    return answer;
  }
}

/** A settled answer was debited, even if it only reserves research and has no tokens. */
function billedOf(
  billing: ToolBilling,
  { tokens_billed: tokens }: UsageFigures,
  { caller }: CallContext,
): BilledAmounts {
  if (caller.client.kind !== 'live') return NOT_BILLED;
  return { billed: billing.kind === 'settled' || tokens > 0 ? 1 : 0, tokens };
}

function billedIfPaid(billing: ToolBilling, context: CallContext): BilledAmounts {
  if (billing.kind === 'settled') return billedOf(billing, billing.figures, context);
  if (billing.kind !== 'metered' || context.caller.client.kind !== 'live') return NOT_BILLED;
  const owed = context.receipt?.owed(billing.charge) ?? billing.charge;
  return { billed: isNothing(owed) ? 0 : 1, tokens: owed.tokens };
}

/** Whether the answer costs nothing. A settled answer is not free, because an earlier request paid for it. */
export function isFree(billing: ToolBilling): boolean {
  return billing.kind === 'free' || (billing.kind === 'metered' && billing.charge.items === NO_CHARGE.items);
}

function pay(billing: ToolBilling, context: CallContext): Promise<Result<UsageFigures, PayRefusal>> {
  switch (billing.kind) {
    case 'free':
      return countUnbilled(usageFigures(context.caller, context.nowMs), context);
    case 'settled':
      return countUnbilled(billing.figures, context);
    case 'metered':
      return isFree(billing) ? pay({ kind: 'free' }, context) : payCharge(billing.charge, context);
  }
}

/** Counts the request without a charge, unless it is already counted. */
async function countUnbilled(
  figures: UsageFigures,
  { ticket }: CallContext,
): Promise<Result<UsageFigures, { readonly kind: 'minute_full' }>> {
  const rate = await ticket.count();
  // Stryker disable next-line ObjectLiteral,StringLiteral: failedUnbilled() counts again and refuses by itself
  return rate.allowed ? succeed(figures) : fail({ kind: 'minute_full' });
}

/** How often a request may lose to another with the same idempotency key, before it fails. */
const MAX_IDEMPOTENCY_KEY_TRIES = 5;

/** The reasons to refuse one attempt to pay. One is that another request with the same idempotency key was first. */
type OwedRefusal = PayRefusal | MeterRefusal;

/** Pays what the receipt of the request does not cover. */
async function payCharge(charge: Charge, context: CallContext): Promise<Result<UsageFigures, PayRefusal>> {
  const { receipt } = context;
  const done = await attemptAgain(async () => {
    if (receipt?.isOfAnother === true) return fail({ kind: 'idempotency_key_of_another' });
    const owed = receipt?.owed(charge) ?? charge;
    const paid = isNothing(owed) ? await payByReceipt(context) : await payOwed(owed, context);
    if (paid.ok) return paid;
    const { reason } = paid;
    if (reason.kind !== 'receipt_changed') return fail(reason);
    // Stryker disable next-line OptionalChaining: a request without a receipt is never refused as `receipt_changed`
    receipt?.found(reason.receipt);
    return undefined;
  }, MAX_IDEMPOTENCY_KEY_TRIES);
  if (done !== undefined) return done;
  throw new Error('A receipt changed faster than it could be read.');
}

/**
 * Settles an answer that the receipt covers. The request that paid for it may be taking its charge back right now,
 * because its response was lost; only one of the two succeeds. The request is counted first, because one over the rate
 * limit must not keep the receipt.
 */
async function payByReceipt(context: CallContext): Promise<Result<UsageFigures, OwedRefusal>> {
  const { receipt, caller, ports, nowMs } = context;
  const free = await countUnbilled(usageFigures(caller, nowMs), context);
  // Stryker disable next-line OptionalChaining: a request without a receipt owes its charge and does not get here
  const unkept = caller.client.kind === 'test' ? undefined : receipt?.unkept;
  if (!free.ok || unkept === undefined) return free;
  const result = await ports.receipts.keep(unkept.place, unkept.seen);
  return result.kind === 'kept' ? free : fail(result);
}

function payOwed(owed: Charge, context: CallContext): Promise<Result<UsageFigures, OwedRefusal>> {
  return isBillable(context.caller) ? debit(owed, context.caller, context) : readSandbox(owed, context);
}

/** Test keys read items for free; their items are counted if the stage limits them. */
async function readSandbox(
  owed: Charge,
  { caller, ports, nowMs, receipt }: CallContext,
): Promise<Result<UsageFigures, OwedRefusal>> {
  const { sandbox, testItemsPerDay: atMost } = ports;
  const { accountId } = caller.account;
  const read = atMost === undefined ? undefined : { accountId, day: dayOf(nowMs), items: owed.items, atMost };
  if (receipt !== undefined) {
    const result = await sandbox.takeWithReceipt(read, receipt.write(owed));
    if (result.kind === 'receipt_changed') return fail(result);
    if (result.kind === 'taken') return succeed(usageFigures(caller, nowMs));
  } else if (read === undefined || (await sandbox.take(read))) return succeed(usageFigures(caller, nowMs));
  return fail({ kind: 'sandbox_spent', itemsPerDay: atMost ?? 0 });
}

async function debit(
  owed: Charge,
  caller: BillableCaller,
  { ports, nowMs, ticket, receipt }: CallContext,
): Promise<Result<UsageFigures, OwedRefusal>> {
  const request = ticket.forDebit();
  const others = { request, receipt: receipt?.write(owed) };
  try {
    const paid = await meterCall(ports.usageStore, caller, owed, nowMs, others);
    if (request !== undefined) ticket.debitWrote(paid.ok, paid.ok && paid.value.candidatesSpent);
    return paid.ok ? succeed(paid.value.figures) : paid;
  } catch (error) {
    // The store has counted the request.
    if (request !== undefined) ticket.debitWrote(true);
    throw error;
  }
}
