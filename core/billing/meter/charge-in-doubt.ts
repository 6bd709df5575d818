/**
 * Charges in doubt: unanswered debits whose row no longer shows whether they were written (take-back.ts). Nothing was
 * subtracted for them, so the customer may be billed for a call that failed. An operator compares the row with the log
 * and resolves each once: the charge is taken back, or it stands. A period with a statement is not changed; the
 * statement is corrected instead.
 */
import type { AuditLine } from '../accounts/audit-line.ts';
import type { UsageOnRow } from '../accounts/usage.ts';
import { decideAgain, type ChangedMeanwhile } from '../../decide-again.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { MINUTE_MS } from '../../time.ts';
import { covers, type TakenAmounts } from './take-back.ts';

/** Identifies the debit of a charge in doubt. */
export interface DoubtPlace {
  readonly accountId: string;
  /** The key of its usage row: a period's, or `TRIAL`. */
  readonly usageKey: string;
  readonly debitId: number;
}

export interface ChargeInDoubt extends DoubtPlace {
  readonly amounts: TakenAmounts;
  /** When its call began, in whole minutes since 1970. */
  readonly minute: number;
  readonly resolution: Resolution | undefined;
}

/**
 * `taken_back`: the operator found that the debit was written, and its amounts were subtracted. `stands`: nothing was
 * subtracted.
 */
export type Resolution = 'taken_back' | 'stands';

export type ResolutionRefusal =
  | { readonly kind: 'unknown_charge' }
  /** Not recorded, and its debit is void: the service took it back, or it was never written. */
  | { readonly kind: 'already_void' }
  | { readonly kind: 'already_resolved'; readonly resolution: Resolution }
  /** The row has less than the charge: it cannot contain it. */
  | { readonly kind: 'charge_not_on_row' }
  | { readonly kind: 'period_stated' };

/** The rows that a resolution is decided from. */
export interface DoubtRows {
  readonly charge: ChargeInDoubt | undefined;
  readonly row: UsageOnRow;
  readonly isVoid: boolean;
  /** Whether the period has a statement, which must keep agreeing with its row. */
  readonly isStated: boolean;
}

/** Port: the charges in doubt, and what an operator decides about them. */
export interface DoubtStore {
  /** Returns the charges of an account, resolved or not, by period. */
  listCharges(accountId: string): Promise<readonly ChargeInDoubt[]>;
  readDoubt(place: DoubtPlace): Promise<DoubtRows>;
  /**
   * Records the resolution, in one transaction with the subtraction and the audit line. A charge that was not recorded
   * is recorded now, and its debit is made void. False: a row changed since it was read; nothing was written.
   */
  resolve(charge: ResolvedCharge, isRecorded: boolean, audit: AuditLine): Promise<boolean>;
}

export type ResolvedCharge = ChargeInDoubt & { readonly resolution: Resolution };

/**
 * The decision of an operator. @property stated the amounts and client of a charge that the store did not record,
 * because it did not answer
 */
export interface WantedResolution {
  readonly resolution: Resolution;
  readonly stated?: Pick<TakenAmounts, 'tokens' | 'items' | 'share'> | undefined;
}

/** Resolves a charge in doubt once. The same decision again changes nothing. */
export async function resolveDoubt(
  store: Pick<DoubtStore, 'readDoubt' | 'resolve'>,
  place: DoubtPlace,
  { resolution, stated }: WantedResolution,
  { who }: { readonly who: string },
  nowMs: number,
): Promise<Result<ChargeInDoubt, ResolutionRefusal | ChangedMeanwhile>> {
  return decideAgain<ChargeInDoubt, ResolutionRefusal>(async () => {
    const rows = await store.readDoubt(place);
    const { isStated } = rows;
    const charge = rows.charge ?? statedCharge(place, rows, stated, nowMs);
    if (charge === undefined) return fail({ kind: 'unknown_charge' });
    if (rows.charge === undefined && rows.isVoid) return fail({ kind: 'already_void' });
    if (charge.resolution === resolution) return succeed(charge);
    if (charge.resolution !== undefined) return fail({ kind: 'already_resolved', resolution: charge.resolution });
    if (resolution === 'taken_back' && isStated) return fail({ kind: 'period_stated' });
    if (resolution === 'taken_back' && !(covers(rows.row, charge.amounts) && othersHold(rows.row, charge.amounts)))
      return fail({ kind: 'charge_not_on_row' });
    const details = { period: place.usageKey, debit: place.debitId, tokens: charge.amounts.tokens, resolution };
    const resolved = { ...charge, resolution };
    const isRecorded = rows.charge !== undefined;
    const isWritten = await store.resolve(resolved, isRecorded, {
      who,
      what: 'usage.doubt_resolved',
      details,
      atMs: nowMs,
    });
    return isWritten ? succeed(resolved) : undefined;
  });
}

/**
 * Returns whether others have the tokens of a charge of no client, so that the sums by client keep agreeing with the
 * account's.
 */
function othersHold({ usage, counts }: UsageOnRow, { tokens, share }: TakenAmounts): boolean {
  if (share !== undefined) return true;
  const ofClients = [...(counts?.clients.values() ?? [])].reduce((sum, client) => sum + client.tokens, 0);
  // Stryker disable next-line OptionalChaining: covers() has already refused a row without figures
  return (usage?.tokens ?? 0) - ofClients >= tokens;
}

function statedCharge(
  place: DoubtPlace,
  { row: { usage } }: DoubtRows,
  stated: WantedResolution['stated'],
  nowMs: number,
): ChargeInDoubt | undefined {
  if (stated === undefined) return undefined;
  const { tokens, items, share } = stated;
  const isPeriod = usage !== undefined && 'priceNanoUsdPerToken' in usage;
  const amounts = {
    calls: 1,
    tokens,
    items,
    ...(isPeriod && { committed: tokens * usage.priceNanoUsdPerToken, share }),
  };
  return { ...place, amounts, minute: Math.floor(nowMs / MINUTE_MS), resolution: undefined };
}
