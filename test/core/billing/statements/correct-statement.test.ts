import { expect, test } from 'vitest';
import { correctStatement } from '../../../../core/billing/statements/correct-statement.ts';
import type { StatementStore } from '../../../../core/billing/statements/statement-store.ts';
import { NOON_MS } from '../../../support/fixtures/callers.ts';

const WANTED = { accountId: 'acc_0123456789', periodKey: '2026-10', amountCents: -500, reason: ' An outage ' };

/** A store with the statement of October, and what was added to it. */
function openStore() {
  const added: Parameters<StatementStore['addCorrection']>[] = [];
  const store = {
    readStatement: async (accountId: string, periodKey: string) =>
      (accountId === WANTED.accountId && periodKey === '2026-10' ? {} : undefined) as never,
    addCorrection: async (...correction: Parameters<StatementStore['addCorrection']>) => {
      const isKnown = added.some(([, { correctionId }]) => correctionId === correction[1].correctionId);
      if (!isKnown) added.push(correction);
      return !isKnown;
    },
  };
  const correct = (change: Partial<typeof WANTED> = {}) =>
    correctStatement(store, { ...WANTED, ...change }, { who: 'olga' }, NOON_MS);
  return { added, correct };
}

test('a correction is added once with its trimmed reason, however often it is made', async () => {
  const { added, correct } = openStore();
  const correction = {
    correctionId: expect.stringMatching(/^cor_[0-9a-f]{16}$/) as string,
    periodKey: '2026-10',
    amountCents: -500,
    reason: 'An outage',
    atMs: NOON_MS,
  };
  const made = await correct();
  expect(made).toEqual({ ok: true, value: correction });
  const { correctionId } = (made as { value: { correctionId: string } }).value;
  const details = { period: '2026-10', amount_cents: -500, reason: 'An outage', correction_id: correctionId };
  expect(added).toEqual([
    ['acc_0123456789', correction, { who: 'olga', what: 'statement.corrected', details, atMs: NOON_MS }],
  ]);
  expect(await correct({ reason: 'An outage' })).toEqual({ ok: false, reason: { kind: 'corrected_already' } });
  for (const other of [{ amountCents: -501 }, { reason: 'Another outage' }])
    expect((await correct(other)).ok).toBe(true);
  expect(added).toHaveLength(3);
});

test.each([
  [{ amountCents: 0 }, 'no_amount'],
  [{ amountCents: 0.5 }, 'no_amount'],
  [{ amountCents: 100_000_001 }, 'no_amount'],
  [{ amountCents: -100_000_001 }, 'no_amount'],
  [{ amountCents: NaN }, 'no_amount'],
  [{ reason: '  ' }, 'no_reason'],
  [{ reason: 'x'.repeat(201) }, 'no_reason'],
  [{ periodKey: '2026-09' }, 'no_statement'],
])('a correction without a sum, a reason or a statement is refused: %j, %s', async (change, kind) => {
  const { added, correct } = openStore();
  expect(await correct(change)).toEqual({ ok: false, reason: { kind } });
  expect(added).toEqual([]);
});

test.each([{ amountCents: 100_000_000 }, { amountCents: -100_000_000 }, { reason: 'x'.repeat(200) }])(
  'a correction at the bounds is accepted: %j',
  async (change) => expect((await openStore().correct(change)).ok).toBe(true),
);
