/**
 * Model (d): closing a period while research that it reserved still settles, a charge in doubt is resolved, and earlier
 * statements are corrected. Programs: `closeStatements` (the hourly run, an operator's, and next month's),
 * `settleUnderLease`, `resolveDoubt` and `correctStatement` of the project. The conditional writes are those of
 * DynamoStatementStore, DynamoEnrichmentStore and DynamoDoubtStore.
 *
 * Abstracted from: debits of calls that began in the period, which cannot arrive an hour after its end; the account,
 * its trail and the use of its keys, which do not change; the rows of a statement's parts, which are written before it
 * and are read only with it; the order of the reads of one charge in doubt.
 */
import { resolveDoubt, type ChargeInDoubt, type ResolvedCharge } from '../../core/billing/meter/charge-in-doubt.ts';
import { periodAt } from '../../core/billing/meter/periods.ts';
import { covers } from '../../core/billing/meter/take-back.ts';
import type { PeriodUsage } from '../../core/billing/accounts/usage.ts';
import { closeStatements, LATE_DEBITS_MS } from '../../core/billing/statements/close-statements.ts';
import { correctStatement } from '../../core/billing/statements/correct-statement.ts';
import { draftStatement } from '../../core/billing/statements/draft-statement.ts';
import { researchCharge, type Correction, type Statement } from '../../core/billing/statements/statement.ts';
import type { ChargedPart } from '../../core/billing/statements/found-parts.ts';
import type { StatementStore, StatementToWrite } from '../../core/billing/statements/statement-store.ts';
import { toManufacturerKey } from '../../core/index/part-keys/manufacturer-name.ts';
import { partKey } from '../../core/index/part-keys/part-number.ts';
import { RESEARCH_PRICE_NANO_USD } from '../../core/money.ts';
import {
  claimRequest,
  numberName,
  openRequest,
  type EnrichmentRequest,
  type ResearchEnd,
} from '../../core/sourcing/enrichment/enrichment-request.ts';
import type { Commit, EnrichmentStore } from '../../core/sourcing/enrichment/enrichment-store.ts';
import { settleUnderLease } from '../../core/sourcing/enrichment/settle-enrichment.ts';
import { callerIn, NOON_MS, periodUsage } from '../support/fixtures/callers.ts';
import type { Answer, End, PortCall, Program, World } from './programs.ts';

export interface ClosingRows {
  usage: PeriodUsage;
  /** By part number. */
  requests: Record<string, EnrichmentRequest>;
  statements: Record<string, Statement>;
  corrections: Record<string, { correction: Correction; statedIn: string | null }>;
  charge: ChargeInDoubt;
}

/** Which programs run together; all of them have too many states. */
export type ClosingPart = 'settlements' | 'corrections';

export type ClosingFault = 'states_a_row_that_changed' | 'resolves_in_a_stated_period';

const { account } = callerIn();
const { accountId } = account;
const PERIOD = periodAt(1, NOON_MS);
const BEFORE = periodAt(1, PERIOD.startMs - 1);
const NEXT = periodAt(1, PERIOD.endMs);
const CLOSING_MS = PERIOD.endMs + LATE_DEBITS_MS;
const DEBIT_ID = 7;
const TAKEN = { calls: 1, tokens: 1_000, items: 1, committed: 1_000 * 30_000 };
const TOKENS = 10_500_000;
const WHO = { who: 'operator' };

function heldRequest(partNumber: string): EnrichmentRequest {
  const name = { manufacturerKey: toManufacturerKey('Acme'), part: partKey(partNumber) };
  const asked = { manufacturer: 'Acme', partNumber, description: null };
  const wanted = { ...numberName(name, partNumber), accountId, attempt: 'enr_1', asked, counted: true };
  const queued = openRequest({ ...wanted, usageKey: PERIOD.key }, undefined, NOON_MS);
  const claim = claimRequest(queued, 'enr_1', 'lease', NOON_MS);
  if (claim.kind !== 'claimed') throw new Error('A new request can be claimed');
  return claim.request;
}

