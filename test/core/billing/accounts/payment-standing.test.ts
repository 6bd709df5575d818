import { expect, test } from 'vitest';
import {
  SAID_BY_OPERATOR,
  unpaidInvoices,
  withFailedPayment,
  withGraceStarted,
  withoutFailedPayments,
  withSettledPayment,
} from '../../../../core/billing/accounts/payment-standing.ts';
import { billingStateAt, BILLING_STATES, type Account } from '../../../../core/billing/accounts/account.ts';
import { DAY_MS } from '../../../../core/time.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';

const account = (change: Partial<Account> = {}) => callerIn({ account: change, terms: { graceDays: 3 } }).account;

test('a failed payment is listed once, and starts the grace period once', () => {
  const failed = withFailedPayment(account(), 'in_1', NOON_MS);
  expect([failed.unpaid, failed.graceEndsAtMs]).toEqual([['in_1'], NOON_MS + 3 * DAY_MS]);
  expect(withFailedPayment(failed, 'in_1', NOON_MS + 9)).toEqual(failed);
  expect(withFailedPayment(failed, 'in_2', NOON_MS + 9)).toEqual({ ...failed, unpaid: ['in_1', 'in_2'] });
});

test('at most 50 failed payments are listed', () => {
  const listed = Array.from({ length: 49 }, (_, at) => `in_${at}`);
  const full = withFailedPayment(account({ unpaid: listed }), 'in_49', NOON_MS);
  expect(full.unpaid).toHaveLength(50);
  expect(withFailedPayment(full, 'in_50', NOON_MS).unpaid).toEqual(full.unpaid);
});

test('a grace period starts only for an account that is billed and has an unpaid payment', () => {
  expect(withGraceStarted(account(), NOON_MS).graceEndsAtMs).toBeUndefined();
  for (const billingState of BILLING_STATES) {
    const { graceEndsAtMs } = withGraceStarted(account({ billingState, unpaid: ['in_1'] }), NOON_MS);
    expect([billingState, graceEndsAtMs !== undefined]).toEqual([billingState, billingState === 'active']);
  }
});

test('settling the last of several failed payments ends the grace period, whichever comes last', () => {
  const failed = account({ unpaid: ['in_1', 'in_2'], graceEndsAtMs: NOON_MS });
  expect(withSettledPayment(failed, 'in_3')).toEqual(failed);
  const one = withSettledPayment(failed, 'in_1');
  expect(one).toEqual({ ...failed, unpaid: ['in_2'] });
  const none = withSettledPayment(one, 'in_2');
  expect(none).toEqual(withoutFailedPayments(failed));
  expect(Object.keys(none)).not.toEqual(expect.arrayContaining(['unpaid']));
  expect(none.graceEndsAtMs).toBeUndefined();
  expect(withSettledPayment(account(), 'in_1')).toEqual(account());
});

test('the invoices that are unpaid do not include what an operator said', () => {
  expect(unpaidInvoices(account({ unpaid: ['in_1', SAID_BY_OPERATOR, 'in_2'] }))).toEqual(['in_1', 'in_2']);
  expect(unpaidInvoices(account())).toEqual([]);
});

test('an account that is billed is past due once its grace period is over; any other state stays', () => {
  const ending = { graceEndsAtMs: NOON_MS };
  expect(billingStateAt(account(), NOON_MS)).toBe('active');
  expect(billingStateAt(account(ending), NOON_MS - 1)).toBe('active');
  expect(billingStateAt(account(ending), NOON_MS)).toBe('past_due');
  for (const billingState of BILLING_STATES.filter((state) => state !== 'active'))
    expect(billingStateAt(account({ ...ending, billingState }), NOON_MS)).toBe(billingState);
});
