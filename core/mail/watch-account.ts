/**
 * Looks after one account: what its owners are to be written about goes into the mail queue. What is due is written down first, together with what is
 * told by it, and taken off when the queue has it: a run that is killed leaves it to the next one, and of two runs at once one decides.
 */
import type { UsageSnapshot } from '../accounts/usage.ts';
import type { CatalogReader } from '../catalogs/catalog-store.ts';
import type { EnrichmentStore } from '../enrichment/enrichment-store.ts';
import type { PeopleStore } from '../people/people-store.ts';
import { isWrittenTo, type NoticeKind } from '../people/person.ts';
import { dueNotices, type NoticeMarks } from './due-notices.ts';
import type { MailOrder, MailQueue } from './email-order.ts';

export interface WatchedAccount {
  readonly accountId: string;
  readonly revision: number;
  readonly marks: NoticeMarks;
  /** Decided, and perhaps not in the queue yet. */
  readonly pending: readonly MailOrder[];
}

/** The port to the accounts that have people. */
export interface WatchStore {
  list(): AsyncIterable<WatchedAccount>;
  /** False when another run has written since. `revision` is the one that was read. */
  write(watched: WatchedAccount): Promise<boolean>;
}

export interface WatchServices {
  readonly watch: WatchStore;
  readonly people: Pick<PeopleStore, 'readMembers'>;
  readonly reports: { readUsageHistory(accountId: string): Promise<UsageSnapshot> };
  readonly catalogs: Pick<CatalogReader, 'listCatalogs'>;
  readonly enrichment: Pick<EnrichmentStore, 'listRequests'>;
  readonly mail: MailQueue;
}

/** An import ends long before its account has begun as many others. */
const LATEST_CATALOGS = 50;

/** @returns how many orders went into the queue */
export async function watchAccount(services: WatchServices, watched: WatchedAccount, nowMs: number): Promise<number> {
  const decided = watched.pending.length > 0 ? watched : await decide(services, watched, nowMs);
  if (decided === undefined) return 0;
  for (const order of decided.pending) await services.mail.send(order);
  await services.watch.write({ ...decided, pending: [] });
  return decided.pending.length;
}

/** The account with what is due, as it is written by now; undefined when nothing is, or another run decides. */
async function decide(
  { watch, people, reports, catalogs, enrichment }: WatchServices,
  watched: WatchedAccount,
  nowMs: number,
): Promise<WatchedAccount | undefined> {
  const { accountId, revision } = watched;
  const found = await people.readMembers(accountId);
  const wanted = new Set<NoticeKind>(found?.members.filter(isWrittenTo).flatMap(({ notices }) => notices));
  // A new key is told where it is made.
  wanted.delete('new_key');
  if (found?.account.value.status !== 'active' || wanted.size === 0) return undefined;
  const [usage, latest, requests] = await Promise.all([
    reports.readUsageHistory(accountId),
    wanted.has('import_ended')
      ? catalogs.listCatalogs(accountId, { before: Number.MAX_SAFE_INTEGER, limit: LATEST_CATALOGS })
      : [],
    wanted.has('research_ended') ? enrichment.listRequests(accountId) : [],
  ]);
  const facts = { account: found.account.value, usage, catalogs: latest, requests };
  const due = dueNotices(wanted, watched.marks, facts, nowMs);
  const pending = due.notices.map((notice): MailOrder => ({ kind: 'notice', accountId, ...notice }));
  if (pending.length === 0) return undefined;
  const decided = { ...watched, marks: due.marks, pending };
  return (await watch.write(decided)) ? { ...decided, revision: revision + 1 } : undefined;
}
