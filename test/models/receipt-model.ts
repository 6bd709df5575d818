/**
 * Model (b): requests with one Idempotency-Key pay for an answer, or are answered from the receipt of another. Debit
 * and receipt are one transaction, which is applied, never applied or applied late; every answer may be lost; every
 * process may be killed. Decisions: `RequestReceipt` and `receiptTakeBackStep` of the project. The conditional writes
 * are those of receipt-rows.ts.
 *
 * Abstracted from: the row's cap and rate; the day after which a receipt is out of force; the second attempt at a
 * transaction, which has the token of the first; the five-second limit. A `keep` without an answer is repeated until it
 * has one, as DynamoReceiptStore does.
 */
import type { Receipt, ReceiptWrite } from '../../core/billing/accounts/receipt.ts';
import { RequestReceipt } from '../../core/billing/meter/request-receipt.ts';
import { isWrittenOver, receiptTakeBackStep, type DecidedStep } from '../../core/billing/meter/take-back.ts';
import type { PeriodDebit } from '../../core/billing/meter/usage-debit.ts';
import type { Model } from './explore.ts';
import { rowUsage } from './usage-row.ts';

interface Request {
  at: 'start' | 'sent' | 'keeping' | 'taking_back' | 'answered' | 'failed' | 'refused' | 'in_doubt' | 'killed';
  seen?: Receipt;
  owed?: number;
  flying?: boolean;
  taken?: boolean;
  decided?: DecidedStep;
  /** The truth: what the row contains for this request. */
  charged?: number;
  /** It was killed, and what it may have left paid without an answer. */
  left?: number;
  /**
   * The receipt that it was answered from pays for the answer, even if the answer is smaller than the one that failed.
   */
  paidBy?: number;
}

export interface ReceiptState {
  tokens: number;
  calls: number;
  receipt?: Receipt;
  voids: number[];
  requests: Request[];
  kills: number;
}

/** What a step does to the store. */
export type ReceiptStep =
  | { readonly kind: 'pay'; readonly id: number; readonly tokens: number; readonly receipt: ReceiptWrite }
  | { readonly kind: 'keep'; readonly seen: Receipt }
  | {
      readonly kind: 'take back';
      readonly id: number;
      readonly tokens: number;
      readonly receipt: ReceiptWrite;
      readonly decided: DecidedStep;
    };

export type ReceiptFault = 'another_receipt_proves_absence' | 'take_kept';

const NOW_MS = 1_000_000_000_000;
export const RECEIPT_PLACE = { accountId: 'acc_0000000000', clientId: 'cli', keyHash: 'key' };

export function receiptModel(charges: readonly number[], kills: number, fault?: ReceiptFault): Model<ReceiptState> {
  return {
    name: 'receipts with take-back',
    bounds: `P=${charges.length} tokens=${charges.join(',')} kills=${kills}`,
    start: { tokens: 0, calls: 0, voids: [], requests: charges.map(() => ({ at: 'start' })), kills },
    steps(state, step) {
      for (const [place, request] of state.requests.entries()) {
        const charge = { tokens: charges[place] ?? 0, items: 1 };
        const id = `req_${place}`;
        const mineIn = ({ seen }: Request) =>
          new RequestReceipt(RECEIPT_PLACE, { fingerprint: 'f', requestId: id }, seen, NOW_MS);
        const go = (label: string, change: (next: ReceiptState, mine: Request) => void, write?: ReceiptStep) =>
          step(
            `${place + 1}: ${label}`,
            (next) => {
              const mine = next.requests[place] as Request;
              change(next, mine);
              if (['sent', 'keeping', 'taking_back'].includes(mine.at) || mine.flying === true) return;
              delete mine.seen;
              delete mine.owed;
              delete mine.decided;
            },
            write,
          );
        const paying = {
          id: place + 1,
          tokens: request.owed ?? 0,
          receipt: mineIn(request).write({ tokens: request.owed ?? 0, items: 1 }),
        };
        const decide = (mine: Request, found: Receipt | undefined) => {
          delete mine.seen;
          if (found !== undefined) mine.seen = found;
          const { tokens } = mineIn(mine).owed(charge);
          if (tokens === 0) mine.at = 'keeping';
          else Object.assign(mine, { at: 'sent', flying: true, owed: tokens });
        };
        if (request.at === 'start') go('reads the receipt', (next, mine) => decide(mine, next.receipt));
        if (request.flying === true) {
          const arrives = (next: ReceiptState, mine: Request) => {
            delete mine.flying;
            const isTaken = sameReceipt(next.receipt, mine.seen) && !next.voids.includes(place);
            if (isTaken) {
              next.receipt = mineIn(mine).write({ tokens: mine.owed ?? 0, items: 1 }).receipt;
              next.tokens += mine.owed ?? 0;
              next.calls += 1;
              mine.charged = mine.owed ?? 0;
            }
            if (mine.at === 'sent') mine.taken = isTaken;
          };
          go('the transaction arrives', arrives, { kind: 'pay', ...paying });
          go('the transaction never arrives', (_next, mine) => {
            delete mine.flying;
          });
        }
        if (request.at === 'sent') {
          if (request.taken !== undefined)
            go('is answered', (next, mine) => {
              const isTaken = mine.taken === true;
              delete mine.taken;
              if (isTaken) mine.at = 'answered';
              else decide(mine, next.receipt);
            });
          go('hears nothing and takes back', (_next, mine) => {
            delete mine.taken;
            Object.assign(mine, { at: 'taking_back', decided: { step: 'take', known: { isWritten: true } } });
          });
        }
        const kept = request.at === 'keeping' ? mineIn(request).unkept : undefined;
        const keep: ReceiptStep | undefined = kept && { kind: 'keep', seen: kept.seen };
        if (request.at === 'keeping') {
          const keeps = (next: ReceiptState, mine: Request) => {
            const { unkept } = mineIn(mine);
            if (unkept === undefined) Object.assign(mine, { at: 'answered', paidBy: mine.seen?.tokens });
            else if (next.receipt?.requestId === unkept.seen.requestId) {
              next.receipt = { ...next.receipt, isKept: true };
              Object.assign(mine, { at: 'answered', paidBy: mine.seen?.tokens });
            } else decide(mine, next.receipt);
          };
          go('keeps the receipt', keeps, keep);
        }
        if (request.at === 'keeping' && state.kills > 0)
          go(
            'keeps the receipt and is killed',
            (next, mine) => {
              const { unkept } = mineIn(mine);
              mine.left = next.receipt?.tokens ?? 0;
              if (unkept !== undefined && next.receipt?.requestId === unkept.seen.requestId)
                next.receipt = { ...next.receipt, isKept: true };
              mine.at = 'killed';
              next.kills -= 1;
            },
            keep,
          );
        if ((request.at === 'sent' || request.at === 'taking_back') && state.kills > 0)
          go('is killed', (next, mine) => {
            delete mine.taken;
            mine.left = mine.owed ?? 0;
            mine.at = 'killed';
            next.kills -= 1;
          });
        if (request.at !== 'taking_back' || request.decided === undefined) continue;
        const { decided } = request;
        go(decided.step, (next, mine) => takeBack(next, mine, place, mineIn(mine), decided, fault), {
          kind: 'take back',
          ...paying,
          decided,
        });
      }
    },
    broken({ tokens, receipt, requests }, isFinal) {
      const charged = requests.reduce((sum, request) => sum + (request.charged ?? 0), 0);
      if (tokens !== charged) return `the row has ${tokens} tokens, and the charges that were made ${charged}`;
      if (tokens < 0) return 'a figure of the row is negative';
      if (!isFinal) return undefined;
      const ofAnswered = requests.map(({ at, paidBy = 0 }, place) =>
        at === 'answered' ? Math.max(charges[place] ?? 0, paidBy) : 0,
      );
      const owed = Math.max(...ofAnswered);
      const mayRemain = requests.reduce(
        (sum, { at, left, charged: one }) => sum + (at === 'in_doubt' ? (one ?? 0) : (left ?? 0)),
        0,
      );
      if (tokens < owed) return `${owed} tokens were answered and ${tokens} are charged`;
      if (tokens > owed + mayRemain) return `${tokens} tokens are charged for answers of ${owed}, in silence`;
      const isStuck = requests.some(({ at }) => ['start', 'sent', 'keeping', 'taking_back'].includes(at));
      return isStuck ? `a request is stuck at the receipt ${JSON.stringify(receipt)}` : undefined;
    },
  };
}

