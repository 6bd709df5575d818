import { describe, expect, it, test } from 'vitest';
import type { Receipt } from '../../../../core/billing/accounts/receipt.ts';
import {
  covers,
  receiptTakeBackStep,
  REMEMBERED_DEBITS,
  takeBackStep,
  takenAmounts,
  UnansweredDebitError,
  UnansweredKeepError,
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
/** A row with enough committed for every debit here. */
const billed = (usage: Parameters<typeof periodUsage>[0]) => periodUsage({ committedNanoUsd: 1_000_000_000, ...usage });
const row = billed({ tokens: 90, items: 6, calls: 3 });

const stepOf = (...[debit, seen, known]: Parameters<typeof takeBackStep>) => takeBackStep(debit, seen, known).step;

describe('a debit whose answer was lost', () => {
  it('is taken back from a row that lists it', () => {
    const debit = debitOf();
    expect(stepOf(debit, { recent: [3, debit.mark.id, 2], isVoid: false, usage: row })).toBe('take');
  });

  it('is subtracted with its cost from a period, and without one from a trial', () => {
    const price = callerIn().account.terms.overagePriceNanoUsdPerToken;
    expect(takenAmounts(debitOf())).toStrictEqual({ calls: 1, tokens: 30, items: 2, committed: 30 * price });
    expect(takenAmounts(debitOf({ kind: 'trial' }))).toStrictEqual({ calls: 1, tokens: 30, items: 2 });
  });

  it('reopens its period if it was the first', () => {
    const debit = debitOf();
    const seen = { recent: [debit.mark.id], isVoid: false };
    expect(stepOf(debit, { ...seen, usage: billed({ ...WANTED, calls: 1 }) })).toBe('reopen');
    expect(stepOf(debit, { ...seen, usage: billed({ ...WANTED, calls: 2 }) })).toBe('take');
    expect(stepOf(debit, { ...seen, usage: billed({ ...WANTED, tokens: 31, calls: 1 }) })).toBe('take');
    expect(stepOf(debit, { ...seen, usage: billed({ ...WANTED, items: 3, calls: 1 }) })).toBe('take');
    expect(stepOf(debit, { ...seen, usage: billed({ ...WANTED, calls: 1, researchNanoUsd: 1 }) })).toBe('take');
  });

  it('is taken back from a trial, which has no period to reopen', () => {
    const debit = debitOf({ kind: 'trial' });
    const usage = { items: 2, reservedItems: 0, tokens: 30, calls: 1 };
    expect(stepOf(debit, { recent: [debit.mark.id], isVoid: false, usage })).toBe('take');
  });

  it('is voided if the row shows that it was not written, and the newest debit of that row must still be listed then', () => {
    const debit = debitOf();
    expect(takeBackStep(debit, { recent: [], isVoid: false, usage: undefined })).toEqual({
      step: 'void',
      known: { absentAfter: undefined, isWritten: false },
    });
    const almostAll = others(REMEMBERED_DEBITS - 1);
    expect(takeBackStep(debit, { recent: almostAll, isVoid: false, usage: row })).toEqual({
      step: 'void',
      known: { absentAfter: 1, isWritten: false },
    });
    const all = others(REMEMBERED_DEBITS);
    const after = REMEMBERED_DEBITS;
    expect(takeBackStep(debitOf({}, after), { recent: all, isVoid: false, usage: row })).toEqual({
      step: 'void',
      known: { absentAfter: 1, isWritten: false },
    });
  });

  it('is in doubt if more debits followed than the row lists, and nothing is guessed from its figures', () => {
    const seen = { recent: others(REMEMBERED_DEBITS), isVoid: false };
    for (const debit of [debitOf({}, 99), debitOf()])
      for (const usage of [row, { ...row, tokens: 29 }, { ...row, items: 1 }, { ...row, calls: 1 }, undefined])
        expect(stepOf(debit, { ...seen, usage })).toBe('doubt');
  });

  it('is judged by the latest row that showed it absent, not only by the one that its call read', () => {
    const debit = debitOf({}, 99);
    const known = { absentAfter: REMEMBERED_DEBITS, isWritten: false };
    const seen = { recent: others(REMEMBERED_DEBITS), isVoid: false, usage: row };
    expect(stepOf(debit, seen)).toBe('doubt');
    expect(stepOf(debit, seen, known)).toBe('void');
  });

  it('stays known as written after later debits pushed it off the list', () => {
    const debit = debitOf();
    const { known } = takeBackStep(debit, { recent: [debit.mark.id], isVoid: false, usage: row });
    expect(stepOf(debit, { recent: others(REMEMBERED_DEBITS), isVoid: false, usage: row }, known)).toBe('take');
  });

  it('is in doubt if a figure would become negative', () => {
    const debit = debitOf();
    const seen = { recent: [debit.mark.id], isVoid: false };
    const committedNanoUsd = takenAmounts(debit).committed ?? 0;
    const exact = periodUsage({ ...WANTED, committedNanoUsd, calls: 1, researchNanoUsd: 1 });
    expect(stepOf(debit, { ...seen, usage: exact })).toBe('take');
    for (const less of [{ tokens: 29 }, { items: 1 }, { calls: 0 }, { committedNanoUsd: committedNanoUsd - 1 }])
      expect(stepOf(debit, { ...seen, usage: { ...exact, ...less } })).toBe('doubt');
    expect(stepOf(debit, { ...seen, usage: undefined })).toBe('doubt');
  });

  it('needs no further step once it is void, written or not', () => {
    const debit = debitOf();
    for (const recent of [[], [debit.mark.id], others(REMEMBERED_DEBITS)])
      expect(stepOf(debit, { recent, isVoid: true, usage: row })).toBe('done');
  });

  it('is named by its ids and amounts if it may remain', () => {
    const debit = debitOf();
    const error = new UnansweredDebitError(debit, 'gave_up', new Error('lost'));
    expect(error).toMatchObject({ name: 'UnansweredDebitError', cause: new Error('lost') });
    const named = `Debit ${debit.mark.id} of 30 tokens and 2 items on acc_0123456789 2026-11 client others may stand`;
    expect(error.message).toBe(`${named}: it could not be taken back`);
    const inDoubt = new UnansweredDebitError(debit, 'in_doubt', undefined);
    expect(inDoubt.message).toBe(`${named}: its row does not show whether it was written`);
    const unfinished = new UnansweredDebitError(debit, 'unfinished', undefined);
    expect(unfinished.message).toBe(`${named}: its call ended before its answer`);
    const ofTrial = new UnansweredDebitError(debitOf({ kind: 'trial' }), 'gave_up', undefined);
    expect(ofTrial.message).toContain(' of 30 tokens and 2 items on acc_0123456789 TRIAL may stand: ');
  });
});

test.each([
  [null, '00'],
  [{ every: 'day', tokens: 90, researchCents: null } as const, '00:20775'],
])('a debit that may remain, with the budget %o, is named with the client %s', (budget, named) => {
  const { account, client, usage } = callerIn({ account: { budgets: new Map(budget && [['00', budget]]) } });
  const caller = { account, client: { ...client, number: '00' }, usage } as BillableCaller;
  const debit = valueOf(prepareDebit(caller, WANTED, NOON_MS));
  const error = new UnansweredDebitError(debit, 'gave_up', undefined);
  expect(error.message).toContain(` 2026-11 client ${named} may stand`);
});

test.each([
  ['live', '30 cents of research on acc_0123456789 2026-11'],
  ['trial', '2 reserved items on acc_0123456789 TRIAL'],
] as const)('a reserve of a %s key that may remain is named by %s', (kind, named) => {
  const reserve = valueOf(
    prepareDebit(callerIn({ kind }) as BillableCaller, { tokens: 0, items: 0, parts: 2 }, NOON_MS),
  );
  expect(new UnansweredDebitError(reserve, 'unfinished', undefined).message).toContain(
    ` of 0 tokens and 0 items and ${named}`,
  );
});

describe('a debit with a receipt whose answer was lost', () => {
  const MINE: Receipt = { fingerprint: 'f', requestId: 'req_mine', tokens: 30, items: 2, atMs: NOON_MS, isKept: false };
  const OTHER: Receipt = { ...MINE, requestId: 'req_other' };
  const only = { isVoid: false, usage: billed({ ...WANTED, calls: 1 }) };
  const among = { isVoid: false, usage: row };
  const stepAfter = (
    seen: Parameters<typeof receiptTakeBackStep>[2],
    { situation = {}, before }: { situation?: CallerSituation; before?: Receipt } = {},
  ) => {
    const place = { accountId: 'acc_0123456789', clientId: 'cli_1', keyHash: 'h' };
    const write = { place, seen: before, receipt: MINE, outdatedMs: NOON_MS - 86_400_000 };
    return receiptTakeBackStep(debitOf(situation), write, seen);
  };
  const step = (...seen: Parameters<typeof stepAfter>) => stepAfter(...seen).step;

  it('is taken back if it was written, and reopens its period if it was the first', () => {
    expect(step({ row: among })).toBe('take');
    expect(step({ row: only })).toBe('reopen');
    const trial = { isVoid: false, usage: { ...WANTED, reservedItems: 0, calls: 1 } };
    expect(step({ row: trial }, { situation: { kind: 'trial' } })).toBe('take');
    expect(step({ receipt: { found: MINE } })).toBe('take');
    expect(step({ row: only, receipt: { found: MINE } })).toBe('take');
  });

  it('is voided if it was not written: the receipt is as it was read, or written over that one', () => {
    expect(step({ receipt: { found: undefined } })).toBe('void');
    expect(step({ row: only, receipt: { found: undefined } })).toBe('void');
    expect(step({ receipt: { found: OTHER } })).toBe('void');
    expect(step({ receipt: { found: { ...OTHER, isKept: true } } })).toBe('void');
    expect(step({ receipt: { found: OTHER } }, { before: OTHER })).toBe('void');
    const third = { ...OTHER, requestId: 'req_third', over: 'req_other' };
    expect(step({ receipt: { found: third } }, { before: OTHER })).toBe('void');
    expect(step({ receipt: { found: { ...third, atMs: NOON_MS - 86_400_000 } } })).toBe('void');
  });

  it('is in doubt if another request may have written its receipt over the debit’s', () => {
    expect(step({ receipt: { found: { ...OTHER, over: 'req_mine' } } })).toBe('doubt');
    expect(step({ receipt: { found: { ...OTHER, over: 'req_third' } } })).toBe('doubt');
    expect(step({ receipt: { found: { ...MINE, requestId: 'req_third' } } }, { before: OTHER })).toBe('doubt');
  });

  it('is in doubt if a figure would become negative', () => {
    expect(stepAfter({ row: { isVoid: false, usage: { ...row, tokens: 29 } } })).toEqual({
      step: 'doubt',
      known: { absentAfter: undefined, isWritten: true },
    });
    expect(step({})).toBe('doubt');
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

describe('a debit that counts toward a client', () => {
  const ofClient = (every: 'day' | 'period') => {
    const budgets = new Map([['00', { every, tokens: 90, researchCents: null }]]);
    const { account, client, usage } = callerIn({ account: { budgets } });
    const caller = { account, client: { ...client, number: '00' }, usage } as BillableCaller;
    return valueOf(prepareDebit(caller, WANTED, NOON_MS));
  };
  const counting = (tokens: number) => ({
    clients: new Map([['00', { tokens, researchNanoUsd: 0, days: new Map() }]]),
    places: 1,
  });

  test('is subtracted from the client’s figures, too, and from those of its day if its budget is by day', () => {
    expect(takenAmounts(ofClient('period')).share).toEqual({ number: '00', day: null });
    expect(takenAmounts(ofClient('day')).share).toEqual({ number: '00', day: 20_775 });
  });

  test('is in doubt if the client’s figures are less than it, or missing', () => {
    const debit = ofClient('period');
    const seen = { recent: [debit.mark.id], isVoid: false, usage: row };
    expect(stepOf(debit, { ...seen, counts: counting(30) })).toBe('take');
    expect(stepOf(debit, { ...seen, counts: counting(29) })).toBe('doubt');
    expect(stepOf(debit, { ...seen, counts: { clients: new Map(), places: 0 } })).toBe('doubt');
    expect(stepOf(debit, seen)).toBe('doubt');
  });

  test('of no tokens is in doubt only if the client has no figures', () => {
    const amounts = { calls: 1, tokens: 0, items: 0, share: { number: '00', day: null } };
    expect(covers({ usage: row, counts: counting(0) }, amounts)).toBe(true);
    expect(covers({ usage: row, counts: { clients: new Map(), places: 0 } }, amounts)).toBe(false);
  });
});

test('a receipt that may be kept although its repeat failed is named by the ids and tokens of its charge', () => {
  const receipt = { fingerprint: 'f', requestId: 'req_first', tokens: 30, items: 2, atMs: NOON_MS, isKept: false };
  const place = { accountId: 'acc_0123456789', clientId: 'cli_1', keyHash: 'h' };
  const error = new UnansweredKeepError(place, receipt, new Error('lost'));
  expect(error).toMatchObject({ name: 'UnansweredKeepError', cause: new Error('lost') });
  expect(error.message).toBe(
    'The charge of 30 tokens by request req_first of cli_1 on acc_0123456789 may stand: its receipt may be kept',
  );
});
