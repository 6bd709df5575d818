import { describe, expect, test } from 'vitest';
import { insightsQuery } from '../../../adapters/cloudwatch/insights-query.ts';
import type { CallSearch } from '../../../core/dashboard/request-log/search-log.ts';

const SEARCH: CallSearch = { accountId: 'acc_AAAAAAAAAA', fromMs: 0, toMs: 1 };

describe('a query of the request log', () => {
  test('begins with the account and the request, which are indexed, and has a limit', () => {
    expect(
      insightsQuery({
        ...SEARCH,
        requestId: `req_${'q'.repeat(20)}`,
        clientId: 'cli_live_AAAAAAAAAA_BBBBBBBBBBBB',
        tool: 'lookup_part',
        result: 'refused',
      }),
    ).toBe(
      'fields @message | filter account = "acc_AAAAAAAAAA" | filter requestId = "req_qqqqqqqqqqqqqqqqqqqq" | filter client = "cli_live_AAAAAAAAAA_BBBBBBBBBBBB" | filter tool = "lookup_part" | filter ispresent(outcome) | filter outcome != "answered" | sort @timestamp desc | limit 500',
    );
  });

  test.each([
    ['accountId', 'acc_AAAAAAAAAA" or account != "x'],
    ['accountId', 'acc_AAAAAAAAAA\n'],
    ['accountId', ''],
    ['clientId', 'cli_live_AAAAAAAAAA_BBBBBBBBBBBB" | fields @message'],
    ['tool', 'lookup_part" or ispresent(account) | limit 10000 #'],
    ['tool', 'lookup_part\\'],
    ['requestId', `req_${'q'.repeat(20)}" or "1" = "1`],
    ['result', 'found" or "a'],
  ])('refuses an invalid %s: %j', (field, value) => {
    expect(() => insightsQuery({ ...SEARCH, [field]: value })).toThrow();
  });

  test('refuses any other filter', () => {
    expect(() => insightsQuery({ ...SEARCH, source: 'logGroups' } as never)).toThrow();
  });
});
