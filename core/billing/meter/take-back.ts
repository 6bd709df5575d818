/**
 * Decides from the current row how to take back a debit when the store's response was lost
 * (docs/decisions/0191-an-unanswered-charge-is-taken-back.md). The store does it in one conditional write that also
 * voids the debit, so the debit can neither be written late nor be taken back twice. Nothing is guessed: where the row
 * cannot show what happened, nothing is subtracted.
 */
import type { Receipt, ReceiptPlace, ReceiptWrite } from '../accounts/receipt.ts';
import type { PeriodUsage, TrialUsage, UsageOnRow } from '../accounts/usage.ts';
import { NANO_USD_PER_CENT, RESEARCH_PRICE_NANO_USD } from '../../money.ts';
import { usageKeyOf, type UsageDebit } from './usage-debit.ts';

/** How many debit ids a row keeps: usually more than the debits of an account while one call waits for its meter. */
export const REMEMBERED_DEBITS = 16;

/** The part of a usage row that shows the outcome of a debit. */
export interface DebitTrace extends UsageOnRow {
  /** The ids of the last debits on the row, newest first, at most {@link REMEMBERED_DEBITS}. */
  readonly recent: readonly number[];
  /** Whether the debit was taken back, so its write can no longer succeed. */
  readonly isVoid: boolean;
}

/** What the rows seen so far have shown about a debit. */
export interface DebitKnowledge {
  /**
   * The newest debit on the latest row that showed this one absent; until then the newest that the call read. Undefined
   * if there was none.
   */
  readonly absentAfter: number | undefined;
  /** True once a row has listed the debit: it stays written, even if later debits push it off the list. */
  readonly isWritten: boolean;
}

/** What a call knows about its own debit before it has seen a row again. */
export function firstKnowledge({ mark }: UsageDebit): DebitKnowledge {
  return { absentAfter: mark.after, isWritten: false };
}

/**
 * `void`: the debit was not written and must not be written from now on. `take`: its amounts are subtracted. `reopen`:
 * like `take` for the first debit of a period, which froze its terms: the period becomes unopened. `doubt`: the row
 * does not show whether the debit was written, or has less than its amounts; it is made void, nothing is subtracted,
 * and the charge is recorded as in doubt. `done`: nothing is left to do.
 */
export type TakeBackStep = 'void' | 'take' | 'reopen' | 'doubt' | 'done';

/** A step, and what its condition may rely on. */
export interface DecidedStep {
  readonly step: TakeBackStep;
  readonly known: DebitKnowledge;
}

/** Decides the next step from the row that refused the last one. @param remembered how many debits a row keeps */
export function takeBackStep(
  debit: UsageDebit,
  row: DebitTrace,
  known = firstKnowledge(debit),
  remembered = REMEMBERED_DEBITS,
): DecidedStep {
  const { recent, isVoid } = row;
  if (isVoid) return { step: 'done', known };
  if (known.isWritten || recent.includes(debit.mark.id)) {
    return { step: stepOfWritten(debit, row), known: { ...known, isWritten: true } };
  }
  // The row lists every debit since then, unless it is full and the last one of then is gone.
  if (recent.length >= remembered && !recent.some((id) => id === known.absentAfter)) return { step: 'doubt', known };
  return { step: 'void', known: { ...known, absentAfter: recent[0] } };
}

/** Always false for a trial's row, which has no `researchNanoUsd`: it freezes no terms, so it is never reopened. */
function isOnlyDebit({ wanted }: UsageDebit, usage: PeriodUsage | TrialUsage | undefined): boolean {
  const row: Partial<PeriodUsage> = usage ?? {};
  return row.calls === 1 && row.tokens === wanted.tokens && row.items === wanted.items && row.researchNanoUsd === 0;
}

/**
 * What is subtracted from a usage row when a debit is taken back. Parts that it reserved stay reserved, since their
 * requests remain.
 */
export function takenAmounts({ wanted, ...debit }: UsageDebit): TakenAmounts {
  const { tokens, items } = wanted;
  const committed = debit.kind === 'trial' ? undefined : tokens * debit.frozen.priceNanoUsdPerToken;
  // Stryker disable next-line ConditionalExpression,StringLiteral: the debit of a trial has no share
  const share = debit.kind === 'trial' ? undefined : debit.share;
  return {
    calls: 1,
    tokens,
    items,
    ...(committed !== undefined && { committed }),
    ...(share !== undefined && { share: { number: share.terms.number, day: share.day ?? null } }),
  };
}

/** Names are those of the row. */
export interface TakenAmounts {
  readonly calls: number;
  readonly tokens: number;
  readonly items: number;
  /** Only on a period's row. */
  readonly committed?: number;
  /**
   * The client whose figures the tokens are part of, and the day, in whole days since 1970; absent if it is counted
   * with others.
   */
  readonly share?: ClientPlace | undefined;
}

/** The figures of a client on a usage row. */
export interface ClientPlace {
  readonly number: string;
  /** Null if its budget is not by day. */
  readonly day: number | null;
}

