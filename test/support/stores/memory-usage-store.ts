/** Usage rows in memory, with the same contract as the real store (test/core/billing/meter/usage-store-contract.ts). */
import type { UsageStore, DebitResult } from '../../../core/billing/meter/usage-store.ts';
import {
  TRIAL_USAGE_KEY,
  usageKeyOf,
  type PeriodDebit,
  type TrialDebit,
  type UsageDebit,
} from '../../../core/billing/meter/usage-debit.ts';
import type { PeriodUsage, TrialUsage } from '../../../core/billing/accounts/usage.ts';

/**
 * The price of a researched part in nano-USD. It is repeated here, so that this store does not follow a wrong change.
 */
const PART_NANO_USD = 150_000_000;

export class MemoryUsageStore implements UsageStore {
  readonly #periods = new Map<string, PeriodUsage>();
  readonly #trials = new Map<string, TrialUsage>();
  /** The number of debits so far, including refused ones. */
  debits = 0;

  async debit(debit: UsageDebit): Promise<DebitResult> {
    this.debits += 1;
    return debit.kind === 'trial' ? this.#drawTrial(debit) : this.#drawPeriod(debit);
  }

  /** Returns whether `debit` would be accepted. */
  takes(debit: UsageDebit): boolean {
    const row = this.read(debit.accountId, usageKeyOf(debit));
    if (debit.kind === 'trial') return row === undefined || row.items <= debit.itemsAtMost;
    if (row === undefined) return mayBeFirst(debit);
    return 'tokensIncluded' in row && mayFollow(debit, row);
  }

  read(accountId: string, usageKey: string): PeriodUsage | TrialUsage | undefined {
    return usageKey === TRIAL_USAGE_KEY ? this.#trials.get(accountId) : this.#periods.get(`${accountId} ${usageKey}`);
  }

  /** Charges or releases the reserve of one part. */
  settle(accountId: string, usageKey: string, outcome: 'found' | 'released'): void {
    const row = this.read(accountId, usageKey);
    const held =
      row === undefined ? 0 : 'tokensIncluded' in row ? row.reservedNanoUsd / PART_NANO_USD : row.reservedItems;
    if (row === undefined || held < 1) throw new Error('The reserve of a request that is being settled is not there');
    const back = outcome === 'released' ? 1 : 0;
    if (!('tokensIncluded' in row)) {
      this.#trials.set(accountId, { ...row, reservedItems: row.reservedItems - 1, items: row.items - back });
      return;
    }
    this.#periods.set(`${accountId} ${usageKey}`, {
      ...row,
      reservedNanoUsd: row.reservedNanoUsd - PART_NANO_USD,
      chargedNanoUsd: row.chargedNanoUsd + (1 - back) * PART_NANO_USD,
      researchNanoUsd: row.researchNanoUsd - back * PART_NANO_USD,
      committedNanoUsd: row.committedNanoUsd - back * PART_NANO_USD,
    });
  }

  #drawPeriod(debit: PeriodDebit): DebitResult {
    const key = `${debit.accountId} ${debit.periodKey}`;
    const row = this.#periods.get(key);
    if (!(row === undefined ? mayBeFirst(debit) : mayFollow(debit, row))) return { kind: 'refused', usage: row };
    const usage = afterPeriodDebit(debit, row);
    this.#periods.set(key, usage);
    return { kind: 'debited', usage };
  }

  #drawTrial({ accountId, wanted, itemsAtMost }: TrialDebit): DebitResult {
    const row = this.#trials.get(accountId);
    if (row !== undefined && row.items > itemsAtMost) return { kind: 'refused', usage: row };
    const { items, reservedItems, tokens, calls } = row ?? { items: 0, reservedItems: 0, tokens: 0, calls: 0 };
    const usage = {
      items: items + wanted.items + wanted.parts,
      reservedItems: reservedItems + wanted.parts,
      tokens: tokens + wanted.tokens,
      calls: calls + 1,
    };
    this.#trials.set(accountId, usage);
    return { kind: 'debited', usage };
  }
}

function mayBeFirst({ limits }: PeriodDebit): boolean {
  return limits.kind === 'none' || limits.emptyRow;
}

function mayFollow({ frozen, limits }: PeriodDebit, row: PeriodUsage): boolean {
  if (row.priceNanoUsdPerToken !== frozen.priceNanoUsdPerToken) return false;
  if (row.tokensIncluded !== frozen.tokensIncluded) return false;
  if (frozen.monthlyFeeNanoUsd !== undefined && row.monthlyFeeNanoUsd !== frozen.monthlyFeeNanoUsd) return false;
  switch (limits.kind) {
    case 'none':
      return true;
    case 'tokens':
      return row.committedNanoUsd <= limits.committedAtMost || row.tokens <= limits.tokensAtMost;
    case 'research':
      return row.committedNanoUsd <= limits.committedAtMost && row.researchNanoUsd <= limits.researchAtMost;
  }
}

function afterPeriodDebit({ wanted, frozen }: PeriodDebit, row: PeriodUsage | undefined): PeriodUsage {
  const research = wanted.parts * PART_NANO_USD;
  const { priceNanoUsdPerToken, tokensIncluded, monthlyFeeNanoUsd } = row ?? frozen;
  return {
    priceNanoUsdPerToken,
    tokensIncluded,
    ...(monthlyFeeNanoUsd !== undefined && { monthlyFeeNanoUsd }),
    tokens: (row?.tokens ?? 0) + wanted.tokens,
    items: (row?.items ?? 0) + wanted.items,
    calls: (row?.calls ?? 0) + 1,
    researchNanoUsd: (row?.researchNanoUsd ?? 0) + research,
    reservedNanoUsd: (row?.reservedNanoUsd ?? 0) + research,
    chargedNanoUsd: row?.chargedNanoUsd ?? 0,
    committedNanoUsd: (row?.committedNanoUsd ?? 0) + wanted.tokens * frozen.priceNanoUsdPerToken + research,
  };
}
