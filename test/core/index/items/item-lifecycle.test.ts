import { expect, test } from 'vitest';
import { lifecycleOf, readLifecycle, withLifecycle } from '../../../../core/index/items/item-lifecycle.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';

const stating = (lifecycle: unknown) =>
  recordOf({ id: 'itm_00000001', attributes: lifecycle === undefined ? {} : { lifecycle: lifecycle as never } });

test.each([
  [
    { status: 'obsolete', last_buy: '2024-01-31', last_ship: '2024-06-30' },
    { status: 'obsolete', date: '2024-06-30' },
  ],
  [
    { status: 'last_time_buy', last_buy: '2027-03-31' },
    { status: 'last_time_buy', date: '2027-03-31' },
  ],
  [{ status: 'active', last_buy: '2027-03-31' }, { status: 'active' }],
  [{ status: 'obsolete', last_ship: 'soon' }, { status: 'obsolete' }],
])('%j is a lifecycle state with its decisive date', (stated, state) => {
  expect(lifecycleOf(stating(stated))).toEqual(state);
});

test.each([[undefined], [{ as_stated: 'EOL' }], ['obsolete'], [{ status: 'gone' }]])(
  '%j is not a lifecycle state',
  (stated) => {
    expect(lifecycleOf(stating(stated))).toBeUndefined();
    expect(withLifecycle(stating(stated))).not.toHaveProperty('lifecycle');
  },
);

test('an item gets the state in its attributes, even if it had another one before', () => {
  const before = { ...stating(undefined), lifecycle: { status: 'obsolete' as const } };
  expect(withLifecycle(before)).not.toHaveProperty('lifecycle');
});

test('only a stored state is read', () => {
  expect(readLifecycle({ status: 'nrnd' })).toEqual({ status: 'nrnd' });
  expect(readLifecycle({ status: 'gone' })).toBeUndefined();
});
