import { expect, test } from 'vitest';
import { requestsFound } from '../../../core/dashboard/request-data.ts';
import { MOST_LINES } from '../../../core/request-log/search-log.ts';
import { requestLine } from '../../support/fixtures/request-lines.ts';

const ACCOUNT = 'acc_AAAAAAAAAA';
const line = (account: string) => requestLine({ account, atMs: 0, tool: 'lookup_part', outcome: 'answered' });
const found = (lines: readonly unknown[]) => {
  const data = requestsFound(lines, ACCOUNT, 0);
  if (data.state !== 'found') throw new Error('Nothing is found.');
  return data;
};

test('lines of another account, and what is not a line of a request, are left out whatever the log gives', () => {
  const lines = [line('acc_BBBBBBBBBB'), { message: 'cold start' }, 'text', null, line(ACCOUNT)];
  expect(found(lines).requests).toHaveLength(1);
});

test('as many lines as a search gives at most may not be all', () => {
  const lines = Array.from({ length: MOST_LINES }, () => line(ACCOUNT));
  expect(found(lines).has_more).toBe(true);
  expect(found(lines.slice(1)).has_more).toBe(false);
});
