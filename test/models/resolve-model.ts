/**
 * Model (g): two operators resolve a charge in doubt, each by what the row and the log show, while its debit is late,
 * its call still takes it back, and another call debits the row. Programs: `resolveDoubt` and the steps of
 * `takeBackStep` of the project. The conditional writes are those of usage-row.ts and of DynamoDoubtStore.
 *
 * Abstracted from: a row remembers two debits instead of sixteen; a price of one; the period, which has no statement
 * (closing-model.ts); the log, which has each answer at once; an operator who states other amounts than the log's,
 * because nothing can tell. An operator who lets a charge stand before its debit arrives leaves it billed: that is
 * recorded, and no silent charge.
 */
import { resolveDoubt, type ResolvedCharge } from '../../core/billing/meter/charge-in-doubt.ts';
import { capLimits } from '../../core/billing/meter/spending-cap.ts';
import {
  firstKnowledge,
  covers,
  takeBackStep,
  type DebitTrace,
  type DecidedStep,
} from '../../core/billing/meter/take-back.ts';
import type { PeriodDebit } from '../../core/billing/meter/usage-debit.ts';
import type { PortCall, Program, World } from './programs.ts';
import { applyDebit, applyTakeBack, NEW_ROW, rowUsage, type ModelRow } from './usage-row.ts';

const REMEMBERS = 2;
const DOUBTED = 1;
const TOKENS = 2;
const PLACE = { accountId: 'acc_0000000000', usageKey: '2026-11', debitId: DOUBTED };

export interface ResolveRows {
  row: ModelRow;
  /** The tokens that answered calls got. */
  logged: number;
  /** Whether the log says that the charge of the call may stand. */
  isReported: boolean;
  resolution: ResolvedCharge['resolution'] | null;
  /** The truth: whether the row has the charge, and what the others have. */
  isCharged: boolean;
  others: number;
  /** What is wrong with the last write; it stays. */
  wrong: string | null;
}

export type ResolveFault =
  /** A charge that was not recorded is resolved although its debit is void. */
  | 'resolves_what_is_void'
  /** A resolution leaves the debit free to be written. */
  | 'leaves_the_debit_open';

function debitOf(id: number, tokens: number): PeriodDebit {
  const frozen = { priceNanoUsdPerToken: 1, tokensIncluded: 0 };
  return {
    kind: 'period',
    accountId: PLACE.accountId,
    mark: { id, minute: 0, after: undefined },
    periodKey: PLACE.usageKey,
    wanted: { tokens, items: 1, parts: 0 },
    frozen,
    limits: capLimits(frozen, 99, { tokens, researchNanoUsd: 0 }),
  };
}

const DEBIT = debitOf(DOUBTED, TOKENS);

interface Port extends Doubts {
  debit(id: number): Promise<boolean>;
  answer(id: number): Promise<void>;
  report(): Promise<void>;
  takeBack(decided: DecidedStep): Promise<DebitTrace | null>;
  readLog(): Promise<{ readonly isReported: boolean; readonly surplus: number }>;
}
type Doubts = Parameters<typeof resolveDoubt>[0];

/** As take-back-debit.ts does it, without its limit of time: a call may be killed at every step. */
const FAILED_CALL: Program = {
  name: 'call',
  run: async (port: Port) => {
    const isAnswered = await port.debit(DOUBTED).then(
      () => true,
      () => false,
    );
    if (isAnswered) return port.answer(DOUBTED);
    await port.report();
    let decided: DecidedStep = { step: 'take', known: firstKnowledge(DEBIT) };
    while (decided.step !== 'done') {
      const step = decided;
      const seen = await port.takeBack(step).catch(() => undefined);
      if (seen === null) return step.step;
      if (seen !== undefined) decided = takeBackStep(DEBIT, seen, step.known, REMEMBERS);
    }
    return 'done';
  },
};

const otherCall = (id: number): Program => ({
  name: `call ${id}`,
  run: async (port: Port) => {
    await port.answer(id);
  },
});

/** Takes back what the row has beyond the log. */
const operator = (name: string): Program => ({
  name,
  run: async (port: Port) => {
    const { isReported, surplus } = await port.readLog();
    if (!isReported) return 'nothing to do';
    const resolution = surplus >= TOKENS ? 'taken_back' : 'stands';
    const stated = { tokens: TOKENS, items: 1, share: undefined };
    const done = await resolveDoubt(port, PLACE, { resolution, stated }, { who: name }, 0);
    return done.ok ? resolution : done.reason.kind;
  },
});