const [ONE, OTHER] = [heldRequest('A-1'), heldRequest('A-2')];
const RESEARCH = 2 * RESEARCH_PRICE_NANO_USD;
const USAGE = periodUsage({
  ...{ tokens: TOKENS, items: 9, calls: 9, researchNanoUsd: RESEARCH, reservedNanoUsd: RESEARCH },
  committedNanoUsd: TOKENS * 30_000 + RESEARCH,
});
const USAGE_WITHOUT_RESEARCH = periodUsage({
  ...{ tokens: TOKENS, items: 9, calls: 9 },
  committedNanoUsd: TOKENS * 30_000,
});
const STATED = draftStatement(
  { account, period: BEFORE, usage: periodUsage({ calls: 1, tokens: 5 }), found: [], keys: [], corrections: [] },
  PERIOD.startMs + LATE_DEBITS_MS,
);

type Settling = Pick<EnrichmentStore, 'commit' | 'readRequests'>;
type Doubts = Parameters<typeof resolveDoubt>[0];

/** What no program changes is not a call of the port. */
function statementsOf(port: StatementStore): StatementStore {
  return {
    readAccount: async () => account,
    readTrail: async () => [],
    readClientDays: async () => ({ clients: [], days: [] }),
    readUsageHistory: (...asked: Parameters<StatementStore['readUsageHistory']>) => port.readUsageHistory(...asked),
    readChargedParts: (...asked: Parameters<StatementStore['readChargedParts']>) => port.readChargedParts(...asked),
    listStatements: (...asked: Parameters<StatementStore['listStatements']>) => port.listStatements(...asked),
    listOpenCorrections: (...asked: Parameters<StatementStore['listOpenCorrections']>) =>
      port.listOpenCorrections(...asked),
    writeStatement: (wanted: StatementToWrite) => port.writeStatement(wanted),
  } as Partial<StatementStore> as StatementStore;
}

function closes(who: string, nowMs: number): Program['run'] {
  return async (port: StatementStore) => {
    const closed = await closeStatements(statementsOf(port), accountId, { who }, nowMs);
    return { stated: closed?.statements.map(({ periodKey }) => periodKey), stopped: closed?.stopped?.kind };
  };
}

function settles(request: EnrichmentRequest, end: ResearchEnd): Program['run'] {
  return (port: Settling) => settleUnderLease(port as EnrichmentStore, request, end, CLOSING_MS);
}

const corrects: Program['run'] = async (port: StatementStore) => {
  const wanted = { accountId, periodKey: BEFORE.key, amountCents: -500, reason: 'An outage' };
  const corrected = await correctStatement(port, wanted, WHO, CLOSING_MS);
  return corrected.ok ? 'corrected' : corrected.reason.kind;
};

const HOURLY: Program = { name: 'hourly run', run: closes('hourly run', CLOSING_MS) };
const BY_OPERATOR: Program = { name: 'operator’s run', run: closes('operator', CLOSING_MS + 1) };
const RESOLUTION: Program = {
  name: 'resolution',
  run: async (port: Doubts) => {
    const place = { accountId, usageKey: PERIOD.key, debitId: DEBIT_ID };
    const done = await resolveDoubt(port, place, { resolution: 'taken_back' }, WHO, CLOSING_MS);
    return done.ok ? 'taken_back' : done.reason.kind;
  },
};
const CORRECTION: Program = { name: 'correction', run: corrects };
const REPEATED_CORRECTION: Program = { name: 'the same correction', run: corrects };
const NEXT_MONTH: Program = {
  name: 'next month’s run',
  begins: ([hourly, byOperator]) => (hourly === undefined || byOperator === undefined ? undefined : null),
  run: closes('hourly run', NEXT.endMs + LATE_DEBITS_MS),
};

const PROGRAMS: Readonly<Record<ClosingPart, readonly Program[]>> = {
  settlements: [
    HOURLY,
    BY_OPERATOR,
    { name: 'settlement of a found part', run: settles(ONE, { kind: 'found', itemId: 'itm_00000001', charge: true }) },
    { name: 'settlement of another', run: settles(OTHER, { kind: 'not_found' }) },
    RESOLUTION,
    NEXT_MONTH,
  ],
  corrections: [HOURLY, BY_OPERATOR, CORRECTION, REPEATED_CORRECTION, NEXT_MONTH],
};

