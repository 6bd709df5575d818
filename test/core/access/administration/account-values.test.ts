import { expect, test } from 'vitest';
import { accountValues, changedValues } from '../../../../core/access/administration/account-values.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';

const { account } = callerIn();

test('an account says its billing customer, its missing payments and the end of its grace period only if it has them', () => {
  const names = (values: object) => Object.keys(values).filter((name) => /customer|missing|grace_ends/.test(name));
  expect(names(accountValues(account))).toEqual([]);
  const owing = { ...account, billingCustomer: 'cus_1', unpaid: ['in_1', 'in_2'], graceEndsAtMs: NOON_MS };
  expect(accountValues(owing)).toMatchObject({
    billing_customer: 'cus_1',
    payments_missing: 2,
    grace_ends_at: '2026-11-18T12:00:00.000Z',
  });
});

test('a change lists each value that differs, before and after, and nothing else', () => {
  expect(changedValues(account, account)).toEqual({});
  expect(changedValues(account, { ...account, name: 'Other', billingCustomer: 'cus_1' })).toEqual({
    name_before: account.name,
    name_after: 'Other',
    billing_customer_before: null,
    billing_customer_after: 'cus_1',
  });
  expect(changedValues({ ...account, billingCustomer: 'cus_1' }, account)).toEqual({
    billing_customer_before: 'cus_1',
    billing_customer_after: null,
  });
});
