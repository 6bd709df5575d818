/** The keys of the Accounts table (docs/storage.md). Whatever reads or writes the table finds its rows through these. */
import { createHash } from 'node:crypto';
import type { PartName } from '../../core/enrichment/enrichment-request.ts';
import { OUTBOX_SHARD_COUNT } from '../../core/enrichment/enrichment-store.ts';
import type { ClientIdentity } from '../../core/identifiers.ts';
import type { RowKey } from './row-key.ts';

export function accountPartition(accountId: string): string {
  return `ACCOUNT#${accountId}`;
}

export function accountKey(accountId: string): RowKey {
  return { pk: accountPartition(accountId), sk: 'ACCOUNT' };
}

export const CLIENT_PREFIX = 'CLIENT#';

export function clientKey({ accountId, clientId }: Pick<ClientIdentity, 'accountId' | 'clientId'>): RowKey {
  return { pk: accountPartition(accountId), sk: `${CLIENT_PREFIX}${clientId}` };
}

export const USAGE_PREFIX = 'USAGE#';

/** @param usageKey a period's key, or `TRIAL` */
export function usageKey(accountId: string, usageKey: string): RowKey {
  return { pk: accountPartition(accountId), sk: `${USAGE_PREFIX}${usageKey}` };
}

export function rateKey(subject: string, windowStartMs: number): RowKey {
  return { pk: `RATE#${subject}`, sk: new Date(windowStartMs).toISOString() };
}

export const AUDIT_PREFIX = 'AUDIT#';

export function auditKey(accountId: string, atMs: number, random: string): RowKey {
  return { pk: accountPartition(accountId), sk: `${AUDIT_PREFIX}${new Date(atMs).toISOString()}#${random}` };
}

export const ASSISTANT_PREFIX = 'ASSISTANT#';

export function assistantKey(accountId: string, clientId: string, name: string): RowKey {
  return { pk: accountPartition(accountId), sk: `${ASSISTANT_PREFIX}${clientId}#${name}` };
}

export const ACTIVITY_PREFIX = 'ACTIVITY#';

/** @param day `YYYY-MM-DD` */
export function activityKey(accountId: string, clientId: string, name: string, day: string): RowKey {
  return { pk: accountPartition(accountId), sk: `${ACTIVITY_PREFIX}${clientId}#${name}#${day}` };
}

export const ENRICH_PREFIX = 'ENRICH#';

export function enrichKey(accountId: string, { maker, part }: PartName): RowKey {
  return { pk: accountPartition(accountId), sk: `${ENRICH_PREFIX}${maker}#${part}` };
}

export function outboxPartition(shard: number): string {
  return `OUTBOX#${shard}`;
}

/** Sorted by due time. The shard follows from the request, so that whoever knows the request finds its row. */
export function outboxKey(accountId: string, { maker, part }: PartName, dueAtMs: number): RowKey {
  const hash = createHash('sha256')
    .update(JSON.stringify([accountId, maker, part]))
    .digest();
  const sk = `${new Date(dueAtMs).toISOString()}#${accountId}#${maker}#${part}`;
  return { pk: outboxPartition((hash[0] ?? 0) % OUTBOX_SHARD_COUNT), sk };
}
