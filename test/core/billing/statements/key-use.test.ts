import { expect, test } from 'vitest';
import type { ClientCounts } from '../../../../core/billing/accounts/usage.ts';
import { keyUseOf, type ClientDays } from '../../../../core/billing/statements/key-use.ts';

const NOVEMBER = { startMs: Date.UTC(2026, 10, 1), endMs: Date.UTC(2026, 11, 1) };
const KEY = { clientId: 'cli_live_0123456789_1', name: 'ERP', number: '00', createdAtMs: 1 };
const FIRST = { clientId: 'cli_live_0123456789_2', name: 'Claude', number: '01', createdAtMs: 2 };
const AGAIN = { ...FIRST, clientId: 'cli_live_0123456789_3', name: 'Claude again', createdAtMs: 3 };
const UNNUMBERED = { clientId: 'cli_trial_0123456789_4', name: 'Trial', createdAtMs: 0 };

const spent = (tokens: number) => ({ tokens, researchNanoUsd: 0, days: new Map() });
const day = ({ clientId }: { readonly clientId: string }, on: string, calls: number, billed: number, tokens = 7) => ({
  clientId,
  name: 'a program',
  day: on,
  lastUsedMs: 0,
  calls,
  billed,
  tokens,
});
const use = ({ counts, ...days }: Partial<ClientDays> & { readonly counts?: ClientCounts }) =>
  keyUseOf(NOVEMBER, { clients: [AGAIN, KEY, FIRST, UNNUMBERED], days: [], ...days }, counts);

test('a key has the tokens that the meter counted, not those of its days, and the calls of its days', () => {
  const counts = { places: 1, clients: new Map([['00', spent(500)]]) };
  const days = [day(KEY, '2026-11-01', 3, 2), day(KEY, '2026-11-30', 4, 1)];
  expect(use({ counts, days })).toEqual([{ clientId: KEY.clientId, name: 'ERP', tokens: 500, billedCalls: 3, calls: 7 }]); // prettier-ignore
});

test('days of other periods and of test keys do not count, and a key without a use is not listed', () => {
  const test_ = { clientId: 'cli_test_0123456789_000000000005' };
  const days = [day(KEY, '2026-10-31', 1, 1), day(KEY, '2026-12-01', 1, 1), day(test_, '2026-11-02', 1, 0)];
  expect(use({ days, counts: { places: 1, clients: new Map([['00', spent(0)]]) } })).toEqual([]);
});

test('sign-ins with one number are one, by the name of the last, and the most tokens come first', () => {
  const counts = { places: 2, clients: new Map([['00', spent(1)], ['01', spent(9)], ['zz', spent(3)]]) }; // prettier-ignore
  const days = [day(FIRST, '2026-11-01', 2, 2), day(AGAIN, '2026-11-02', 1, 1), day(UNNUMBERED, '2026-11-02', 5, 0)];
  expect(use({ counts, days })).toEqual([
    { clientId: AGAIN.clientId, name: 'Claude again', tokens: 9, billedCalls: 3, calls: 3 },
    { clientId: KEY.clientId, name: 'ERP', tokens: 1, billedCalls: 0, calls: 0 },
    { clientId: UNNUMBERED.clientId, name: 'Trial', tokens: 0, billedCalls: 0, calls: 5 },
  ]);
});

test('a client without a number has its own days, and one that is gone only its id', () => {
  const other = { ...UNNUMBERED, clientId: 'cli_trial_0123456789_5', name: 'Other trial', createdAtMs: 9 };
  const gone = { clientId: 'cli_live_0123456789_6' };
  const days = [day(UNNUMBERED, '2026-11-01', 2, 0), day(gone, '2026-11-01', 1, 1)];
  expect(use({ clients: [UNNUMBERED, other], days })).toEqual([
    { clientId: UNNUMBERED.clientId, name: 'Trial', tokens: 0, billedCalls: 0, calls: 2 },
    { clientId: gone.clientId, name: '', tokens: 0, billedCalls: 1, calls: 1 },
  ]);
});

test('of keys with as many tokens the one with more calls comes first, then by their ids', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ ...UNNUMBERED, clientId: `cli_trial_0123456789_${name}`, name }));
  const clients = [a, b, c] as (typeof UNNUMBERED)[];
  const [days, ids] = [clients.map((one) => day(one, '2026-11-01', one === b ? 2 : 1, 0)), ['b', 'a', 'c']];
  for (const given of [days, days.toReversed()])
    expect(use({ clients, days: given }).map(({ name }) => name)).toEqual(ids);
});
