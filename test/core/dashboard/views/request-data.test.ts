import { expect, test } from 'vitest';
import { requestsFound } from '../../../../core/dashboard/views/request-data.ts';
import { MAX_LINES } from '../../../../core/dashboard/request-log/search-log.ts';
import { requestLine } from '../../../support/fixtures/request-lines.ts';

const ACCOUNT = 'acc_AAAAAAAAAA';
const line = (account: string) => requestLine({ account, atMs: 0, tool: 'lookup_part', outcome: 'answered' });
const found = (lines: readonly unknown[]) => {
  const data = requestsFound(lines, ACCOUNT, 0);
  if (data.state !== 'found') throw new Error('Nothing is found.');
  return data;
};

test('lines of another account, and lines that are not requests, are left out of any log', () => {
  const lines = [line('acc_BBBBBBBBBB'), { message: 'cold start' }, 'text', null, line(ACCOUNT)];
  expect(found(lines).requests).toHaveLength(1);
});

test('a full page of log lines is marked as possibly incomplete', () => {
  const lines = Array.from({ length: MAX_LINES }, () => line(ACCOUNT));
  expect(found(lines).has_more).toBe(true);
  expect(found(lines.slice(1)).has_more).toBe(false);
});
