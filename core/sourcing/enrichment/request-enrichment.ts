/**
 * Requests research: plans the call, writes the requests in one transaction, then sends them to the queue. If the write
 * finds a change, it plans again. After the transaction the requests exist, so the call can no longer fail: the sweeper
 * sends requests that the queue did not accept.
 */
import { attemptAgain } from '../../decide-again.ts';
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import type { Caller } from '../../billing/accounts/caller.ts';
import { usageKeyOf } from '../../billing/meter/usage-debit.ts';
import type { PeriodUsage, TrialUsage, UsageSnapshot, UsageOnRow } from '../../billing/accounts/usage.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { numberId } from './enrichment-request.ts';
import type { CommitResult, EnrichmentStore } from './enrichment-store.ts';
import { planEnrichment, type EnrichmentCall, type EnrichmentPlan, type KnownState } from './plan-enrichment.ts';
import type { ResearchQueue } from './enrichment-queue.ts';

/** Each additional attempt means that another call of the account changed the same rows. */
const MAX_TRIES = 6;

export interface EnrichmentPorts {
  readonly enrichment: EnrichmentStore;
  readonly researchQueue: ResearchQueue;
}

export interface EnrichmentRequested {
  readonly plan: EnrichmentPlan;
  /** The usage row after the transaction, if one was debited and could be read. */
  readonly usage: PeriodUsage | TrialUsage | undefined;
  /** False if nothing was written and the plan's debit, if any, must still be made. */
  readonly written: boolean;
}

export type RequestRefusal<Unfit> =
  /** Concurrent calls kept changing the same parts. Nothing was written. */
  | { readonly kind: 'contended' }
  | { readonly kind: 'idempotency_key_of_another' }
  | { readonly kind: 'unfit'; readonly reason: Unfit };

/**
 * @param fits fails with the reason if a plan must not be written; called before every write
 */
export async function requestEnrichment<Unfit>(
  ports: EnrichmentPorts,
  call: EnrichmentCall & { readonly caller: Pick<Caller, 'usage'>; readonly audit?: AuditLine },
  read: Omit<KnownState, 'usage'>,
  fits: (plan: EnrichmentPlan) => Result<undefined, Unfit>,
): Promise<Result<EnrichmentRequested, RequestRefusal<Unfit>>> {
  let known: KnownState = { usage: call.caller.usage, ...read };
  const done = await attemptAgain(async () => {
    const plan = planEnrichment(call, known);
    const fit = fits(plan);
    if (!fit.ok) return fail({ kind: 'unfit', reason: fit.reason });
    if (plan.changes.length === 0) return succeed({ plan, usage: undefined, written: false });
    const { accountId, terms } = call.caller.account;
    const usage = plan.debit && ({ kind: 'debit', debit: plan.debit } as const);
    const { changes } = plan;
    const { audit } = call;
    const result = await ports.enrichment.commit({ accountId, changes, usage, audit, maxOpen: terms.openParts });
    if (result.kind === 'committed') return succeed(await afterCommit(ports, accountId, plan));
    if (result.receipt !== undefined) call.receipt?.found(result.receipt.found);
    if (call.receipt?.isOfAnother === true) return fail({ kind: 'idempotency_key_of_another' });
    known = applyConflict(known, plan, result);
    return undefined;
  }, MAX_TRIES);
  return done ?? fail({ kind: 'contended' });
}

async function afterCommit(
  { enrichment, researchQueue }: EnrichmentPorts,
  accountId: string,
  plan: EnrichmentPlan,
): Promise<EnrichmentRequested> {
  const messages = plan.changes.map(({ after: { manufacturerKey, part, number, attempt } }) => ({
    accountId,
    manufacturerKey,
    part,
    number,
    attempt,
  }));
  const [usage] = await Promise.all([
    plan.debit && enrichment.readUsage(accountId, usageKeyOf(plan.debit)).catch(() => undefined),
    researchQueue.send(messages).catch(() => undefined),
  ]);
  return { plan, usage, written: true };
}

function applyConflict(
  { usage, requests, load }: KnownState,
  plan: EnrichmentPlan,
  outcome: CommitResult & { readonly kind: 'changed' },
): KnownState {
  const { refusedBy } = outcome;
  return {
    requests: new Map([...requests, ...outcome.requests.map((request) => [numberId(request), request] as const)]),
    load: { ...load, open: outcome.open ?? load.open },
    usage:
      refusedBy === undefined || plan.debit === undefined ? usage : withRow(usage, usageKeyOf(plan.debit), refusedBy),
  };
}

function withRow(known: UsageSnapshot, usageKey: string, { usage, counts }: UsageOnRow): UsageSnapshot {
  if (usage !== undefined && !('tokensIncluded' in usage)) return { ...known, trial: usage };
  return {
    ...known,
    ...(usage !== undefined && { periods: new Map([...known.periods, [usageKey, usage]]) }),
    ...(counts !== undefined && { counts: new Map([...(known.counts ?? []), [usageKey, counts]]) }),
  };
}
