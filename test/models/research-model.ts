/**
 * Model (c): one part's research, from the request that reserves its price, over claims, leases, redeliveries and
 * resends, to the settlement that charges or releases the reserve. Programs: `requestEnrichment`, `researchPart`,
 * `sweepOutbox` and `abandonRequest` of the project. The conditional writes are those of DynamoEnrichmentStore.
 *
 * Abstracted from: the index and the research that other accounts share, which each delivery sees empty; the queue,
 * which may deliver a message at any time; the account, which stays active; the take-back of a request's debit that was
 * not answered, which subtracts no reserve (model a); the time of day, which is one value for each program, so that
 * clocks differ by more than a lease.
 */
import { keepsLimits } from '../../core/billing/meter/spending-cap.ts';
import type { PeriodUsage } from '../../core/billing/accounts/usage.ts';
import { toManufacturerKey } from '../../core/index/part-keys/manufacturer-name.ts';
import { partKey } from '../../core/index/part-keys/part-number.ts';
import { RESEARCH_PRICE_NANO_USD } from '../../core/money.ts';
import { succeed } from '../../core/result.ts';
import {
  isOpen,
  LEASE_MS,
  numberId,
  numberName,
  type EnrichmentRequest,
} from '../../core/sourcing/enrichment/enrichment-request.ts';
import type { Commit, DueWork, EnrichmentStore } from '../../core/sourcing/enrichment/enrichment-store.ts';
import { requestEnrichment } from '../../core/sourcing/enrichment/request-enrichment.ts';
import { abandonRequest } from '../../core/sourcing/enrichment/settle-enrichment.ts';
import { sweepOutbox } from '../../core/sourcing/enrichment/sweep-outbox.ts';
import type { ResearchAnswer } from '../../core/sourcing/research/part-researcher.ts';
import { researchPart } from '../../core/sourcing/research/research-part.ts';
import { MINUTE_MS } from '../../core/time.ts';
import { callerIn, NOON_MS, periodUsage } from '../support/fixtures/callers.ts';
import { MemoryItems } from '../support/stores/memory-items.ts';
import type { Answer, End, PortCall, Program, World } from './programs.ts';

export interface ResearchRows {
  request: EnrichmentRequest | null;
  usage: PeriodUsage | null;
  open: number;
  notFoundToday: number;
  due: { attempt: string; dueAtMs: number } | null;
}

/** Which programs run together; all of them have too many states. */
export type ResearchPart = 'two requests' | 'settlement' | 'a later request';

export type ResearchFault = 'settles_whatever_was_read' | 'claims_whatever_was_read';

const CALLER = callerIn({ account: { spendingCapCents: 20 } });
const { accountId } = CALLER.account;
const ASKED = { manufacturer: 'Acme', partNumber: 'A-1', description: null };
const NAME = { manufacturerKey: toManufacturerKey(ASKED.manufacturer), part: partKey(ASKED.partNumber) };
export const RESEARCH_NUMBER = numberName(NAME, ASKED.partNumber);
const KEY = { ...RESEARCH_NUMBER, accountId };

function asks(attempt: string, nowMs: number): Program['run'] {
  return async (port: EnrichmentStore) => {
    const { requests, load } = await port.readBeforeRequest(accountId, [RESEARCH_NUMBER], nowMs);
    const call = {
      caller: CALLER,
      parts: [{ name: NAME, asked: ASKED, item: null, alike: [] }],
      ...{ attempt, nowMs, counted: true },
    };
    const known = { requests: new Map(requests.map((one) => [numberId(one), one])), load };
    const ports = { enrichment: port, researchQueue: { send: async () => undefined } };
    const done = await requestEnrichment(ports, call, known, () => succeed(undefined));
    return done.ok ? done.value.plan.answers[0]?.kind : done.reason.kind;
  };
}

function delivers(attempt: string, answer: ResearchAnswer, nowMs: number): Program['run'] {
  return (port: EnrichmentStore) => {
    const items = new MemoryItems();
    const ports = {
      enrichment: withActiveAccount(port),
      partResearch: { read: async () => undefined, write: async () => true },
      index: items,
      writer: items,
      researcher: { research: async () => answer },
      clock: { nowMs: () => nowMs },
    };
    return researchPart(ports, { ...KEY, attempt });
  };
}

function withActiveAccount(port: EnrichmentStore): EnrichmentStore {
  return {
    commit: (commit: Commit) => port.commit(commit),
    readRequests: (...asked: Parameters<EnrichmentStore['readRequests']>) => port.readRequests(...asked),
    readAccountStatus: async () => 'active',
  } as Partial<EnrichmentStore> as EnrichmentStore;
}

