/**
 * Model (a): calls of one account debit one usage row, and take back what was not answered. Each debit is applied,
 * never applied or applied late; its answer may be lost; a step of the take-back may be applied without an answer and
 * is then repeated, or arrive late; every process may be killed between any two of these. Decisions: `takeBackStep`,
 * `holds`, `capLimits` and `keepsLimits` of the project. The conditional writes are those of usage-updates.ts and
 * take-back-updates.ts, spelled out in usage-row.ts.
 *
 * Abstracted from: a row remembers two debits instead of sixteen; one item and no research per call; a price of one;
 * requests in a minute; the five-second limit, which ends as a kill with a report does; a debit that is delivered
 * twice, because its client never sends one again.
 */
import { shareOf } from '../../core/billing/meter/client-share.ts';
import { capLimits } from '../../core/billing/meter/spending-cap.ts';
import { takeBackStep, type DecidedStep } from '../../core/billing/meter/take-back.ts';
import type { PeriodDebit } from '../../core/billing/meter/usage-debit.ts';
import type { Model } from './explore.ts';
import { applyDebit, applyTakeBack, NEW_ROW, rowCounts, rowUsage, type ModelRow, type RowWrite } from './usage-row.ts';

/** How many debits the model's row remembers. */
export const MODEL_REMEMBERS = 2;

interface Call {
  at: 'start' | 'sent' | 'taking_back' | 'answered' | 'failed' | 'refused' | 'in_doubt' | 'killed';
  after?: number;
  decided?: DecidedStep;
  /** The debit is on its way. */
  flying?: boolean;
  /** What the store did with the debit, before anybody hears of it. */
  taken?: boolean;
  /** A step of the take-back that is on its way and of which nobody hears. */
  late?: DecidedStep;
  /** The truth: whether the row contains the debit. */
  charged?: boolean;
}

export interface TakeBackState {
  row: ModelRow;
  /** How many more processes may be killed, and how many steps of a take-back may get no answer. */
  kills: number;
  losses: number;
  calls: Call[];
}

export type TakeBackFault =
  /** The budget is tested only when the row is read. */
  | 'budget_as_read'
  /** A take-back gives nothing back to the budget. */
  | 'budget_kept'
  | 'void_without_witness'
  | 'guess_from_figures'
  | 'take_twice';

