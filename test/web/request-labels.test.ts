import { expect, test } from 'vitest';
import { requestsFound } from '../../core/dashboard/views/request-data.ts';
import { TOOLS } from '../../core/api/tools/definitions/all-tools.ts';
import { outcomeLabels, TOOL_NAMES } from '../../web/views/dashboard/requests/request-labels.ts';
import { requestLine, type LoggedCall } from '../support/fixtures/request-lines.ts';

const ACCOUNT = 'acc_AAAAAAAAAA';

function wordsOf(call: Partial<LoggedCall>) {
  const data = requestsFound([requestLine({ account: ACCOUNT, atMs: 0, ...call })], ACCOUNT, 0);
  if (data.state !== 'found' || data.requests[0] === undefined) throw new Error('Nothing is found.');
  return outcomeLabels(data.requests[0]);
}

test('the tools in the filter of calls are the existing ones', () => {
  expect([...TOOL_NAMES].toSorted()).toEqual(TOOLS.map(({ name }) => name).toSorted());
});

test.each([
  ['answered', 'lookup_part', 3, 'Found'],
  ['answered', 'lookup_part', 0, 'Not found, free'],
  ['answered', 'get_usage', 0, 'Answered, free'],
  ['answered', 'request_enrichment', 0, 'Research asked for'],
  ['insufficient_scope', 'get_item', 0, 'Permission missing'],
  ['spending_cap_reached', 'get_item', 0, 'Cap reached'],
  ['rate_limited_account', 'get_item', 0, 'Too many requests'],
  ['internal_error', 'get_item', 0, 'Our error'],
  ['unsupported_version', 'get_item', 0, 'Unsupported version'],
  ['constructor', 'get_item', 0, 'Constructor'],
])('a call that ended as %s of %s for %i tokens reads “%s”', (outcome, tool, tokensBilled, word) => {
  const client = 'cli_live_AAAAAAAAAA_BBBBBBBBBBBB';
  expect(wordsOf({ outcome, tool, tokensBilled, client }).word).toBe(word);
});
