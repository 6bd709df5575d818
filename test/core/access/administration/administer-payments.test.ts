import { describe, expect, test } from 'vitest';
import { setAccount } from '../../../../core/access/administration/administer-accounts.ts';
import { notePaymentFailed, notePaymentSettled } from '../../../../core/access/administration/administer-payments.ts';
import type { AdministrationStore } from '../../../../core/access/administration/administration-store.ts';
import { billingStateAt } from '../../../../core/billing/accounts/account.ts';
import { prepareDebit } from '../../../../core/billing/meter/usage-debit.ts';
import { usageReport } from '../../../../core/billing/meter/usage-report.ts';
import { DAY_MS } from '../../../../core/time.ts';
import { callerIn } from '../../../support/fixtures/callers.ts';
import { NOON_MS, openAccountIn, OPERATOR, valueOf } from '../../../support/fixtures/accounts.ts';
import { MemoryAdministration } from '../../../support/stores/memory-administration.ts';

const SAID = { who: 'olga', because: 'Card expired' };
const GRACE_MS = 14 * DAY_MS;
const USAGE = { periods: new Map(), trial: undefined };

async function failed() {
  const store = new MemoryAdministration();
  const { account } = await openAccountIn(store, {});
  const after = valueOf(await notePaymentFailed(store, account.accountId, SAID, NOON_MS));
  return { store, account: after, id: account.accountId };
}

describe('a failed payment', () => {
  test('starts the grace period; only its end makes the account past due', async () => {
    const { account } = await failed();
    const debit = (nowMs: number) =>
      prepareDebit({ account, client: { kind: 'live' }, usage: USAGE }, { tokens: 1, items: 1, parts: 0 }, nowMs);
    expect(debit(NOON_MS + GRACE_MS - 1).ok).toBe(true);
    expect(debit(NOON_MS + GRACE_MS)).toEqual({ ok: false, reason: { kind: 'past_due' } });
    const message = (nowMs: number) =>
      usageReport({ account, client: { kind: 'live' }, usage: USAGE }, 'https://page.example', nowMs).message;
    expect(message(NOON_MS)).toContain('are refused from 2026-12-02T12:00:00Z on');
    expect(message(NOON_MS + GRACE_MS)).toContain('A payment failed: calls that return item data are refused.');
  });

  test('reported again extends nothing and adds one audit line', async () => {
    const { store, account, id } = await failed();
    expect(valueOf(await notePaymentFailed(store, id, SAID, NOON_MS + 5))).toEqual(account);
    const lines = (await store.listAuditLines(id, 9)).filter(({ what }) => what === 'payment.failed');
    const details = {
      grace_ends_at_before: null,
      grace_ends_at_after: '2026-12-02T12:00:00.000Z',
      payments_missing_before: null,
      payments_missing_after: 1,
      because: 'Card expired',
    };
    expect(lines).toEqual([{ who: 'olga', what: 'payment.failed', details, atMs: NOON_MS }]);
  });

  test('ends when it is settled, during or after the grace period, and reports that once', async () => {
    const { store, id } = await failed();
    for (const atMs of [NOON_MS + 1, NOON_MS + 2 * GRACE_MS]) {
      const account = valueOf(await notePaymentSettled(store, id, SAID, atMs));
      expect([billingStateAt(account, NOON_MS + 9 * GRACE_MS), account.graceEndsAtMs]).toEqual(['active', undefined]);
    }
    expect((await store.listAuditLines(id, 9)).filter(({ what }) => what === 'payment.settled')).toHaveLength(1);
  });

  test('settled makes an account active that an operator had set past due, and says why', async () => {
    const { store, id } = await failed();
    valueOf(await setAccount(store, id, { billingState: 'past_due' }, OPERATOR, NOON_MS));
    expect(valueOf(await notePaymentSettled(store, id, SAID, NOON_MS)).billingState).toBe('active');
    expect((await store.listAuditLines(id, 9)).find(({ what }) => what === 'payment.settled')).toMatchObject({
      who: 'olga',
      details: { billing_state_before: 'past_due', billing_state_after: 'active', because: 'Card expired' },
    });
    valueOf(await setAccount(store, id, { planCode: null }, OPERATOR, NOON_MS));
    expect(valueOf(await notePaymentSettled(store, id, SAID, NOON_MS)).billingState).toBe('no_active_plan');
  });

  test('of an unknown account is refused', async () => {
    const store = new MemoryAdministration();
    for (const note of [notePaymentFailed, notePaymentSettled])
      expect(await note(store, 'acc_0000000000', SAID, NOON_MS)).toEqual({
        ok: false,
        reason: { kind: 'unknown_account' },
      });
  });

  test('settled settles the invoices of the billing system with the account, a failure none', async () => {
    const settledWith: (readonly string[] | undefined)[] = [];
    const { account } = callerIn({ account: { unpaid: ['in_1', 'operator'] } });
    const store = {
      readAccount: async () => ({ value: account, revision: 1 }),
      changeAccount: async (...[, , , settled]: Parameters<AdministrationStore['changeAccount']>) =>
        settledWith.push(settled) > 0,
    };
    valueOf(await notePaymentSettled(store, account.accountId, SAID, NOON_MS));
    valueOf(await notePaymentFailed(store, account.accountId, SAID, NOON_MS));
    expect(settledWith).toEqual([['in_1'], []]);
  });

  test('reported while the account changes is decided again', async () => {
    const { account } = callerIn({ account: { unpaid: ['in_1'] } });
    let attempts = 0;
    const store = {
      readAccount: async () => ({ value: account, revision: 1 }),
      changeAccount: async () => (attempts += 1) > 1,
    };
    expect((await notePaymentSettled(store, account.accountId, SAID, NOON_MS)).ok).toBe(true);
    expect(attempts).toBe(2);
  });

  test('uses the grace period of the account’s terms', async () => {
    const store = new MemoryAdministration();
    const { account } = await openAccountIn(store, { terms: { graceDays: 30 } });
    const after = valueOf(await notePaymentFailed(store, account.accountId, SAID, NOON_MS));
    valueOf(await setAccount(store, account.accountId, { terms: { graceDays: 0 } }, OPERATOR, NOON_MS));
    expect([
      after.graceEndsAtMs,
      valueOf(await notePaymentFailed(store, account.accountId, SAID, NOON_MS)).graceEndsAtMs,
    ]).toEqual([NOON_MS + 30 * DAY_MS, NOON_MS + 30 * DAY_MS]);
  });

  test('survives a change of plan, and ends when an operator sets the state', async () => {
    const { store, id } = await failed();
    const moved = valueOf(await setAccount(store, id, { planCode: 'scale' }, OPERATOR, NOON_MS));
    expect(billingStateAt(moved, NOON_MS + GRACE_MS)).toBe('past_due');
    const named = valueOf(await setAccount(store, id, { billingState: 'active' }, OPERATOR, NOON_MS));
    expect(billingStateAt(named, NOON_MS + GRACE_MS)).toBe('active');
  });
});
