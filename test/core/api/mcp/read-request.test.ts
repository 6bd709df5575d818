import { expect, test } from 'vitest';
import { readRequest } from '../../../../core/api/mcp/read-request.ts';
import type { HttpRequest } from '../../../../core/http/http-message.ts';

const LEGACY = { 'mcp-protocol-version': '2025-11-25' };
const LIST = '{"jsonrpc":"2.0","id":"a","method":"tools/list"}';
const LARGE = `{"pad":"${'x'.repeat(65_536)}"`;

function read(headers: Readonly<Record<string, string>>, body: string) {
  const { message, id } = readRequest({
    method: 'POST',
    path: '/mcp',
    headers: { ...LEGACY, ...headers },
    body: Buffer.from(body),
  } as Partial<HttpRequest> as HttpRequest);
  return { id, reason: message.ok ? 'accepted' : message.reason };
}

test.each<[string, Readonly<Record<string, string>>, string, object]>([
  [
    'content coding before content type',
    { 'content-encoding': 'br', 'content-type': 'text/plain' },
    LARGE,
    { kind: 'unsupported_media_type', coding: 'br' },
  ],
  ['content type before size', { 'content-type': 'text/plain' }, LARGE, { kind: 'unsupported_media_type' }],
  ['size before JSON', { 'content-type': 'application/json' }, LARGE, { kind: 'body_too_large' }],
  [
    'JSON before version',
    { 'content-type': 'application/json', 'mcp-protocol-version': '1999-01-01' },
    '{',
    { kind: 'protocol_error', error: { kind: 'parse_error' } },
  ],
  [
    'version last',
    { 'content-type': 'application/json', 'mcp-protocol-version': '1999-01-01' },
    LIST,
    { kind: 'protocol_error', error: { kind: 'unsupported_version' } },
  ],
])('a POST that breaks several rules is refused for the first: %s', (_order, headers, body, reason) => {
  expect(read(headers, body).reason).toMatchObject(reason);
});

test('a message is accepted as application/json in any case and with parameters, with its id', () => {
  expect(read({ 'content-type': 'Application/JSON; charset=utf-8' }, LIST)).toEqual({ id: 'a', reason: 'accepted' });
});

test('the id of a message that is refused is kept for the answer, if it could be read', () => {
  const json = { 'content-type': 'application/json' };
  expect(read({ ...json, 'mcp-protocol-version': '1999-01-01' }, LIST).id).toBe('a');
  expect(read(json, '{"jsonrpc":"2.0","id":7}').id).toBe(7);
  expect(read(json, '{').id).toBeUndefined();
});
