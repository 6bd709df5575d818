/** Which calls are shown on one line. */
import { expect, test } from 'vitest';
import type { RequestLineData } from '../../core/dashboard/views/request-data.ts';
import { groupRequests } from '../../web/views/dashboard/requests/group-requests.ts';

const AT_MS = Date.parse('2026-11-23T14:00:00Z');
const call = (id: string, agoSeconds: number, more: Partial<RequestLineData> = {}): RequestLineData => ({
  request_id: id,
  at: new Date(AT_MS - agoSeconds * 1_000).toISOString(),
  interface: 'mcp',
  tool: 'lookup_part',
  method: 'tools/call',
  sizes: 'part_number: 6 characters',
  client_id: 'cli_live_a_b',
  outcome: 'ok',
  result: 'billed',
  found: null,
  is_miss: false,
  tokens: 3,
  refusal: null,
  ...more,
});
const ids = (requests: readonly RequestLineData[]) =>
  groupRequests(requests).map((group) => group.map(({ request_id: id }) => id).join(' '));

test('calls of one key and tool that are alike, each at most two minutes after the one before, are one group', () => {
  expect(ids([call('a', 0), call('b', 120), call('c', 240, { result: 'refused' })])).toEqual(['a b c']);
  expect(ids([call('a', 0), call('b', 121)])).toEqual(['a', 'b']);
});

test.each([
  ['key', { client_id: 'cli_live_a_c' }],
  ['interface', { interface: 'api' }],
  ['tool', { tool: 'get_item' }],
  ['size of an argument', { sizes: 'part_number: 7 characters' }],
] as const)('calls with another %s are not grouped, nor those around them', (_what, more) => {
  expect(ids([call('a', 0), call('b', 1, more), call('c', 2)])).toEqual(['a', 'b', 'c']);
});
