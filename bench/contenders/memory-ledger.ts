/** Usage in memory: adds up what is drawn and refuses nothing. */
import type { AccountLedger, DrawOutcome } from '../../functions/core/billing/account-ledger.ts';
import type { Draw } from '../../functions/core/billing/draw.ts';

export class MemoryLedger implements AccountLedger {
  #tokens = 0;
  #items = 0;
  #calls = 0;

  async draw(draw: Draw): Promise<DrawOutcome> {
    if (draw.kind === 'trial') throw new Error('The benchmark has no trial keys.');
    this.#tokens += draw.wanted.tokens;
    this.#items += draw.wanted.items;
    this.#calls += 1;
    const money = { researchNanoUsd: 0, reservedNanoUsd: 0, chargedNanoUsd: 0 };
    const committedNanoUsd = this.#tokens * draw.frozen.priceNanoUsdPerToken;
    const usage = { tokens: this.#tokens, items: this.#items, calls: this.#calls, committedNanoUsd, ...money };
    return { kind: 'drawn', usage: { ...draw.frozen, ...usage } };
  }
}
