import { expect, test } from 'vitest';
import {
  findAccounts,
  namedAlike,
  type SearchableAccount,
} from '../../../../core/access/administration/account-search.ts';
import { nearestIds } from '../../../../core/sourcing/item-import/nearest-ids.ts';
import { callerIn } from '../../../support/fixtures/callers.ts';

function entry(accountId: string, name: string, members: readonly string[] = []): SearchableAccount {
  const { account, client } = callerIn({ account: { accountId, name } });
  return {
    account,
    clients: [{ ...client, clientId: `cli_live_${accountId.slice(4)}_AbCdEfGhIjKl`, name: 'Shop' }],
    members,
  };
}

const ENTRIES = [entry('acc_aaaaaaaaaa', 'Acme Ltd'), entry('acc_bbbbbbbbbb', 'Borel', ['ann@borel.example'])];

test.each([
  ['acme', 'acc_aaaaaaaaaa', 'name'],
  ['BBBBBBB', 'acc_bbbbbbbbbb', 'id'],
  ['ann@', 'acc_bbbbbbbbbb', 'member ann@borel.example'],
  [' Acme ', 'acc_aaaaaaaaaa', 'name'],
  ['cli_live_aaaa', 'acc_aaaaaaaaaa', 'key cli_live_aaaaaaaaaa_AbCdEfGhIjKl'],
])('findAccounts finds an account by %s and says what matched', (text, accountId, because) => {
  expect(findAccounts(ENTRIES, text).map((found) => [found.account.accountId, found.because])).toEqual([
    [accountId, because],
  ]);
});

test('findAccounts returns nothing for text that no account has', () => {
  expect(findAccounts(ENTRIES, 'zenith')).toEqual([]);
});

test('nearestIds lists the ids within a typing error, the nearest first', () => {
  const ids = ['acc_a0OlI1bcde', 'acc_a0OlI1bcdX', 'acc_zzzzzzzzzz'];
  expect(nearestIds(ids, 'acc_a0olI1bcde')).toEqual(['acc_a0OlI1bcde', 'acc_a0OlI1bcdX']);
  expect(nearestIds(ids, 'acc_qqqqqqqqqq')).toEqual([]);
});

test.each([
  ['three typing errors are near, four are not', ['abcdefg', 'xyzdefg', 'wxyzefg'], 'abcdefg', ['abcdefg', 'xyzdefg']],
  ['missing characters at the beginning and at the end are near', ['abcdef'], 'def', ['abcdef']],
  ['extra characters at the end are near', ['abc'], 'abcdef', ['abc']],
  ['four extra characters before the end are not', ['c'], 'xxxxc', []],
  ['an empty id has near ones', ['abc', 'abcd'], '', ['abc']],
  ['at most three are listed', ['a1', 'a2', 'a3', 'a4'], 'a0', ['a1', 'a2', 'a3']],
  ['two characters of another case are nearer than a wrong one', ['abX', 'ABc'], 'abc', ['abX', 'ABc']],
  ['one character of another case is nearer than a wrong one', ['abX', 'aBc'], 'abc', ['aBc', 'abX']],
  ['seven of another case are too many', ['ABCDEFG'], 'abcdefg', []],
  ['six are not', ['ABCDEF'], 'abcdef', ['ABCDEF']],
])('ids near a mistyped one: %s', (_, ids, id, nearest) => {
  expect(nearestIds(ids, id)).toEqual(nearest);
});

test('names match regardless of case and spaces', () => {
  expect(namedAlike(ENTRIES, ' acme  LTD ').map(({ accountId }) => accountId)).toEqual(['acc_aaaaaaaaaa']);
  expect(namedAlike(ENTRIES, 'Acme')).toEqual([]);
  expect(namedAlike(ENTRIES, 'AcmeLtd')).toEqual([]);
  expect(namedAlike([entry('acc_ssssssssss', 'Straße')], 'STRASSE')).toEqual([]);
});
