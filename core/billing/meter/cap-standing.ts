/** Computes an account's money in its period: what is spent and reserved beyond the plan, and what the cap leaves. */
import type { Caller } from '../accounts/caller.ts';
import { centsToNanoUsd, formatUsd, type NanoUsd } from '../../money.ts';
import { periodAt } from './periods.ts';
import { periodCostNanoUsd } from './spending-cap.ts';
import { shortTimeText } from '../../time.ts';

export type CapStanding = CapBounds & {
  /** Overage and charged research. */
  readonly spentNanoUsd: NanoUsd;
  /** Reserved for open enrichment requests; counts against the cap. */
  readonly reservedNanoUsd: NanoUsd;
  /** The first moment of the next period. */
  readonly resetsAtMs: number;
};

/** null for no cap; `leftNanoUsd` is never negative. */
type CapBounds =
  | { readonly capNanoUsd: null; readonly leftNanoUsd: null }
  | { readonly capNanoUsd: NanoUsd; readonly leftNanoUsd: NanoUsd };

/** Computes the figures from the rows read with the caller. */
export function capStanding({ account, usage }: Pick<Caller, 'account' | 'usage'>, nowMs: number): CapStanding {
  const period = periodAt(account.anchorDay, nowMs);
  const current = usage.periods.get(period.key);
  const cost = periodCostNanoUsd(current);
  const reservedNanoUsd = current?.reservedNanoUsd ?? 0;
  return {
    ...capBounds(account.spendingCapCents, cost),
    spentNanoUsd: cost - reservedNanoUsd,
    reservedNanoUsd,
    resetsAtMs: period.endMs,
  };
}

function capBounds(capCents: number | null, cost: NanoUsd): CapBounds {
  if (capCents === null) return { capNanoUsd: null, leftNanoUsd: null };
  const capNanoUsd = centsToNanoUsd(capCents);
  return { capNanoUsd, leftNanoUsd: Math.max(0, capNanoUsd - cost) };
}

/** Describes the figures in two sentences, for people and assistants. */
export function describeStanding(standing: CapStanding): string {
  const { capNanoUsd, spentNanoUsd, reservedNanoUsd, leftNanoUsd } = standing;
  const reserved = reservedNanoUsd === 0 ? '' : ` and ${formatUsd(reservedNanoUsd)} reserved for research under way`;
  const cap =
    capNanoUsd === null
      ? '; there is no spending cap'
      : ` of the spending cap of ${formatUsd(capNanoUsd)}; ${formatUsd(leftNanoUsd)} is left`;
  return `Beyond the plan ${formatUsd(spentNanoUsd)} is spent${reserved}${cap}. The period ends ${shortTimeText(standing.resetsAtMs)}.`;
}