export function takeBackModel(
  amounts: readonly number[],
  cap: number,
  {
    kills,
    losses,
    fault,
    budget,
  }: { kills: number; losses: number; fault?: TakeBackFault | undefined; budget?: number | undefined },
): Model<TakeBackState> {
  return {
    name: 'debit and take-back',
    bounds: `P=${amounts.length} K=${MODEL_REMEMBERS} tokens=${amounts.join(',')} cap=${cap} kills=${kills} unanswered steps=${losses}${budget === undefined ? '' : ` budget of client 00=${budget}`}`,
    start: {
      kills,
      losses,
      row: budget === undefined ? NEW_ROW : { ...NEW_ROW, clients: { '00': 0, '01': 0 } },
      calls: amounts.map(() => ({ at: 'start' })),
    },
    steps(state, step) {
      for (const [place, call] of state.calls.entries()) {
        const debit = modelDebit(place, amounts[place] ?? 0, call.after, cap, budget);
        const go = (label: string, change: (next: TakeBackState, mine: Call) => void, write?: RowWrite) =>
          step(
            `${place + 1}: ${label}`,
            (next) => {
              const mine = next.calls[place] as Call;
              change(next, mine);
              forgetIrrelevant(next);
            },
            write,
          );
        if (call.at === 'start')
          go('reads the row and sends its debit', (next, mine) => {
            const [newest] = next.row.recent;
            Object.assign(mine, { at: 'sent', flying: true, ...(newest !== undefined && { after: newest }) });
          });
        if (call.flying === true) {
          const arrives = (next: TakeBackState, mine: Call) => {
            delete mine.flying;
            const isTaken = applyDebit(next.row, debit, MODEL_REMEMBERS, fault);
            if (isTaken) mine.charged = true;
            if (mine.at === 'sent') mine.taken = isTaken;
          };
          go('the debit arrives', arrives, { debit });
          go('the debit never arrives', (_next, mine) => {
            delete mine.flying;
          });
        }
        if (call.at === 'sent') {
          if (call.taken !== undefined)
            go('is answered', (_next, mine) => {
              mine.at = mine.taken === true ? 'answered' : 'refused';
              delete mine.taken;
            });
          go('hears nothing and takes back', (_next, mine) => {
            delete mine.taken;
            const known = { isWritten: false, ...(mine.after !== undefined && { absentAfter: mine.after }) };
            Object.assign(mine, { at: 'taking_back', decided: { step: 'take', known } });
          });
          if (state.kills > 0)
            go('is killed', (next, mine) => {
              delete mine.taken;
              mine.at = 'killed';
              next.kills -= 1;
            });
        }
        if (call.late !== undefined) {
          const { late } = call;
          const arrives = (next: TakeBackState, mine: Call) => {
            delete mine.late;
            takeBackIn(next, mine, debit, late, fault);
          };
          go(`a late ${late.step} arrives`, arrives, { debit, decided: late });
          go(`a late ${late.step} never arrives`, (_next, mine) => {
            delete mine.late;
          });
        }
        if (call.at !== 'taking_back' || call.decided === undefined) continue;
        const { decided } = call;
        const attempt = (next: TakeBackState, mine: Call, isAnswered: boolean) => {
          const isDone = takeBackIn(next, mine, debit, decided, fault);
          if (!isAnswered) return;
          if (isDone) {
            mine.at = decided.step === 'doubt' ? 'in_doubt' : 'failed';
            delete mine.decided;
            return;
          }
          const seen = {
            recent: next.row.recent,
            isVoid: next.row.voids.includes(place + 1),
            usage: rowUsage(next.row),
            counts: rowCounts(next.row),
          };
          let decision = takeBackStep(debit, seen, decided.known, MODEL_REMEMBERS);
          // The rule before decision 0191 was mended: figures that could contain the debit count as proof.
          if (
            fault === 'guess_from_figures' &&
            decision.step === 'doubt' &&
            next.row.calls > 1 &&
            next.row.tokens >= (amounts[place] ?? 0)
          )
            decision = { step: 'take', known: { ...decision.known, isWritten: true } };
          if (decision.step === 'done') {
            mine.at = next.row.doubts.includes(place + 1) || decided.step === 'doubt' ? 'in_doubt' : 'failed';
            delete mine.decided;
          } else mine.decided = decision;
        };
        const write = { debit, decided };
        go(decided.step, (next, mine) => attempt(next, mine, true), write);
        if (state.losses > 0) {
          const unanswered = (next: TakeBackState, mine: Call) => {
            next.losses -= 1;
            attempt(next, mine, false);
          };
          go(`${decided.step} without an answer`, unanswered, write);
          go(`${decided.step} becomes late`, (next, mine) => {
            next.losses -= 1;
            mine.late = decided;
          });
        }
        if (state.kills > 0)
          go('is killed', (next, mine) => {
            mine.at = 'killed';
            delete mine.decided;
            next.kills -= 1;
          });
      }
    },
    standsFor: (state) => inOneOrder(state, amounts, budget !== undefined),
    broken: ({ row, calls }, isFinal) => {
      const charged = calls.reduce((sum, call, place) => sum + (call.charged === true ? (amounts[place] ?? 0) : 0), 0);
      if (row.tokens < 0 || row.calls < 0) return 'a figure of the row is negative';
      if (row.tokens !== charged) return `the row has ${row.tokens} tokens, and the charges that were made ${charged}`;
      if (row.tokens > cap) return 'the cap is exceeded';
      for (const [number, used] of Object.entries(row.clients ?? {})) {
        const own = calls.reduce(
          (sum, call, place) => sum + (call.charged === true && numberOf(place) === number ? (amounts[place] ?? 0) : 0),
          0,
        );
        if (used !== own) return `client ${number} has ${used} tokens, and the charges that were made ${own}`;
        if (number === '00' && used > (budget ?? 0)) return 'the budget is exceeded';
      }
      if (!isFinal) return undefined;
      for (const [place, call] of calls.entries()) {
        if (call.at === 'answered' && call.charged !== true) return `call ${place + 1} was answered without a charge`;
        const mayRemain = call.at === 'answered' || call.at === 'in_doubt' || call.at === 'killed';
        if (call.charged === true && !mayRemain) return `call ${place + 1} failed and is charged in silence`;
        if (!['answered', 'failed', 'refused', 'in_doubt', 'killed'].includes(call.at))
          return `call ${place + 1} is stuck`;
      }
      return undefined;
    },
  };
}

/**
 * Puts calls that charge the same into one order, and renames their debits. Two states that are left in different
 * orders are explored twice.
 */