/** All requests of the model are in one shard. */
function withOneShard(port: EnrichmentStore): EnrichmentStore {
  return {
    commit: (commit: Commit) => port.commit(commit),
    readRequests: (...asked: Parameters<EnrichmentStore['readRequests']>) => port.readRequests(...asked),
    readDue: async (shard: number, nowMs: number, limit: number) => (shard === 0 ? port.readDue(0, nowMs, limit) : []),
    dropDue: (shard: number, due: DueWork) => port.dropDue(shard, due),
  } as Partial<EnrichmentStore> as EnrichmentStore;
}

const FOUND: ResearchAnswer = { kind: 'found', record: { title: 'A part' } };
const ASKS = 0;
const FIRST = 'enr_first';
const LATER_MS = NOON_MS + 60 * MINUTE_MS;

const hasAsked = (ends: readonly End[]) => (ends[ASKS] === undefined ? undefined : null);
const hasEnded = (ends: readonly End[]) => (ends.slice(1).some((end) => end !== undefined) ? null : undefined);

const REQUEST: Program = { name: 'request', run: asks(FIRST, NOON_MS) };
const DELIVERY: Program = {
  name: 'delivery that finds it',
  begins: hasAsked,
  run: delivers(FIRST, FOUND, NOON_MS + 1_000),
};
const REDELIVERY: Program = {
  name: 'redelivery that does not',
  begins: hasAsked,
  run: delivers(FIRST, { kind: 'not_found' }, NOON_MS + 2_000 + LEASE_MS),
};
const CANCELLATION: Program = {
  name: 'cancellation',
  begins: hasAsked,
  run: (port: EnrichmentStore) => abandonRequest(port, KEY, 'cancelled', { evenLeased: true }, NOON_MS + 3_000),
};

const PROGRAMS: Readonly<Record<ResearchPart, readonly Program[]>> = {
  'two requests': [
    REQUEST,
    { name: 'request by another key', run: asks('enr_other', NOON_MS + 1) },
    DELIVERY,
    REDELIVERY,
  ],
  settlement: [
    REQUEST,
    DELIVERY,
    REDELIVERY,
    CANCELLATION,
    {
      name: 'sweeper',
      begins: hasAsked,
      run: (port: EnrichmentStore) =>
        sweepOutbox(withOneShard(port), { send: async () => undefined }, NOON_MS + 10 * MINUTE_MS),
    },
  ],
  'a later request': [
    REQUEST,
    DELIVERY,
    CANCELLATION,
    { name: 'later request', begins: hasEnded, run: asks('enr_later', LATER_MS) },
  ],
};

export function researchWorld(
  part: ResearchPart,
  bounds: { readonly kills: number; readonly losses: number },
  fault?: ResearchFault,
): World<ResearchRows> {
  return {
    name: 'reserve and settlement of research',
    bounds: `${part}, a cap of one part`,
    rows: { request: null, usage: null, open: 0, notFoundToday: 0, due: null },
    programs: PROGRAMS[part],
    ...bounds,
    answer: (rows, call) => answer(rows, call, fault),
    isWrite: ({ method }) => method === 'commit' || method === 'dropDue',
    broken({ request, usage, open, due }, ends, isFinal) {
      const { researchNanoUsd = 0, reservedNanoUsd = 0, chargedNanoUsd = 0, committedNanoUsd = 0 } = usage ?? {};
      if (Object.values(usage ?? {}).some((figure: number) => figure < 0)) return 'a figure of the row is negative';
      const isRunning = request !== null && isOpen(request);
      const owed = isRunning && request.usageKey !== null ? RESEARCH_PRICE_NANO_USD : 0;
      if (reservedNanoUsd !== owed) return `${reservedNanoUsd} is reserved, and the open requests need ${owed}`;
      const charged = request?.charged === true ? RESEARCH_PRICE_NANO_USD : 0;
      if (chargedNanoUsd !== charged)
        return `${chargedNanoUsd} is charged for one part, and the request says ${charged}`;
      if (researchNanoUsd !== chargedNanoUsd + reservedNanoUsd || committedNanoUsd !== researchNanoUsd)
        return 'the figures of the row differ from each other';
      if (open !== (isRunning ? 1 : 0)) return `${open} requests count as open`;
      if ((due?.dueAtMs ?? null) !== (request?.dueAtMs ?? null)) return 'the outbox and the request differ';
      if (ends.some((end) => typeof end === 'object' && 'throws' in end && end.throws.includes('reserve')))
        return 'a reserve is missing';
      const isLost = isFinal && isRunning && due === null;
      return isLost ? 'an open request is never sent again' : undefined;
    },
  };
}

