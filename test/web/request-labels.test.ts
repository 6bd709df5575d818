import { expect, test } from 'vitest';
import { requestsFound } from '../../core/dashboard/views/request-data.ts';
import { TOOLS } from '../../core/api/tools/definitions/all-tools.ts';
import {
  argumentWords,
  outcomeLabels,
  refusedKind,
  TOOL_NAMES,
} from '../../web/views/dashboard/requests/request-labels.ts';
import { requestLine, type LoggedCall } from '../support/fixtures/request-lines.ts';

const ACCOUNT = 'acc_AAAAAAAAAA';

function lineOf(call: Partial<LoggedCall>) {
  const data = requestsFound([requestLine({ account: ACCOUNT, atMs: 0, ...call })], ACCOUNT, 0);
  if (data.state !== 'found' || data.requests[0] === undefined) throw new Error('Nothing is found.');
  return data.requests[0];
}

const wordsOf = (call: Partial<LoggedCall>) => outcomeLabels(lineOf(call));

test('the tools in the filter of calls are the existing ones', () => {
  expect([...TOOL_NAMES].toSorted()).toEqual(TOOLS.map(({ name }) => name).toSorted());
});

test.each([
  ['answered', 'lookup_part', 3, 'Found'],
  ['answered', 'lookup_part', 0, 'Not found, free'],
  ['answered', 'get_usage', 0, 'Free'],
  ['answered', 'request_enrichment', 0, 'Research asked for'],
  ['insufficient_scope', 'get_item', 0, 'Refused, free'],
  ['spending_cap_reached', 'get_item', 0, 'Cap reached, free'],
  ['internal_error', 'get_item', 0, 'Refused, free'],
])('a call that ended as %s of %s for %i tokens reads “%s”', (outcome, tool, tokensBilled, word) => {
  const client = 'cli_live_AAAAAAAAAA_BBBBBBBBBBBB';
  expect(wordsOf({ outcome, tool, tokensBilled, client }).word).toBe(word);
});

test.each([
  [{ found: 48, tokensBilled: 900, asked: 'items: 50 entries' }, '48 of 50 found', 'Found'],
  [{ found: 1, asked: 'items: 1 entry' }, '1 of 1 found, free', 'Found, free'],
  [{ found: 5, tokensBilled: 900, asked: 'query: 9 characters' }, 'Found', 'Found'],
  [{ found: 0, asked: 'items: 50 entries' }, 'Not found, free', undefined],
])('a call that found %j reads “%s”, and in a group “%s”', (call, word, many) => {
  expect(wordsOf({ outcome: 'answered', tool: 'lookup_parts', ...call })).toMatchObject({
    word,
    ...(many && { many }),
  });
});

test.each([
  ['answered', undefined],
  ['spending_cap_reached', undefined],
  ['insufficient_scope', 'Permission missing'],
  ['rate_limited_account', 'Too many requests'],
  ['internal_error', 'Our error'],
  ['unsupported_version', 'Unsupported version'],
  ['constructor', 'Constructor'],
])('what was wrong with a call that ended as %s is “%s”', (outcome, kind) => {
  expect(refusedKind(lineOf({ outcome, tool: 'get_item' }))).toBe(kind);
});

test('arguments are named without lengths, and lists by their number', () => {
  expect(argumentWords('query: 23 characters, limit: number, fields: 3 entries')).toBe('words, limit, 3 fields');
  expect(argumentWords('items: 1 entry, 1 unknown')).toBe('1 part, 1 unknown');
});