export function closingWorld(
  part: ClosingPart,
  bounds: { readonly kills: number; readonly losses: number },
  fault?: ClosingFault,
): World<ClosingRows> {
  const charge = { accountId, usageKey: PERIOD.key, debitId: DEBIT_ID, amounts: TAKEN, minute: 1 };
  return {
    name: 'closing of a period',
    bounds: part,
    rows: {
      ...(part === 'settlements'
        ? { usage: USAGE, requests: { [ONE.number]: ONE, [OTHER.number]: OTHER } }
        : { usage: USAGE_WITHOUT_RESEARCH, requests: {} }),
      statements: { [BEFORE.key]: STATED },
      corrections: {},
      charge: { ...charge, resolution: undefined },
    },
    programs: PROGRAMS[part],
    ...bounds,
    answer: (rows, call) => answer(rows, call, fault),
    isWrite: ({ method }) => ['writeStatement', 'commit', 'resolve', 'addCorrection'].includes(method),
    broken: (rows, ends) => brokenRows(rows) ?? brokenEnds(rows, PROGRAMS[part], ends),
  };
}

function brokenRows({ usage, statements, corrections, charge }: ClosingRows): string | undefined {
  if (Object.values(usage).some((figure: number) => figure < 0)) return 'a figure of the row is negative';
  const taken = charge.resolution === 'taken_back' ? TAKEN.tokens : 0;
  if (usage.tokens !== TOKENS - taken) return `the row has ${usage.tokens} tokens, and ${taken} were taken back`;
  const stated = statements[PERIOD.key];
  if (stated !== undefined) {
    const isSame = stated.tokens === usage.tokens && stated.researchNanoUsd === usage.chargedNanoUsd;
    if (!isSame || usage.reservedNanoUsd > 0) return 'the row of a stated period changed';
    if (researchCharge(stated.partsFound) !== stated.researchNanoUsd) return 'a statement lacks a part that it charges';
  }
  for (const { correction, statedIn } of Object.values(corrections)) {
    const containing = Object.values(statements).filter((one) =>
      one.corrections.some(({ correctionId }) => correctionId === correction.correctionId),
    );
    if (containing.length > 1) return 'two statements contain one correction';
    if (containing[0]?.periodKey !== (statedIn ?? undefined)) return 'a correction is marked as stated and is not';
  }
  return undefined;
}

function brokenEnds(
  { corrections, charge, statements }: ClosingRows,
  programs: readonly Program[],
  ends: readonly End[],
): string | undefined {
  const endOf = (program: Program) => ends[programs.indexOf(program)];
  const says = (program: Program, what: string) => {
    const end = endOf(program);
    return typeof end === 'object' && 'returns' in end && end.returns === what;
  };
  const corrected = [CORRECTION, REPEATED_CORRECTION].filter((program) => says(program, 'corrected')).length;
  if (corrected > Object.keys(corrections).length) return 'a confirmed correction is gone, or was confirmed twice';
  if (says(RESOLUTION, 'taken_back') && charge.resolution !== 'taken_back') return 'a confirmed resolution is gone';
  for (const program of [HOURLY, BY_OPERATOR, NEXT_MONTH]) {
    const end = endOf(program);
    const { stated = [] } = typeof end === 'object' && 'returns' in end ? (end.returns as { stated?: string[] }) : {};
    if (stated.some((key) => statements[key] === undefined)) return 'a confirmed statement is gone';
  }
  return undefined;
}