function answer(rows: ResearchRows, { method, args }: PortCall, fault?: ResearchFault): Answer {
  const requests = rows.request === null ? [] : [rows.request];
  switch (method) {
    case 'readRequests':
      return { returns: requests };
    case 'readBeforeRequest':
      return { returns: { requests, load: { open: rows.open, notFoundToday: rows.notFoundToday } } };
    case 'readUsage':
      return { returns: rows.usage ?? undefined };
    case 'readDue': {
      const isDue = rows.due !== null && rows.due.dueAtMs <= (args[1] as number);
      return { returns: isDue ? [{ ...KEY, ...rows.due }] : [] };
    }
    case 'dropDue': {
      const { attempt, dueAtMs } = args[1] as DueWork;
      if (rows.due?.dueAtMs !== dueAtMs) return { returns: undefined };
      if (rows.due.attempt !== attempt) return { throws: 'The conditional request failed' };
      rows.due = null;
      return { returns: undefined };
    }
    case 'commit':
      return commit(rows, args[0] as Commit, fault);
    default:
      throw new Error(`The model of research has no ${method}`);
  }
}

function commit(rows: ResearchRows, { changes, usage, maxOpen = 0 }: Commit, fault?: ResearchFault): Answer {
  const [change] = changes;
  if (change === undefined || changes.length > 1) throw new Error('The model of research has one part');
  const { before, after } = change;
  const isUnchanged = before === undefined ? rows.request === null : rows.request?.revision === before.revision;
  const ignores = usage?.kind === 'settle' ? 'settles_whatever_was_read' : 'claims_whatever_was_read';
  const isStale = !isUnchanged && (usage?.kind === 'debit' || fault !== ignores);
  const opened = Number(isCounted(after)) - Number(isCounted(before));
  const isFull = opened > 0 && rows.open > maxOpen - opened;
  const row = rows.usage ?? undefined;
  const isOverCap = usage?.kind === 'debit' && usage.debit.kind === 'period' && !takes(row, usage.debit);
  const isMissing = usage?.kind === 'settle' && (row?.reservedNanoUsd ?? 0) < RESEARCH_PRICE_NANO_USD;
  if (isMissing && !isStale) return { throws: 'The reserve of a request that is being settled is not there' };
  if (isStale || isFull || isOverCap || isMissing) {
    const requests = isStale && rows.request !== null ? [rows.request] : [];
    const refusedBy = isOverCap ? { usage: row } : undefined;
    return { returns: { kind: 'changed', requests, refusedBy, ...(isFull && { open: rows.open }) } };
  }
  rows.request = after;
  rows.open += opened;
  if (isCounted(before) && after.state === 'not_found') rows.notFoundToday += 1;
  if ((before?.dueAtMs ?? null) !== after.dueAtMs)
    rows.due = after.dueAtMs === null ? null : { attempt: after.attempt, dueAtMs: after.dueAtMs };
  if (usage?.kind === 'debit' && usage.debit.kind === 'period') rows.usage = debited(row, usage.debit);
  if (usage?.kind === 'settle' && row !== undefined) rows.usage = settled(row, usage.outcome);
  return { returns: { kind: 'committed' } };
}

type Debit = Extract<Extract<NonNullable<Commit['usage']>, { kind: 'debit' }>['debit'], { kind: 'period' }>;

/** The condition of the debit: the terms of an opened period are frozen, and the cap is kept. */
function takes(row: PeriodUsage | undefined, { frozen, limits }: Debit): boolean {
  const isSame = row === undefined || row.priceNanoUsdPerToken === frozen.priceNanoUsdPerToken;
  return isSame && keepsLimits(row, limits);
}

function debited(row: PeriodUsage | undefined, { wanted, frozen }: Debit): PeriodUsage {
  const before = row ?? periodUsage({ ...frozen });
  const research = wanted.parts * RESEARCH_PRICE_NANO_USD;
  return {
    ...before,
    calls: before.calls + 1,
    researchNanoUsd: before.researchNanoUsd + research,
    reservedNanoUsd: before.reservedNanoUsd + research,
    committedNanoUsd: before.committedNanoUsd + research,
  };
}

function settled(row: PeriodUsage, outcome: 'found' | 'released'): PeriodUsage {
  const { reservedNanoUsd, chargedNanoUsd, researchNanoUsd, committedNanoUsd } = row;
  const held = RESEARCH_PRICE_NANO_USD;
  const reserve = { reservedNanoUsd: reservedNanoUsd - held };
  return outcome === 'found'
    ? { ...row, ...reserve, chargedNanoUsd: chargedNanoUsd + held }
    : { ...row, ...reserve, researchNanoUsd: researchNanoUsd - held, committedNanoUsd: committedNanoUsd - held };
}

function isCounted(request: EnrichmentRequest | undefined): boolean {
  return request !== undefined && request.counted && isOpen(request);
}