function sameReceipt(found: Receipt | undefined, seen: Receipt | undefined): boolean {
  const inForce = found !== undefined && found.atMs > 0 ? found : undefined;
  return seen === undefined || seen.atMs === 0
    ? inForce === undefined
    : found?.requestId === seen.requestId && (seen.isKept || !found.isKept);
}

function takeBack(
  next: ReceiptState,
  mine: Request,
  place: number,
  receipt: RequestReceipt,
  { step, known }: DecidedStep,
  fault: ReceiptFault | undefined,
): void {
  const owed = mine.owed ?? 0;
  const debit = {
    wanted: { tokens: owed, items: 1, parts: 0 },
    kind: 'period',
    frozen: { priceNanoUsdPerToken: 1, tokensIncluded: 0 },
  } as PeriodDebit;
  const write = receipt.write({ tokens: owed, items: 1 });
  const row = { open: true, tokens: next.tokens, calls: next.calls, recent: [], voids: [], doubts: [] };
  const isMine = next.receipt?.requestId === write.receipt.requestId;
  const isMineUnkept = isMine && (next.receipt?.isKept === false || fault === 'take_kept');
  const isVoid = next.voids.includes(place);
  const isOnly = next.calls === 1 && next.tokens === owed;
  const takes = step === 'take' || step === 'reopen';
  const isProven = step !== 'void' || fault === 'another_receipt_proves_absence' || !isWrittenOver(next.receipt, write);
  const receiptHolds = takes ? isMineUnkept : known.isWritten || (!isMine && isProven);
  const rowHolds = !isVoid && (!takes || (step === 'reopen') === isOnly);
  if (receiptHolds && rowHolds) {
    next.voids = [...next.voids, place].sort();
    if (takes) {
      next.tokens -= owed;
      next.calls -= 1;
      next.receipt = write.seen ?? {
        fingerprint: 'f',
        requestId: 'taken_back',
        tokens: 0,
        items: 0,
        atMs: 0,
        isKept: false,
      };
      delete mine.charged;
    }
    mine.at = step === 'doubt' ? 'in_doubt' : 'failed';
    return;
  }
  let decision = receiptTakeBackStep(debit, write, {
    ...(!rowHolds && { row: { isVoid, usage: rowUsage(row) } }),
    ...(!receiptHolds && { receipt: { found: next.receipt } }),
  });
  // The rule before a receipt named the one that it was written over.
  if (fault === 'another_receipt_proves_absence' && decision.step === 'doubt' && !isMine)
    decision = { ...decision, step: 'void' };
  if (decision.step === 'done') mine.at = 'failed';
  else mine.decided = decision;
}