function inOneOrder(state: TakeBackState, amounts: readonly number[], isByClient: boolean): TakeBackState {
  const { row, calls } = state;
  const kindOf = (place: number) => `${amounts[place]} ${isByClient ? numberOf(place) : ''}`;
  const marks = calls.map((call, place) => {
    const id = place + 1;
    const seen = row.recent.map((one) => one === id);
    return JSON.stringify([
      call.at,
      call.flying,
      call.taken,
      call.charged,
      call.decided?.step,
      call.decided?.known.isWritten,
      call.late?.step,
      seen,
      row.voids.includes(id),
      row.doubts.includes(id),
    ]);
  });
  const places = calls.map((_, place) => place);
  const order = places.map(() => -1);
  for (const kind of new Set(places.map(kindOf))) {
    const equal = places.filter((place) => kindOf(place) === kind);
    const sorted = equal.toSorted((a, b) => (marks[a] ?? '').localeCompare(marks[b] ?? '') || a - b);
    for (const [at, place] of equal.entries()) order[place] = sorted[at] ?? place;
  }
  if (order.every((from, place) => from === place)) return state;
  const renamed = <Id extends number | undefined>(id: Id) =>
    (id === undefined || id === 0 ? id : order.indexOf(id - 1) + 1) as Id;
  const known = (decided: DecidedStep): DecidedStep => ({
    ...decided,
    known: { ...decided.known, absentAfter: renamed(decided.known.absentAfter) },
  });
  return {
    ...state,
    row: {
      ...row,
      recent: row.recent.map(renamed),
      voids: row.voids.map(renamed).sort((a, b) => a - b),
      doubts: row.doubts.map(renamed).sort((a, b) => a - b),
    },
    calls: order.map((from) => {
      const call = calls[from] as Call;
      return {
        ...call,
        ...(call.after !== undefined && { after: renamed(call.after) }),
        ...(call.decided !== undefined && { decided: known(call.decided) }),
        ...(call.late !== undefined && { late: known(call.late) }),
      };
    }),
  };
}

/**
 * Removes what can no longer make a difference, so that more states are equal: what ended calls knew, and ids that
 * nobody compares.
 */
function forgetIrrelevant({ row, calls }: TakeBackState): void {
  const compared = new Set<number | undefined>([row.recent[0]]);
  for (const [place, call] of calls.entries()) {
    const isRunning = call.at === 'sent' || call.at === 'taking_back';
    if (!isRunning) {
      delete call.after;
      delete call.decided;
    }
    const isOnItsWay = call.flying === true || call.late !== undefined;
    for (const id of [call.after, call.decided?.known.absentAfter, call.late?.known.absentAfter]) compared.add(id);
    if (isRunning || isOnItsWay || call.at === 'start') compared.add(place + 1);
  }
  row.recent = row.recent.map((id) => (compared.has(id) ? id : 0));
  row.voids = row.voids.filter((id) => compared.has(id));
  row.doubts = row.doubts.filter((id) => compared.has(id));
}

function takeBackIn(
  next: TakeBackState,
  mine: Call,
  debit: PeriodDebit,
  decided: DecidedStep,
  fault: TakeBackFault | undefined,
): boolean {
  const isDone = applyTakeBack(next.row, debit, decided, MODEL_REMEMBERS, fault);
  if (isDone && (decided.step === 'take' || decided.step === 'reopen')) delete mine.charged;
  return isDone;
}

/** Two of three calls are the budgeted client's. */
function numberOf(place: number): string {
  return place % 3 === 1 ? '01' : '00';
}

function modelDebit(
  place: number,
  tokens: number,
  after: number | undefined,
  cap: number,
  budget: number | undefined,
): PeriodDebit {
  const frozen = { priceNanoUsdPerToken: 1, tokensIncluded: 0 };
  return {
    kind: 'period',
    accountId: 'acc_0000000000',
    mark: { id: place + 1, minute: 0, after },
    periodKey: '2026-11',
    wanted: { tokens, items: 1, parts: 0 },
    frozen,
    limits: capLimits(frozen, cap, { tokens, researchNanoUsd: 0 }),
    share: budget === undefined ? undefined : modelShare(numberOf(place), tokens, budget),
  };
}

/** The share of a client that has its place on the row already. */
function modelShare(number: string, tokens: number, most: number) {
  const budget = number === '00' ? ({ every: 'period', tokens: most, researchCents: null } as const) : null;
  const counts = rowCounts({ ...NEW_ROW, clients: { [number]: 0 } });
  return shareOf({ number, budget, isSignIn: false, day: 0, endDay: 30, places: 24 }, counts, {
    tokens,
    researchNanoUsd: 0,
  });
}
