/** Usage rows of the Accounts table: read as they come from a read, or from a condition that failed. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { TRIAL_USAGE_KEY } from '../../core/billing/draw.ts';
import type { PeriodUsage, TrialUsage } from '../../core/billing/usage.ts';

const count = z.number().default(0);

const periodRowSchema = z.object({
  tokens: count,
  items: count,
  calls: count,
  research: count,
  reserved: count,
  charged: count,
  committed: count,
  price: z.number(),
  included: z.number(),
});

const trialRowSchema = z.object({ items: count, reserved: count, tokens: count, calls: count });

/** @throws when the row is not a period's */
export function readPeriodRow(row: unknown): PeriodUsage {
  const stored = periodRowSchema.parse(row);
  return {
    tokens: stored.tokens,
    items: stored.items,
    calls: stored.calls,
    researchNanoUsd: stored.research,
    reservedNanoUsd: stored.reserved,
    chargedNanoUsd: stored.charged,
    committedNanoUsd: stored.committed,
    priceNanoUsdPerToken: stored.price,
    tokensIncluded: stored.included,
  };
}

/** @throws when the row is not a trial's */
export function readTrialRow(row: unknown): TrialUsage {
  const { items, reserved, tokens, calls } = trialRowSchema.parse(row);
  return { items, reservedItems: reserved, tokens, calls };
}

/** A usage row by the key it stands under. */
export function readUsageRow(usageKey: string, row: unknown): PeriodUsage | TrialUsage {
  return usageKey === TRIAL_USAGE_KEY ? readTrialRow(row) : readPeriodRow(row);
}

/**
 * The row that a failed condition was tested against, as the exception or the cancellation reason carries it; undefined when there was no row.
 * The document client does not translate rows inside errors; those of usage hold numbers alone.
 */
export function readRefusedUsageRow(
  usageKey: string,
  item: Record<string, AttributeValue> | undefined,
): PeriodUsage | TrialUsage | undefined {
  if (item === undefined || Object.keys(item).length === 0) return undefined;
  const numbers = Object.entries(item).flatMap(([name, value]) =>
    value.N === undefined ? [] : [[name, Number(value.N)] as const],
  );
  return readUsageRow(usageKey, Object.fromEntries(numbers));
}
