/** Reads all that is stored about a caller from the Accounts table, in one consistent batch. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ClientStore, StoredCaller } from '../../core/auth/client-store.ts';
import { TRIAL_USAGE_KEY } from '../../core/billing/draw.ts';
import { periodKeysToRead } from '../../core/billing/periods.ts';
import type { UsageSnapshot } from '../../core/billing/usage.ts';
import type { ClientIdentity } from '../../core/identifiers.ts';
import { accountKey, clientKey, usageKey } from './account-keys.ts';
import { readAccountRow, readClientRow } from './account-rows.ts';
import { batchGet } from './batch-get.ts';
import { rowId, type Row } from './row-key.ts';
import { readPeriodRow, readTrialRow } from './usage-rows.ts';

export class DynamoClientStore implements ClientStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async readCaller(identity: ClientIdentity, nowMs: number): Promise<StoredCaller | undefined> {
    const usageKeys = usageKeysOf(identity, nowMs);
    const keys = [
      accountKey(identity.accountId),
      clientKey(identity),
      ...usageKeys.map((key) => usageKey(identity.accountId, key)),
    ];
    const rows = await batchGet(this.#client, this.#tableName, keys, { consistent: true });
    const account = rows.get(rowId(accountKey(identity.accountId)));
    const client = rows.get(rowId(clientKey(identity)));
    if (account === undefined || client === undefined) return undefined;
    const usage = readUsage(identity.accountId, usageKeys, rows);
    return { account: readAccountRow(account), ...readClientRow(client), usage };
  }
}

/** The usage rows that the kind of key needs: test keys are not counted. */
function usageKeysOf({ kind }: ClientIdentity, nowMs: number): readonly string[] {
  switch (kind) {
    case 'live':
      return periodKeysToRead(nowMs);
    case 'trial':
      return [TRIAL_USAGE_KEY];
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
  return {
    periods: new Map(found.filter(([key]) => key !== TRIAL_USAGE_KEY).map(([key, row]) => [key, readPeriodRow(row)])),
    trial: trial === undefined ? undefined : readTrialRow(trial[1]),
  };
}
