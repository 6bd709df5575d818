/** A usage store in memory that adds up debits and refuses none. */
import type { UsageStore, DebitResult } from '../../core/billing/meter/usage-store.ts';
import type { UsageDebit } from '../../core/billing/meter/usage-debit.ts';

export class MemoryUsageStore implements UsageStore {
  #tokens = 0;
  #items = 0;
  #calls = 0;

  async debit(debit: UsageDebit): Promise<DebitResult> {
    if (debit.kind === 'trial') throw new Error('The benchmark has no trial keys.');
    this.#tokens += debit.wanted.tokens;
    this.#items += debit.wanted.items;
    this.#calls += 1;
    const money = { researchNanoUsd: 0, reservedNanoUsd: 0, chargedNanoUsd: 0 };
    const committedNanoUsd = this.#tokens * debit.frozen.priceNanoUsdPerToken;
    const usage = { tokens: this.#tokens, items: this.#items, calls: this.#calls, committedNanoUsd, ...money };
    return { kind: 'debited', usage: { ...debit.frozen, ...usage } };
  }
}
