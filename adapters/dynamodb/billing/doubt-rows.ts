/** Maps charges in doubt (core/billing/meter/charge-in-doubt.ts) to rows of the account's partition. */
import * as z from 'zod/mini';
import type { ChargeInDoubt } from '../../../core/billing/meter/charge-in-doubt.ts';
import { takenAmounts } from '../../../core/billing/meter/take-back.ts';
import { usageKeyOf, type UsageDebit } from '../../../core/billing/meter/usage-debit.ts';
import { doubtKey } from '../accounts-table/account-keys.ts';
import type { Row } from '../client/row-key.ts';
import type { TransactItem } from '../client/transact-write.ts';
import { putNew } from '../client/revision-write.ts';

const doubtRowSchema = z.object({
  account_id: z.string(),
  usage_key: z.string(),
  debit_id: z.number(),
  calls: z.number(),
  tokens: z.number(),
  items: z.number(),
  /** Nano-USD; only of a period. */
  committed: z.optional(z.number()),
  /** The client, and the day, whose figures have the tokens too. */
  client: z.optional(z.string()),
  client_day: z.optional(z.number()),
  minute: z.number(),
  resolution: z.optional(z.enum(['taken_back', 'stands'])),
});

/** Records that a debit, which is made void in the same transaction, may have been written before. */
export function doubtPut(tableName: string, debit: UsageDebit): TransactItem {
  const { accountId, mark } = debit;
  const place = { accountId, usageKey: usageKeyOf(debit), debitId: mark.id };
  return putNew(
    tableName,
    doubtRow({ ...place, amounts: takenAmounts(debit), minute: mark.minute, resolution: undefined }),
  );
}

export function doubtRow({ accountId, usageKey: key, debitId, amounts, minute, resolution }: ChargeInDoubt): Row {
  const { share, ...figures } = amounts;
  const row: z.infer<typeof doubtRowSchema> = {
    account_id: accountId,
    usage_key: key,
    debit_id: debitId,
    ...figures,
    ...(share !== undefined && { client: share.number }),
    ...(share !== undefined && share.day !== null && { client_day: share.day }),
    minute,
    resolution,
  };
  return { ...doubtKey(accountId, key, debitId), ...row };
}

export function readDoubtRow(row: Row): ChargeInDoubt {
  const stored = doubtRowSchema.parse(row);
  const { calls, tokens, items, committed, client, client_day: day = null } = stored;
  return {
    accountId: stored.account_id,
    usageKey: stored.usage_key,
    debitId: stored.debit_id,
    amounts: {
      calls,
      tokens,
      items,
      ...(committed !== undefined && { committed }),
      ...(client !== undefined && { share: { number: client, day } }),
    },
    minute: stored.minute,
    resolution: stored.resolution,
  };
}
