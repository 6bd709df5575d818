/**
 * The keys of the Accounts table (docs/reference/storage.md). All code that reads or writes the table finds its rows
 * through these.
 */
import { createHash } from 'node:crypto';
import type { ReceiptPlace } from '../../../core/billing/accounts/receipt.ts';
import type { NumberName } from '../../../core/sourcing/enrichment/enrichment-request.ts';
import { OUTBOX_SHARD_COUNT } from '../../../core/sourcing/enrichment/enrichment-store.ts';
import type { ClientIdentity } from '../../../core/identifiers.ts';
import type { RowKey } from '../client/row-key.ts';
import { dayOf, timeText } from '../../../core/time.ts';

export function accountPartition(accountId: string): string {
  return `ACCOUNT#${accountId}`;
}

export function accountKey(accountId: string): RowKey {
  return { pk: accountPartition(accountId), sk: 'ACCOUNT' };
}

/** All accounts together, so that one query finds them. */
export const ACCOUNT_LIST_PARTITION = 'ACCOUNTS';

export function accountListKey(accountId: string): RowKey {
  return { pk: ACCOUNT_LIST_PARTITION, sk: accountId };
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

/** What a request with an Idempotency-Key was billed. */
export function receiptKey({ accountId, clientId, keyHash }: ReceiptPlace): RowKey {
  return { pk: accountPartition(accountId), sk: `RECEIPT#${clientId}#${keyHash}` };
}

export const DOUBT_PREFIX = 'DOUBT#';

/** A charge in doubt. @param usageKey a period's key, or `TRIAL` */
export function doubtKey(accountId: string, usageKey: string, debitId: number): RowKey {
  return { pk: accountPartition(accountId), sk: `${DOUBT_PREFIX}${usageKey}#${debitId}` };
}

export const STATEMENT_PREFIX = 'STATEMENT#';

export function statementKey(accountId: string, periodKey: string): RowKey {
  return { pk: accountPartition(accountId), sk: `${STATEMENT_PREFIX}${periodKey}` };
}

/** Parts that a statement lists, several hundred per row. */
export function statedPartsPrefix(periodKey: string): string {
  return `STATED_PARTS#${periodKey}#`;
}

export function statedPartsKey(accountId: string, periodKey: string, place: number): RowKey {
  return { pk: accountPartition(accountId), sk: `${statedPartsPrefix(periodKey)}${String(place).padStart(4, '0')}` };
}

export const CORRECTION_PREFIX = 'CORRECTION#';

export function correctionKey(accountId: string, correctionId: string): RowKey {
  return { pk: accountPartition(accountId), sk: `${CORRECTION_PREFIX}${correctionId}` };
}

/** The account of a billing customer. It has its own partition: an event names only the customer. */
export function billingCustomerKey(customer: string): RowKey {
  return { pk: `BILLING_CUSTOMER#${customer}`, sk: 'ACCOUNT' };
}

/** What events reported about an invoice's payment. */
export function invoiceKey(accountId: string, invoice: string): RowKey {
  return { pk: accountPartition(accountId), sk: `INVOICE#${invoice}` };
}

/** What the account's test keys read in a day. @param day `YYYY-MM-DD` */
export function sandboxKey(accountId: string, day: string): RowKey {
  return { pk: accountPartition(accountId), sk: `SANDBOX#${day}` };
}

export function rateKey(subject: string, windowStartMs: number): RowKey {
  return { pk: `RATE#${subject}`, sk: timeText(windowStartMs) };
}

/** The number of requests sent to a research provider in a minute. */
export function providerMinuteKey(provider: string, nowMs: number): RowKey {
  return { pk: `PROVIDER#${provider}`, sk: timeText(nowMs).slice(0, 16) };
}

/** The number of requests sent to a research provider in a UTC day. */
export function providerDayKey(provider: string, nowMs: number): RowKey {
  return { pk: `PROVIDER#${provider}`, sk: dayOf(nowMs) };
}

/** Replaces an account's id in audit lines that belong to no account; no account has this id. */
export const STAGE_TRAIL = 'stage';

/** Recent searches of the request log by members of the account. */
export function logSearchesKey(accountId: string): RowKey {
  return { pk: accountPartition(accountId), sk: 'LOG_SEARCHES' };
}

/** One of the searches that all accounts together may run. */
export function logSearchSlotKey(slot: number): RowKey {
  return { pk: 'LOG_SEARCHES', sk: `SLOT#${slot}` };
}

export const AUDIT_PREFIX = 'AUDIT#';

export function auditKey(accountId: string, atMs: number, random: string): RowKey {
  return { pk: accountPartition(accountId), sk: `${AUDIT_PREFIX}${timeText(atMs)}#${random}` };
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

export function enrichKey(accountId: string, name: NumberName): RowKey {
  return { pk: accountPartition(accountId), sk: `${ENRICH_PREFIX}${nameText(name)}` };
}

/** The number of parts that the account has open. */
export function researchLoadKey(accountId: string): RowKey {
  return { pk: accountPartition(accountId), sk: 'RESEARCH' };
}

/** The number of parts that were not found for the account on a day. @param day `YYYY-MM-DD` */
export function researchDayKey(accountId: string, day: string): RowKey {
  return { pk: accountPartition(accountId), sk: `RESEARCH#${day}` };
}

function nameText({ manufacturerKey: manufacturer, part, number }: NumberName): string {
  return [manufacturer, part, number].join('#');
}

export function outboxPartition(shard: number): string {
  return `OUTBOX#${shard}`;
}

/** Sorted by due time. The shard follows from the request, so the row can be found from the request. */
export function outboxKey(accountId: string, name: NumberName, dueAtMs: number): RowKey {
  const { manufacturerKey: manufacturer, part } = name;
  const hash = createHash('sha256')
    .update(JSON.stringify([accountId, manufacturer, part]))
    .digest();
  const sk = `${timeText(dueAtMs)}#${accountId}#${nameText(name)}`;
  return { pk: outboxPartition((hash[0] ?? 0) % OUTBOX_SHARD_COUNT), sk };
}

export const MEMBER_PREFIX = 'MEMBER#';

export function memberKey(accountId: string, personId: string): RowKey {
  return { pk: accountPartition(accountId), sk: `${MEMBER_PREFIX}${personId}` };
}

export function personPartition(personId: string): string {
  return `PERSON#${personId}`;
}

export function personKey(personId: string): RowKey {
  return { pk: personPartition(personId), sk: 'PERSON' };
}

/** Finds a person by the email address that `emailSchema` returns. */
export function addressKey(email: string): RowKey {
  return { pk: `EMAIL#${createHash('sha256').update(email).digest('hex')}`, sk: 'PERSON' };
}

export const SESSION_PREFIX = 'SESSION#';

export function sessionKey(personId: string, secretSha256: string): RowKey {
  return { pk: personPartition(personId), sk: `${SESSION_PREFIX}${secretSha256}` };
}

export function linkKey(personId: string, tokenSha256: string): RowKey {
  return { pk: personPartition(personId), sk: `LINK#${tokenSha256}` };
}

/** A notice to one person. It has its own partition, the only one of an account that the mail function may write to. */
export function noticeKey({
  accountId,
  event,
  personId,
}: {
  readonly accountId: string;
  readonly event: string;
  readonly personId: string;
}): RowKey {
  return { pk: `NOTICE#${accountId}`, sk: `${event}#${personId}` };
}

/** An assistant that registered itself to request access. */
export function oauthClientKey(clientId: string): RowKey {
  return { pk: `OAUTH_CLIENT#${clientId}`, sk: 'CLIENT' };
}

/** Every account that has members, in one partition, so that one query finds them all. */
export const WATCH_PARTITION = 'NOTICE_WATCH';

export function watchKey(accountId: string): RowKey {
  return { pk: WATCH_PARTITION, sk: accountId };
}

export const UPLOAD_PREFIX = 'UPLOAD#';

/** Ids of uploads sort by their time of creation. */
export function uploadKey(accountId: string, uploadId: string): RowKey {
  return { pk: accountPartition(accountId), sk: `${UPLOAD_PREFIX}${uploadId}` };
}

/** Which run works on the account's uploads. */
export function uploadTurnKey(accountId: string): RowKey {
  return { pk: accountPartition(accountId), sk: 'UPLOAD_TURN' };
}
