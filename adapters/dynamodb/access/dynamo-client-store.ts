/** Reads everything about a caller from the Accounts table in one consistent batch. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ClientStore, StoredCaller } from '../../../core/access/auth/client-store.ts';
import { TRIAL_USAGE_KEY } from '../../../core/billing/meter/usage-debit.ts';
import { periodKeysToRead } from '../../../core/billing/meter/periods.ts';
import type { UsageSnapshot } from '../../../core/billing/accounts/usage.ts';
import type { ClientIdentity } from '../../../core/identifiers.ts';
import { accountKey, clientKey, receiptKey, sandboxKey, usageKey } from '../accounts-table/account-keys.ts';
import { readAccountRow, readClientRow } from '../accounts-table/account-rows.ts';
import { batchGet } from '../client/batch-get.ts';
import { rowId, type Row } from '../client/row-key.ts';
import { readReceiptRow } from '../billing/receipt-rows.ts';
import { readLastDebit, readPeriodRow, readTrialRow } from '../billing/usage-rows.ts';
import { dayOf } from '../../../core/time.ts';

export class DynamoClientStore implements ClientStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async readCaller(identity: ClientIdentity, nowMs: number, keyHash?: string): Promise<StoredCaller | undefined> {
    const usageKeys = usageKeysOf(identity, nowMs);
    const sandbox = sandboxKey(identity.accountId, dayOf(nowMs));
    const receipt = keyHash === undefined ? undefined : receiptKey({ ...identity, keyHash });
    const keys = [
      accountKey(identity.accountId),
      clientKey(identity),
      ...usageKeys.map((key) => usageKey(identity.accountId, key)),
      ...(identity.kind === 'test' ? [sandbox] : []),
      ...(receipt === undefined ? [] : [receipt]),
    ];
    const rows = await batchGet(this.#client, this.#tableName, keys, { consistent: true });
    const account = rows.get(rowId(accountKey(identity.accountId)));
    const client = rows.get(rowId(clientKey(identity)));
    if (account === undefined || client === undefined) return undefined;
    const sandboxItems = Number(rows.get(rowId(sandbox))?.['records'] ?? 0);
    const usage = { ...readUsage(identity.accountId, usageKeys, rows), sandboxItems };
    const receiptRow = receipt === undefined ? undefined : rows.get(rowId(receipt));
    return {
      account: readAccountRow(account),
      ...readClientRow(client),
      usage,
      ...(receiptRow !== undefined && { receipt: readReceiptRow(receiptRow) }),
    };
  }
}

/**
 * The usage rows that the kind of key needs. The requests of trial keys count on the period's row; test keys are not
 * counted there.
 */
function usageKeysOf({ kind }: ClientIdentity, nowMs: number): readonly string[] {
  switch (kind) {
    case 'live':
      return periodKeysToRead(nowMs);
    case 'trial':
      return [TRIAL_USAGE_KEY, ...periodKeysToRead(nowMs)];
    case 'test':
      return [];
  }
}

function readUsage(accountId: string, keys: readonly string[], rows: ReadonlyMap<string, Row>): UsageSnapshot {
  const found = keys.flatMap((key) => {
    const row = rows.get(rowId(usageKey(accountId, key)));
    return row === undefined ? [] : [[key, row] as const];
  });
  const trial = found.find(([key]) => key === TRIAL_USAGE_KEY);
  const periods = found
    .filter(([key]) => key !== TRIAL_USAGE_KEY)
    .map(([key, row]) => [key, readPeriodRow(row)] as const);
  return {
    periods: new Map(periods.flatMap(([key, { usage }]) => (usage === undefined ? [] : [[key, usage] as const]))),
    trial: trial === undefined ? undefined : readTrialRow(trial[1]),
    ...(keys.length > 0 && { hasResearch: found.some(([, row]) => 'research' in row || 'reserved' in row) }),
    counts: new Map(periods.flatMap(([key, { counts }]) => (counts === undefined ? [] : [[key, counts] as const]))),
    minutes: new Map(periods.map(([key, { minutes }]) => [key, minutes])),
    candidateDays: new Map(periods.map(([key, { candidateDays }]) => [key, candidateDays])),
    lastDebits: new Map(
      found.flatMap(([key, row]) => {
        const last = readLastDebit(row);
        return last === undefined ? [] : [[key, last] as const];
      }),
    ),
  };
}