const PROGRAMS = [FAILED_CALL, otherCall(2), otherCall(3), operator('operator'), operator('another operator')];

export function resolveWorld(
  bounds: { readonly kills: number; readonly losses: number },
  fault?: ResolveFault,
): World<ResolveRows> {
  return {
    name: 'resolution of a charge in doubt',
    bounds: `K=${REMEMBERS}`,
    rows: { row: NEW_ROW, logged: 0, isReported: false, resolution: null, isCharged: false, others: 0, wrong: null },
    programs: PROGRAMS,
    ...bounds,
    answer: (rows, call) => ({ returns: answer(rows, call, fault) }),
    isWrite: ({ method }) => ['debit', 'takeBack', 'resolve'].includes(method),
    broken({ row, isCharged, others, resolution, wrong }, ends) {
      if (wrong !== null) return wrong;
      if (row.tokens < 0 || row.calls < 0) return 'a figure of the row is negative';
      if (row.tokens !== others + (isCharged ? TOKENS : 0)) return 'the row has other tokens than were charged';
      if (resolution === 'taken_back' && isCharged) return 'a charge that was taken back is on the row';
      const confirmed = ends
        .slice(-2)
        .flatMap((end) => (typeof end === 'object' && 'returns' in end ? [end.returns] : []));
      const differs = confirmed.some((one) => (one === 'taken_back' || one === 'stands') && one !== resolution);
      return differs ? 'a confirmed resolution is gone' : undefined;
    },
  };
}

function answer(rows: ResolveRows, { method, args }: PortCall, fault: ResolveFault | undefined): unknown {
  const { row } = rows;
  switch (method) {
    case 'debit': {
      const isWritten = applyDebit(row, DEBIT, REMEMBERS);
      if (isWritten) rows.isCharged = true;
      if (isWritten && rows.resolution !== null) rows.wrong = 'a late debit was written after its charge was resolved';
      return isWritten;
    }
    case 'answer': {
      const id = args[0] as number;
      if (id === DOUBTED) rows.logged += TOKENS;
      else if (applyDebit(row, debitOf(id, TOKENS), REMEMBERS)) {
        rows.logged += TOKENS;
        rows.others += TOKENS;
      }
      return null;
    }
    case 'report':
      rows.isReported = true;
      return null;
    case 'takeBack': {
      const decided = args[0] as DecidedStep;
      if (!applyTakeBack(row, DEBIT, decided, REMEMBERS))
        return { recent: [...row.recent], isVoid: row.voids.includes(DOUBTED), usage: rowUsage(row) };
      if (decided.step === 'take' || decided.step === 'reopen') takes(rows, 'the call');
      return null;
    }
    case 'readLog':
      return { isReported: rows.isReported, surplus: row.tokens - rows.logged };
    case 'readDoubt': {
      const recorded = { ...PLACE, amounts: { calls: 1, tokens: TOKENS, items: 1, committed: TOKENS }, minute: 0 };
      return {
        charge: isRecorded(rows) ? { ...recorded, resolution: rows.resolution ?? undefined } : undefined,
        row: { usage: rowUsage(row) },
        isVoid: row.voids.includes(DOUBTED),
        isStated: false,
      };
    }
    case 'resolve':
      return resolve(rows, args[0] as ResolvedCharge, args[1] as boolean, fault);
    default:
      throw new Error(`The model of resolutions has no ${method}`);
  }
}

function isRecorded({ row, resolution }: ResolveRows): boolean {
  return row.doubts.includes(DOUBTED) || resolution !== null;
}

function takes(rows: ResolveRows, who: string): void {
  if (!rows.isCharged) rows.wrong = `${who} took back a charge that was not on the row`;
  rows.isCharged = false;
}

function resolve(
  rows: ResolveRows,
  { resolution, amounts }: ResolvedCharge,
  wasRecorded: boolean,
  fault: ResolveFault | undefined,
): boolean {
  const { row } = rows;
  const isVoid = row.voids.includes(DOUBTED);
  if (wasRecorded ? rows.resolution !== null : isRecorded(rows)) return false;
  if (!wasRecorded && isVoid && fault !== 'resolves_what_is_void') return false;
  if (resolution === 'taken_back') {
    if (!covers({ usage: rowUsage(row) }, amounts)) return false;
    takes(rows, 'an operator');
    Object.assign(row, { tokens: row.tokens - amounts.tokens, calls: row.calls - amounts.calls });
  }
  if (!wasRecorded && !isVoid && fault !== 'leaves_the_debit_open') row.voids = [...row.voids, DOUBTED].sort();
  rows.resolution = resolution;
  return true;
}
