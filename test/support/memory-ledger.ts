/** Usage rows in memory, held to the same contract as the real ledger (test/core/billing/account-ledger-contract.ts). */
import type { AccountLedger, DrawOutcome } from '../../functions/core/billing/account-ledger.ts';
import type { Draw, PeriodDraw, TrialDraw } from '../../functions/core/billing/draw.ts';
import type { PeriodUsage, TrialUsage } from '../../functions/core/billing/usage.ts';

/** What a researched part costs, in nano-USD; written out here, so that the double does not follow a wrong change. */
const PART_NANO_USD = 150_000_000;

export class MemoryLedger implements AccountLedger {
  readonly #periods = new Map<string, PeriodUsage>();
  readonly #trials = new Map<string, TrialUsage>();
  /** Draws so far, refused ones too. */
  draws = 0;

  async draw(draw: Draw): Promise<DrawOutcome> {
    this.draws += 1;
    return draw.kind === 'trial' ? this.#drawTrial(draw) : this.#drawPeriod(draw);
  }

  #drawPeriod(draw: PeriodDraw): DrawOutcome {
    const key = `${draw.accountId} ${draw.periodKey}`;
    const row = this.#periods.get(key);
    if (!(row === undefined ? mayBeFirst(draw) : mayFollow(draw, row))) return { kind: 'refused', usage: row };
    const usage = afterPeriodDraw(draw, row);
    this.#periods.set(key, usage);
    return { kind: 'drawn', usage };
  }

  #drawTrial({ accountId, wanted, itemsAtMost }: TrialDraw): DrawOutcome {
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
    return { kind: 'drawn', usage };
  }
}

function mayBeFirst({ limits }: PeriodDraw): boolean {
  return limits.kind === 'none' || limits.emptyRow;
}

function mayFollow({ frozen, limits }: PeriodDraw, row: PeriodUsage): boolean {
  if (row.priceNanoUsdPerToken !== frozen.priceNanoUsdPerToken) return false;
  if (row.tokensIncluded !== frozen.tokensIncluded) return false;
  switch (limits.kind) {
    case 'none':
      return true;
    case 'tokens':
      return row.committedNanoUsd <= limits.committedAtMost || row.tokens <= limits.tokensAtMost;
    case 'research':
      return row.committedNanoUsd <= limits.committedAtMost && row.researchNanoUsd <= limits.researchAtMost;
  }
}

function afterPeriodDraw({ wanted, frozen }: PeriodDraw, row: PeriodUsage | undefined): PeriodUsage {
  const research = wanted.parts * PART_NANO_USD;
  return {
    ...frozen,
    tokens: (row?.tokens ?? 0) + wanted.tokens,
    items: (row?.items ?? 0) + wanted.items,
    calls: (row?.calls ?? 0) + 1,
    researchNanoUsd: (row?.researchNanoUsd ?? 0) + research,
    reservedNanoUsd: (row?.reservedNanoUsd ?? 0) + research,
    chargedNanoUsd: row?.chargedNanoUsd ?? 0,
    committedNanoUsd: (row?.committedNanoUsd ?? 0) + wanted.tokens * frozen.priceNanoUsdPerToken + research,
  };
}
