/**
 * Enrichment requests, usage rows and research of parts in memory, for the tests that `npm run mutation` needs. The
 * same tests run on the real stores (the project `memory` of vitest.config.ts), so these cannot be more lenient.
 */
import type { Account } from '../../../core/billing/accounts/account.ts';
import {
  isOpen,
  type EnrichmentRequest,
  type NumberName,
  type PartName,
} from '../../../core/sourcing/enrichment/enrichment-request.ts';
import type {
  Commit,
  CommitResult,
  DueWork,
  EnrichmentStore,
  RequestChange,
} from '../../../core/sourcing/enrichment/enrichment-store.ts';
import type { PartResearch } from '../../../core/sourcing/research/part-research.ts';
import type { PartResearchStore } from '../../../core/sourcing/research/part-research-store.ts';
import { usageKeyOf } from '../../../core/billing/meter/usage-debit.ts';
import type { AuditLine } from '../../../core/billing/accounts/audit-line.ts';
import { MemoryUsageStore } from './memory-usage-store.ts';

/** The one shard that contains everything. */
const SHARD = 3;

export class MemoryEnrichment implements EnrichmentStore {
  readonly usageStore = new MemoryUsageStore();
  readonly audits: AuditLine[] = [];
  readonly #requests = new Map<string, EnrichmentRequest>();
  readonly #notFound = new Map<string, number>();
  readonly #statusOf: (accountId: string) => Promise<Account['status'] | undefined>;

  constructor(statusOf: (accountId: string) => Promise<Account['status'] | undefined>) {
    this.#statusOf = statusOf;
  }

  async readRequests(accountId: string, names: readonly NumberName[]) {
    const found = names.flatMap((name) => this.#requests.get(rowOf(accountId, name)) ?? []);
    return [...new Set(found)];
  }

  async readBeforeRequest(accountId: string, names: readonly NumberName[], nowMs: number) {
    const requests = await this.readRequests(accountId, names);
    return {
      requests,
      load: { open: this.#open(accountId), notFoundToday: this.#notFound.get(dayRow(accountId, nowMs)) ?? 0 },
    };
  }

  async readAccountStatus(accountId: string) {
    return this.#statusOf(accountId);
  }

  async commit({ accountId, changes, usage, audit, maxOpen = 0 }: Commit): Promise<CommitResult> {
    const stale = changes.filter(
      ({ before, after }) => this.#requests.get(rowOf(accountId, after))?.revision !== before?.revision,
    );
    const requests = stale.flatMap(({ after }) => this.#requests.get(rowOf(accountId, after)) ?? []);
    const refused = usage?.kind === 'debit' && !this.usageStore.takes(usage.debit);
    const opened = changes.filter(({ before, after }) => counts(after) && !counts(before)).length;
    const tooMany = opened > 0 && this.#open(accountId) + opened > maxOpen;
    if (stale.length > 0 || refused || tooMany) {
      const row = usage?.kind === 'debit' ? this.usageStore.read(accountId, usageKeyOf(usage.debit)) : undefined;
      return {
        kind: 'changed',
        requests,
        refusedBy: refused ? { usage: row } : undefined,
        ...(tooMany && { open: this.#open(accountId) }),
      };
    }
    if (usage?.kind === 'debit') void this.usageStore.debit(usage.debit);
    if (usage?.kind === 'settle') this.usageStore.settle(accountId, usage.usageKey, usage.outcome);
    for (const change of changes) this.#write(accountId, change);
    if (audit !== undefined) this.audits.push(audit);
    return { kind: 'committed' };
  }

  async listRequests(accountId: string) {
    return [...this.#requests.values()].filter((request) => request.accountId === accountId);
  }

  async readUsage(accountId: string, usageKey: string) {
    return this.usageStore.read(accountId, usageKey);
  }

  async readDue(shard: number, nowMs: number, limit: number): Promise<readonly DueWork[]> {
    if (shard !== SHARD) return [];
    const due = [...this.#requests.values()].flatMap((request) =>
      request.dueAtMs === null || request.dueAtMs > nowMs ? [] : [{ ...request, dueAtMs: request.dueAtMs }],
    );
    return due.toSorted((a, b) => a.dueAtMs - b.dueAtMs).slice(0, limit);
  }

  async dropDue(): Promise<void> {
    // Due rows are derived from the requests, so none is ever orphaned here.
  }

  #write(accountId: string, { before, after }: RequestChange): void {
    this.#requests.set(rowOf(accountId, after), after);
    if (!counts(before) || after.state !== 'not_found' || after.settledAtMs === null) return;
    const day = dayRow(accountId, after.settledAtMs);
    this.#notFound.set(day, (this.#notFound.get(day) ?? 0) + 1);
  }

  #open(accountId: string): number {
    return [...this.#requests.values()].filter((request) => request.accountId === accountId && counts(request)).length;
  }
}

export class MemoryPartResearch implements PartResearchStore {
  readonly #rows = new Map<string, PartResearch>();

  async read(name: PartName) {
    return this.#rows.get(partRow(name));
  }

  async write(before: PartResearch | undefined, after: PartResearch) {
    if (this.#rows.get(partRow(after))?.revision !== before?.revision) return false;
    this.#rows.set(partRow(after), after);
    return true;
  }
}

function counts(request: RequestChange['before']): boolean {
  return request !== undefined && request.counted && isOpen(request);
}

function rowOf(accountId: string, { manufacturerKey, part, number }: NumberName): string {
  return [accountId, manufacturerKey, part, number].join(' ');
}

function partRow({ manufacturerKey, part }: PartName): string {
  return `${manufacturerKey} ${part}`;
}

function dayRow(accountId: string, ms: number): string {
  return `${accountId} ${new Date(ms).toISOString().slice(0, 10)}`;
}