/** Returns whether no figure of the row becomes negative when the amounts are subtracted. */
export function covers({ usage, counts }: UsageOnRow, amounts: TakenAmounts): boolean {
  const { calls, tokens, items, committed = 0, share } = amounts;
  if (usage === undefined) return false;
  if (share !== undefined && (counts?.clients.get(share.number)?.tokens ?? -1) < tokens) return false;
  const isWithin = usage.calls >= calls && usage.tokens >= tokens && usage.items >= items;
  return isWithin && (!('committedNanoUsd' in usage) || usage.committedNanoUsd >= committed);
}

/**
 * The rows that refused the last attempt to take back a debit and its receipt; a row that did not refuse is unknown.
 */
interface SeenWithReceipt {
  readonly row?: Pick<DebitTrace, 'isVoid' | 'usage' | 'counts'>;
  readonly receipt?: { readonly found: Receipt | undefined };
}

/**
 * Decides the next step for a debit with a receipt, which shows whether the debit was written: only the debit's own
 * receipt proves that it was, and only one that stands where the debit's would stand proves that it was not. `take` and
 * `reopen` also restore the previous receipt. A debit stays if a repeat was answered from its receipt. If another
 * request may have written its receipt over the debit's, it is unknown whether that request was answered: the charge is
 * in doubt.
 */
export function receiptTakeBackStep(
  debit: UsageDebit,
  write: ReceiptWrite,
  { row, receipt }: SeenWithReceipt,
): DecidedStep {
  const isWritten = receipt === undefined || receipt.found?.requestId === write.receipt.requestId;
  const known = { absentAfter: undefined, isWritten };
  if (row?.isVoid === true) return { step: 'done', known };
  // Stryker disable next-line ObjectLiteral: an unknown row has no figures under any name
  if (receipt === undefined) return { step: stepOfWritten(debit, row ?? { usage: undefined }), known };
  // Stryker disable next-line OptionalChaining: `isWritten` says that the debit's own receipt was found
  if (isWritten) return { step: receipt.found?.isKept === true ? 'done' : 'take', known };
  return { step: isWrittenOver(receipt.found, write) ? 'doubt' : 'void', known };
}

function stepOfWritten(debit: UsageDebit, row: UsageOnRow): TakeBackStep {
  if (!covers(row, takenAmounts(debit))) return 'doubt';
  return isOnlyDebit(debit, row.usage) ? 'reopen' : 'take';
}

/**
 * Returns whether a receipt may have been written over the debit's own, instead of over the one that the debit's
 * request read.
 */
export function isWrittenOver(found: Receipt | undefined, { seen, outdatedMs }: ReceiptWrite): boolean {
  const inForce = found !== undefined && found.atMs > outdatedMs ? found : undefined;
  if (inForce === undefined || inForce.requestId === seen?.requestId) return false;
  return inForce.over !== seen?.requestId;
}

/** Why a charge may remain. */
type Doubt =
  /** Neither its outcome nor that of taking it back is known. */
  | 'gave_up'
  /**
   * The row does not show whether it was written; nothing was subtracted, and the case is recorded
   * (charge-in-doubt.ts).
   */
  | 'in_doubt'
  /**
   * The call failed before its answer was made, for example because its time was over. The charge may be written, and
   * is not taken back.
   */
  | 'unfinished';

/** What became of a debit that was to be taken back. */
export type TakeBackResult = 'taken_back' | Exclude<Doubt, 'unfinished'>;

const DOUBTS: Readonly<Record<Doubt, string>> = {
  gave_up: 'it could not be taken back',
  in_doubt: 'its row does not show whether it was written',
  unfinished: 'its call ended before its answer',
};

/**
 * A receipt may be kept although its repeat failed: the charge then stays, with no answer. The message contains only
 * ids and amounts.
 */
export class UnansweredKeepError extends Error {
  override readonly name = 'UnansweredKeepError';

  constructor({ accountId, clientId }: ReceiptPlace, { requestId, tokens }: Receipt, cause: unknown) {
    super(
      `The charge of ${tokens} tokens by request ${requestId} of ${clientId} on ${accountId} may stand: its receipt may be kept`,
      {
        cause,
      },
    );
  }
}

/** `00`, with a day `00:20775`, or `others`: what an operator states of a charge that the store did not record. */
function placeText(share: ClientPlace | undefined): string {
  return share === undefined ? 'others' : share.number + (share.day === null ? '' : `:${share.day}`);
}

/** A charge may remain although its call failed. The message contains only ids and amounts. */
export class UnansweredDebitError extends Error {
  override readonly name = 'UnansweredDebitError';

  constructor(debit: UsageDebit, doubt: Doubt, cause: unknown) {
    const { tokens, items, share } = takenAmounts(debit);
    const client = debit.kind === 'trial' ? '' : ` client ${placeText(share)}`;
    const place = `${debit.accountId} ${usageKeyOf(debit)}${client}`;
    const { parts } = debit.wanted;
    const cents = (parts * RESEARCH_PRICE_NANO_USD) / NANO_USD_PER_CENT;
    const reserved = debit.kind === 'trial' ? `${parts} reserved items` : `${cents} cents of research`;
    const amounts = `${tokens} tokens and ${items} items${parts === 0 ? '' : ` and ${reserved}`}`;
    super(`Debit ${debit.mark.id} of ${amounts} on ${place} may stand: ${DOUBTS[doubt]}`, { cause });
  }
}
