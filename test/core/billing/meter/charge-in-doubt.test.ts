/**
 * What an operator may decide about a charge in doubt, from the rows as they are; the store's tests hold what is
 * written then.
 */
import { describe, expect, test, vi } from 'vitest';
import {
  resolveDoubt,
  type ChargeInDoubt,
  type DoubtRows,
  type DoubtStore,
  type WantedResolution,
} from '../../../../core/billing/meter/charge-in-doubt.ts';
import { MINUTE_MS } from '../../../../core/time.ts';
import { NOON_MS, periodUsage } from '../../../support/fixtures/callers.ts';

const PLACE = { accountId: 'acc_0123456789', usageKey: '2026-11', debitId: 7 };
const AMOUNTS = { calls: 1, tokens: 30, items: 2, committed: 90 };
const RECORDED: ChargeInDoubt = { ...PLACE, amounts: AMOUNTS, minute: 5, resolution: undefined };
const ROW = periodUsage({ tokens: 30, items: 2, calls: 1, committedNanoUsd: 90, priceNanoUsdPerToken: 3 });
const TAKE_BACK: WantedResolution = { resolution: 'taken_back' };
const STATED: WantedResolution = { resolution: 'taken_back', stated: { tokens: 30, items: 2 } };

async function resolve(rows: Partial<DoubtRows>, wanted: WantedResolution, written: readonly boolean[] = [true]) {
  const left = [...written];
  const readDoubt = vi.fn<DoubtStore['readDoubt']>(async () => ({
    charge: RECORDED,
    row: { usage: ROW },
    isVoid: true,
    isStated: false,
    ...rows,
  }));
  const store = { readDoubt, resolve: vi.fn<DoubtStore['resolve']>(async () => left.shift() ?? false) };
  const answer = await resolveDoubt(store, PLACE, wanted, { who: 'ops' }, NOON_MS);
  return { answer, written: store.resolve.mock.calls, reads: readDoubt.mock.calls };
}

const refused = (kind: string) => ({ ok: false, reason: { kind } });

describe('a charge in doubt', () => {
  test.each(['taken_back', 'stands'] as const)(
    'is resolved as %s, with the decision in the trail',
    async (resolution) => {
      const { answer, written, reads } = await resolve({}, { resolution });
      const resolved = { ...RECORDED, resolution };
      expect(answer).toEqual({ ok: true, value: resolved });
      const details = { period: '2026-11', debit: 7, tokens: 30, resolution };
      expect(written).toEqual([[resolved, true, { who: 'ops', what: 'usage.doubt_resolved', details, atMs: NOON_MS }]]);
      expect(reads).toEqual([[PLACE]]);
    },
  );

  test('is resolved once: the same decision again changes nothing, another is refused', async () => {
    const charge = { ...RECORDED, resolution: 'stands' } as const;
    const again = await resolve({ charge }, { resolution: 'stands' });
    expect([again.answer, again.written]).toEqual([{ ok: true, value: charge }, []]);
    const other = await resolve({ charge }, TAKE_BACK);
    expect([other.answer, other.written]).toEqual([
      { ok: false, reason: { kind: 'already_resolved', resolution: 'stands' } },
      [],
    ]);
  });

  test('of a period with a statement may stand, but is not taken back', async () => {
    const stated = { isStated: true };
    expect((await resolve(stated, TAKE_BACK)).answer).toEqual(refused('period_stated'));
    expect((await resolve(stated, { resolution: 'stands' })).answer).toMatchObject({ ok: true });
  });

  test('is not taken back from a row that has less than it; it may stand', async () => {
    const less = { row: { usage: { ...ROW, tokens: 29 } } };
    expect((await resolve(less, TAKE_BACK)).answer).toEqual(refused('charge_not_on_row'));
    expect((await resolve({ row: { usage: undefined } }, TAKE_BACK)).answer).toEqual(refused('charge_not_on_row'));
    expect((await resolve(less, { resolution: 'stands' })).answer).toMatchObject({ ok: true });
  });

  const clientsWith = (...tokens: readonly number[]) => ({
    clients: new Map(tokens.map((one, at) => [`0${at}`, { tokens: one, researchNanoUsd: 0, days: new Map() }])),
    places: tokens.length,
  });

  test('of no client is taken back only from what no client has used', async () => {
    const usage = { ...ROW, tokens: 100 };
    const enough = await resolve({ row: { usage, counts: clientsWith(40, 30) } }, TAKE_BACK);
    expect(enough.answer).toMatchObject({ ok: true });
    const tooLittle = await resolve({ row: { usage, counts: clientsWith(40, 31) } }, TAKE_BACK);
    expect(tooLittle.answer).toEqual(refused('charge_not_on_row'));
  });

  test('of a client is taken back from the client’s figures, whatever the others have', async () => {
    const charge = { ...RECORDED, amounts: { ...AMOUNTS, share: { number: '00', day: null } } };
    const taken = await resolve({ charge, row: { usage: ROW, counts: clientsWith(30) } }, TAKE_BACK);
    expect(taken.answer).toMatchObject({ ok: true });
    for (const counts of [clientsWith(29), clientsWith(), undefined]) {
      const { answer } = await resolve({ charge, row: { usage: ROW, counts } }, TAKE_BACK);
      expect(answer).toEqual(refused('charge_not_on_row'));
    }
  });

  test('is decided again after a row changed meanwhile, and given up after five times', async () => {
    const second = await resolve({}, TAKE_BACK, [false, true]);
    expect([second.answer.ok, second.reads.length]).toEqual([true, 2]);
    const never = await resolve({}, TAKE_BACK, []);
    expect([never.answer, never.reads.length]).toEqual([refused('changed_meanwhile'), 5]);
  });
});