function answer(rows: ClosingRows, { method, args }: PortCall, fault?: ClosingFault): Answer {
  switch (method) {
    case 'readUsageHistory':
      return { returns: { periods: new Map([[PERIOD.key, rows.usage]]) } };
    case 'readChargedParts':
      return { returns: chargedParts(rows) };
    case 'listStatements':
      return {
        returns: Object.keys(rows.statements)
          .sort()
          .map((key) => rows.statements[key]),
      };
    case 'readStatement':
      return { returns: rows.statements[args[1] as string] };
    case 'listOpenCorrections':
      return {
        returns: Object.values(rows.corrections).flatMap(({ correction, statedIn }) =>
          statedIn === null ? [correction] : [],
        ),
      };
    case 'addCorrection': {
      const correction = args[1] as Correction;
      if (rows.corrections[correction.correctionId] !== undefined) return { returns: false };
      rows.corrections[correction.correctionId] = { correction, statedIn: null };
      return { returns: true };
    }
    case 'writeStatement':
      return { returns: writeStatement(rows, args[0] as StatementToWrite, fault) };
    case 'readRequests':
      return { returns: (args[1] as readonly EnrichmentRequest[]).map(({ number }) => rows.requests[number]) };
    case 'commit':
      return commit(rows, args[0] as Commit);
    case 'readDoubt': {
      const isStated = rows.statements[PERIOD.key] !== undefined;
      return { returns: { charge: rows.charge, row: { usage: rows.usage }, isVoid: true, isStated } };
    }
    case 'resolve':
      return { returns: resolve(rows, args[0] as ResolvedCharge, fault) };
    default:
      throw new Error(`The model of closing has no ${method}`);
  }
}

function chargedParts({ requests }: ClosingRows): readonly ChargedPart[] {
  return Object.values(requests).flatMap(({ asked: { manufacturer, partNumber }, chargedOn }) =>
    chargedOn === null ? [] : [{ manufacturer, partNumber, foundAtMs: chargedOn.atMs, periodKey: chargedOn.usageKey }],
  );
}

function writeStatement(
  rows: ClosingRows,
  { statement, usage }: StatementToWrite,
  fault?: ClosingFault,
): 'written' | 'exists' | 'changed' {
  const { periodKey } = statement;
  if (rows.statements[periodKey] !== undefined) return 'exists';
  const row = periodKey === PERIOD.key ? rows.usage : undefined;
  const isRowAsRead = JSON.stringify(row) === JSON.stringify(usage) || fault === 'states_a_row_that_changed';
  const isOpen = ({ correctionId }: Correction) => rows.corrections[correctionId]?.statedIn === null;
  if (!isRowAsRead || !statement.corrections.every(isOpen)) return 'changed';
  rows.statements[periodKey] = statement;
  for (const correction of statement.corrections)
    rows.corrections[correction.correctionId] = { correction, statedIn: periodKey };
  return 'written';
}

/** Only settlements: their conditions are the revision of the request, and a reserve that is there. */
function commit(rows: ClosingRows, { changes, usage }: Commit): Answer {
  const [change] = changes;
  if (change === undefined || usage?.kind !== 'settle') throw new Error('The model of closing only settles');
  const { before, after } = change;
  const current = rows.requests[after.number];
  if (current?.revision !== before?.revision)
    return { returns: { kind: 'changed', requests: current === undefined ? [] : [current], refusedBy: undefined } };
  const { reservedNanoUsd, chargedNanoUsd, researchNanoUsd, committedNanoUsd } = rows.usage;
  const held = RESEARCH_PRICE_NANO_USD;
  if (reservedNanoUsd < held) return { throws: 'The reserve of a request that is being settled is not there' };
  rows.requests[after.number] = after;
  rows.usage = {
    ...rows.usage,
    reservedNanoUsd: reservedNanoUsd - held,
    ...(usage.outcome === 'found'
      ? { chargedNanoUsd: chargedNanoUsd + held }
      : { researchNanoUsd: researchNanoUsd - held, committedNanoUsd: committedNanoUsd - held }),
  };
  return { returns: { kind: 'committed' } };
}

function resolve(rows: ClosingRows, { resolution, amounts }: ResolvedCharge, fault?: ClosingFault): boolean {
  if (rows.charge.resolution !== undefined) return false;
  if (resolution === 'taken_back') {
    const isStated = rows.statements[PERIOD.key] !== undefined && fault !== 'resolves_in_a_stated_period';
    if (isStated || !covers({ usage: rows.usage }, amounts)) return false;
    const { tokens, items, calls, committedNanoUsd } = rows.usage;
    rows.usage = {
      ...rows.usage,
      tokens: tokens - amounts.tokens,
      items: items - amounts.items,
      calls: calls - amounts.calls,
      committedNanoUsd: committedNanoUsd - (amounts.committed ?? 0),
    };
  }
  rows.charge = { ...rows.charge, resolution };
  return true;
}
