import { describe, expect, it } from 'vitest';
import type { Receipt } from '../../../../core/billing/plans/receipt.ts';
import {
  receiptTakeBackStep,
  REMEMBERED_DEBITS,
  takeBackStep,
  UnansweredDebitError,
} from '../../../../core/billing/meter/take-back.ts';
import { prepareDebit, type BillableCaller } from '../../../../core/billing/meter/usage-debit.ts';
import { callerIn, NOON_MS, periodUsage, type CallerSituation } from '../../../support/fixtures/callers.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';

const WANTED = { tokens: 30, items: 2, parts: 0 };

const debitOf = (situation: CallerSituation = {}, after?: number) => {
  const caller = callerIn(situation);
  const lastDebits = new Map(after === undefined ? [] : [['2026-11', after]]);
  return valueOf(
    prepareDebit({ ...caller, usage: { ...caller.usage, lastDebits } } as BillableCaller, WANTED, NOON_MS),
  );
};
const others = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const row = periodUsage({ tokens: 90, items: 6, calls: 3 });

describe('a debit whose answer was lost', () => {
  it('is taken back from a row that lists it', () => {
    const debit = debitOf();
    expect(takeBackStep(debit, { recent: [3, debit.mark.id, 2], isVoid: false, usage: row })).toBe('take');
  });

  it('reopens its period if it was the first', () => {
    const debit = debitOf();
    const seen = { recent: [debit.mark.id], isVoid: false };
    expect(takeBackStep(debit, { ...seen, usage: periodUsage({ ...WANTED, calls: 1 }) })).toBe('reopen');
    expect(takeBackStep(debit, { ...seen, usage: periodUsage({ ...WANTED, calls: 2 }) })).toBe('take');
    expect(takeBackStep(debit, { ...seen, usage: periodUsage({ ...WANTED, tokens: 31, calls: 1 }) })).toBe('take');
    expect(takeBackStep(debit, { ...seen, usage: periodUsage({ ...WANTED, items: 1, calls: 1 }) })).toBe('take');
    expect(takeBackStep(debit, { ...seen, usage: periodUsage({ ...WANTED, calls: 1, researchNanoUsd: 1 }) })).toBe(
      'take',
    );
  });

  it('is taken back from a trial, which has no period to reopen', () => {
    const debit = debitOf({ kind: 'trial' });
    const usage = { items: 2, reservedItems: 0, tokens: 30, calls: 1 };
    expect(takeBackStep(debit, { recent: [debit.mark.id], isVoid: false, usage })).toBe('take');
  });

  it('is voided if the row shows that it was not written', () => {
    expect(takeBackStep(debitOf(), { recent: [], isVoid: false, usage: undefined })).toBe('void');
    const almostAll = others(REMEMBERED_DEBITS - 1);
    expect(takeBackStep(debitOf(), { recent: almostAll, isVoid: false, usage: row })).toBe('void');
    const all = others(REMEMBERED_DEBITS);
    expect(takeBackStep(debitOf({}, REMEMBERED_DEBITS), { recent: all, isVoid: false, usage: row })).toBe('void');
  });

  it('is taken back if more debits followed than the row lists', () => {
    const seen = { recent: others(REMEMBERED_DEBITS), isVoid: false };
    for (const debit of [debitOf({}, 99), debitOf()]) {
      expect(takeBackStep(debit, { ...seen, usage: row })).toBe('take_unseen');
      expect(takeBackStep(debit, { ...seen, usage: { ...row, tokens: 30, items: 2, calls: 2 } })).toBe('take_unseen');
      expect(takeBackStep(debit, { ...seen, usage: { ...row, tokens: 29 } })).toBe('void');
      expect(takeBackStep(debit, { ...seen, usage: { ...row, items: 1 } })).toBe('void');
      expect(takeBackStep(debit, { ...seen, usage: { ...row, calls: 1 } })).toBe('void');
      expect(takeBackStep(debit, { ...seen, usage: undefined })).toBe('void');
    }
  });

  it('needs no further step once it is void, written or not', () => {
    const debit = debitOf();
    for (const recent of [[], [debit.mark.id], others(REMEMBERED_DEBITS)])
      expect(takeBackStep(debit, { recent, isVoid: true, usage: row })).toBe('done');
  });

  it('is named by its ids if it may remain', () => {
    const debit = debitOf();
    const error = new UnansweredDebitError(debit, new Error('lost'));
    expect(error).toMatchObject({ name: 'UnansweredDebitError', cause: new Error('lost') });
    expect(error.message).toBe(
      `Debit ${debit.mark.id} of 30 tokens on acc_0123456789 2026-11 may stand: it could not be taken back`,
    );
  });
});

describe('a debit with a receipt whose answer was lost', () => {
  const MINE: Receipt = { fingerprint: 'f', requestId: 'req_mine', tokens: 30, items: 2, atMs: NOON_MS, isKept: false };
  const only = { isVoid: false, usage: periodUsage({ ...WANTED, calls: 1 }) };
  const among = { isVoid: false, usage: row };
  const step = (seen: Parameters<typeof receiptTakeBackStep>[2], situation: CallerSituation = {}) =>
    receiptTakeBackStep(debitOf(situation), 'req_mine', seen);

  it('is taken back if it was written, and reopens its period if it was the first', () => {
    expect(step({ row: among })).toBe('take');
    expect(step({})).toBe('take');
    expect(step({ row: only })).toBe('reopen');
    expect(step({ row: { isVoid: false, usage: { ...WANTED, reservedItems: 0, calls: 1 } } }, { kind: 'trial' })).toBe(
      'take',
    );
    expect(step({ receipt: { found: MINE } })).toBe('take');
    expect(step({ row: only, receipt: { found: MINE } })).toBe('take');
  });

  it('is voided if it was not written, or if the receipt is of another request', () => {
    expect(step({ receipt: { found: undefined } })).toBe('void');
    expect(step({ receipt: { found: { ...MINE, requestId: 'req_other' } } })).toBe('void');
    expect(step({ row: only, receipt: { found: undefined } })).toBe('void');
    expect(step({ receipt: { found: { ...MINE, requestId: 'req_other', isKept: true } } })).toBe('void');
  });

  it('is kept if a repeat was answered from it', () => {
    expect(step({ receipt: { found: { ...MINE, isKept: true } } })).toBe('done');
    expect(step({ row: only, receipt: { found: { ...MINE, isKept: true } } })).toBe('done');
  });

  it('needs no further step once it is void, even if the receipt says otherwise', () => {
    expect(step({ row: { ...among, isVoid: true } })).toBe('done');
    expect(step({ row: { ...only, isVoid: true }, receipt: { found: MINE } })).toBe('done');
  });
});