describe('a charge that the store could not record', () => {
  const unrecorded = { charge: undefined, isVoid: false };

  test('is unknown without its amounts', async () => {
    expect((await resolve(unrecorded, TAKE_BACK)).answer).toEqual(refused('unknown_charge'));
  });

  test('is recorded as the operator states it, at the price of its period', async () => {
    const { answer, written } = await resolve(unrecorded, STATED);
    const amounts = { calls: 1, tokens: 30, items: 2, committed: 30 * 3, share: undefined };
    const value = { ...PLACE, amounts, minute: NOON_MS / MINUTE_MS, resolution: 'taken_back' };
    expect(answer).toStrictEqual({ ok: true, value });
    expect(written[0]?.slice(0, 2)).toEqual([value, false]);
  });

  test('keeps the client that the operator names', async () => {
    const share = { number: '00', day: 20_775 };
    const row = {
      usage: ROW,
      counts: { clients: new Map([['00', { tokens: 30, researchNanoUsd: 0, days: new Map() }]]), places: 1 },
    };
    const { answer } = await resolve({ ...unrecorded, row }, { ...STATED, stated: { tokens: 30, items: 2, share } });
    expect(answer).toMatchObject({ ok: true, value: { amounts: { share } } });
  });

  test('of a trial has no cost and no client', async () => {
    const usage = { items: 2, reservedItems: 0, tokens: 30, calls: 1 };
    const { answer } = await resolve({ ...unrecorded, row: { usage } }, STATED);
    expect(answer).toMatchObject({ ok: true });
    expect(answer.ok && answer.value.amounts).toStrictEqual({ calls: 1, tokens: 30, items: 2 });
  });

  test('is refused if its debit is void, because it was taken back or never written', async () => {
    const { answer, written } = await resolve({ charge: undefined, isVoid: true }, STATED);
    expect([answer, written]).toEqual([refused('already_void'), []]);
  });

  test('may stand on a row that was never written', async () => {
    const { answer } = await resolve(
      { ...unrecorded, row: { usage: undefined } },
      { resolution: 'stands', stated: { tokens: 30, items: 2 } },
    );
    expect(answer.ok && answer.value.amounts).toStrictEqual({ calls: 1, tokens: 30, items: 2 });
  });
});
