/**
 * Puts the due notices of one account into the mail queue. They are stored first, together with the marks, and removed
 * once they are queued. A run after a killed one therefore continues with them, and of two concurrent runs only one
 * decides.
 */
import type { ClientRecord } from '../../billing/accounts/caller.ts';
import type { UsageSnapshot } from '../../billing/accounts/usage.ts';
import type { CatalogReader } from '../../catalogs/rows/catalog-store.ts';
import type { EnrichmentStore } from '../../sourcing/enrichment/enrichment-store.ts';
import type { PeopleStore } from '../../access/people/people-store.ts';
import type { StatementStore } from '../../billing/statements/statement-store.ts';
import { isWrittenTo, type NoticeKind } from '../../access/people/person.ts';
import { hasBudgets } from './budget-notices.ts';
import { dueNotices, type NoticeMarks } from './due-notices.ts';
import type { EmailOrder, MailQueue } from './email-order.ts';

export interface WatchedAccount {
  readonly accountId: string;
  readonly revision: number;
  readonly marks: NoticeMarks;
  /** Notices that are decided but may not be queued yet. */
  readonly pending: readonly EmailOrder[];
}

/** The port to the accounts that have members. */
export interface WatchStore {
  list(): AsyncIterable<WatchedAccount>;
  /** Returns false if another run has written since `revision`, the one that was read. */
  write(watched: WatchedAccount): Promise<boolean>;
}

export interface WatchPorts {
  readonly watch: WatchStore;
  readonly people: Pick<PeopleStore, 'readMembers'>;
  readonly reports: {
    readUsageHistory(accountId: string): Promise<UsageSnapshot>;
    listClients(accountId: string): Promise<readonly ClientRecord[]>;
  };
  readonly catalogs: Pick<CatalogReader, 'listCatalogs'>;
  readonly enrichment: Pick<EnrichmentStore, 'listRequests'>;
  readonly statements: Pick<StatementStore, 'listStatements'>;
  readonly mail: MailQueue;
}

/** Enough, because an import ends long before its account can start this many others. */
const LATEST_CATALOGS = 50;

/** @returns the number of emails put into the queue */
export async function watchAccount(ports: WatchPorts, watched: WatchedAccount, nowMs: number): Promise<number> {
  const decided = watched.pending.length > 0 ? watched : await decide(ports, watched, nowMs);
  if (decided === undefined) return 0;
  for (const order of decided.pending) await ports.mail.send(order);
  await ports.watch.write({ ...decided, pending: [] });
  return decided.pending.length;
}

/**
 * Stores and returns the account with its due notices, or returns undefined if nothing is due or another run decides.
 */
async function decide(
  { watch, people, reports, catalogs, enrichment, statements }: WatchPorts,
  watched: WatchedAccount,
  nowMs: number,
): Promise<WatchedAccount | undefined> {
  const { accountId, revision } = watched;
  const found = await people.readMembers(accountId);
  const wanted = new Set<NoticeKind>(found?.members.filter(isWrittenTo).flatMap(({ notices }) => notices));
  // The code that creates a key sends this notice.
  wanted.delete('new_key');
  if (found?.account.value.status !== 'active' || wanted.size === 0) return undefined;
  const account = found.account.value;
  const [usage, clients, latest, requests, closed] = await Promise.all([
    reports.readUsageHistory(accountId),
    wanted.has('budget') && hasBudgets(account) ? reports.listClients(accountId) : [],
    wanted.has('import_ended')
      ? catalogs.listCatalogs(accountId, { before: Number.MAX_SAFE_INTEGER, limit: LATEST_CATALOGS })
      : [],
    wanted.has('research_ended') ? enrichment.listRequests(accountId) : [],
    wanted.has('statement') ? statements.listStatements(accountId) : [],
  ]);
  const facts = { account, usage, clients, members: found.members, catalogs: latest, requests, statements: closed };
  const due = dueNotices(wanted, watched.marks, facts, nowMs);
  const pending = due.notices.map((notice): EmailOrder => ({ kind: 'notice', accountId, ...notice }));
  if (pending.length === 0) return undefined;
  const decided = { ...watched, marks: due.marks, pending };
  return (await watch.write(decided)) ? { ...decided, revision: revision + 1 } : undefined;
}
