import { describe, expect, test } from 'vitest';
import { readRequest } from '../../../../core/api/mcp/read-request.ts';
import { toRpcError } from '../../../../core/api/mcp-message/protocol-error.ts';

const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';
const modernMeta = { [PROTOCOL_VERSION]: '2026-07-28', [CAPABILITIES]: {} };

type Headers = Record<string, string>;

function read(body: unknown, headers: Headers = {}) {
  return readRequest({
    method: 'POST',
    path: '/mcp',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body)),
    sourceAddress: '192.0.2.1',
  });
}

/** `202`, `<revision>`, or `<status> <JSON-RPC code>`. */
function outcome(body: unknown, headers: Headers = {}): string {
  const { message } = read(body, headers);
  if (message.ok) return message.value.kind === 'accepted' ? '202' : message.value.protocolVersion;
  if (message.reason.kind !== 'protocol_error') return message.reason.kind;
  const { httpStatus, rpcCode } = toRpcError(message.reason.error);
  return `${httpStatus} ${rpcCode}`;
}

function request(method: string, params: object = {}) {
  return { jsonrpc: '2.0', id: 1, method, params };
}

function modern(method: string, params: object = {}, meta: object = modernMeta) {
  return request(method, { ...params, _meta: meta });
}

const modernHeaders = (method: string, name?: string): Headers => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...(name === undefined ? {} : { 'mcp-name': name }),
});

const call = (name: unknown) => modern('tools/call', { name });

describe('the era of a request', () => {
  test.each<[string, unknown, Headers, string]>([
    ['is 2025-03-26 without any version', request('ping'), {}, '2025-03-26'],
    [
      'is legacy if the header names a legacy version',
      request('ping'),
      { 'mcp-protocol-version': '2025-11-25' },
      '2025-11-25',
    ],
    ['is unsupported with an unknown header', request('ping'), { 'mcp-protocol-version': '1.0' }, '400 -32022'],
    [
      'is unsupported with a repeated header',
      request('ping'),
      { 'mcp-protocol-version': '2025-06-18, 2025-06-18' },
      '400 -32022',
    ],
    ['ignores the header on initialize', request('initialize'), { 'mcp-protocol-version': '1.0' }, '2025-03-26'],
    [
      'stays legacy on initialize with a modern header',
      request('initialize'),
      modernHeaders('initialize'),
      '2025-03-26',
    ],
    ['is modern with a modern header and no _meta', request('tools/list'), modernHeaders('tools/list'), '400 -32602'],
    ['is modern with a modern body and header', modern('tools/list'), modernHeaders('tools/list'), '2026-07-28'],
    ['is modern on initialize with a modern _meta', modern('initialize'), modernHeaders('initialize'), '2026-07-28'],
    [
      'is legacy with a legacy version in _meta and no header',
      modern('ping', {}, { [PROTOCOL_VERSION]: '2025-06-18' }),
      {},
      '2025-06-18',
    ],
    [
      'is legacy with a legacy version in _meta and header',
      modern('ping', {}, { [PROTOCOL_VERSION]: '2025-06-18' }),
      { 'mcp-protocol-version': '2025-06-18' },
      '2025-06-18',
    ],
    [
      'is refused with a legacy version in _meta and another in the header',
      modern('ping', {}, { [PROTOCOL_VERSION]: '2025-06-18' }),
      { 'mcp-protocol-version': '2025-11-25' },
      '400 -32020',
    ],
  ])('%s', (_, body, headers, expected) => {
    expect(outcome(body, headers)).toBe(expected);
  });
});

describe('a modern request', () => {
  const other = { ...modernMeta, [PROTOCOL_VERSION]: '2027-01-01' };
  test.each<[string, unknown, Headers, string]>([
    ['needs the version header', modern('tools/list'), { 'mcp-method': 'tools/list' }, '400 -32020'],
    ['needs the header before a known version', modern('tools/list', {}, other), { 'mcp-method': 'x' }, '400 -32020'],
    ['needs no header if it sends none', modern('tools/list'), {}, '2026-07-28'],
    ['needs no header on tools/call either', call('get_item'), {}, '2026-07-28'],
    ['names a known version even without headers', modern('tools/list', {}, other), {}, '400 -32022'],
    ['sends all headers if it sends its name', call('get_item'), { 'mcp-name': 'get_item' }, '400 -32020'],
    [
      'sends all headers if it sends its version',
      call('get_item'),
      { 'mcp-protocol-version': '2026-07-28' },
      '400 -32020',
    ],
    [
      'agrees on an unknown version',
      modern('tools/list', {}, other),
      { ...modernHeaders('tools/list'), 'mcp-protocol-version': '2027-01-01' },
      '400 -32022',
    ],
    [
      'names its version as a string',
      modern('tools/list', {}, { ...modernMeta, [PROTOCOL_VERSION]: 7 }),
      modernHeaders('tools/list'),
      '400 -32602',
    ],
    ['needs _meta as an object', request('tools/list', { _meta: [] }), modernHeaders('tools/list'), '400 -32602'],
    [
      'needs clientCapabilities',
      modern('tools/list', {}, { [PROTOCOL_VERSION]: '2026-07-28' }),
      modernHeaders('tools/list'),
      '400 -32602',
    ],
    [
      'needs clientCapabilities as an object',
      modern('tools/list', {}, { ...modernMeta, [CAPABILITIES]: [] }),
      modernHeaders('tools/list'),
      '400 -32602',
    ],
    ['needs no clientInfo', modern('tools/list'), modernHeaders('tools/list'), '2026-07-28'],
    [
      'refuses a malformed clientInfo',
      modern('tools/list', {}, { ...modernMeta, [CLIENT_INFO]: 'x' }),
      modernHeaders('tools/list'),
      '400 -32602',
    ],
    ['needs Mcp-Method', modern('tools/list'), { 'mcp-protocol-version': '2026-07-28' }, '400 -32020'],
    ['compares Mcp-Method by case', modern('tools/list'), modernHeaders('Tools/List'), '400 -32020'],
    [
      'is judged by _meta before its headers',
      modern('tools/list', {}, {}),
      { 'mcp-protocol-version': '2026-07-28' },
      '400 -32602',
    ],
    ['needs Mcp-Name on tools/call', call('get_item'), modernHeaders('tools/call'), '400 -32020'],
    ['compares Mcp-Name', call('get_item'), modernHeaders('tools/call', 'get_usage'), '400 -32020'],
    ['reads a base64 Mcp-Name', call('get_item'), modernHeaders('tools/call', '=?base64?Z2V0X2l0ZW0=?='), '2026-07-28'],
    [
      'reads a base64 name of UTF-8',
      call('größe'),
      modernHeaders('tools/call', `=?base64?${Buffer.from('größe').toString('base64')}?=`),
      '2026-07-28',
    ],
    [
      'accepts no upper-case marker',
      call('get_item'),
      modernHeaders('tools/call', '=?BASE64?Z2V0X2l0ZW0=?='),
      '400 -32020',
    ],
    ['accepts no loose base64', call('get_item'), modernHeaders('tools/call', '=?base64?Z2V0X2l0ZW0?='), '400 -32020'],
    [
      'accepts no broken UTF-8 in base64',
      call('get_item'),
      modernHeaders('tools/call', '=?base64?/w==?='),
      '400 -32020',
    ],
    ['accepts no raw text beyond ASCII', call('größe'), modernHeaders('tools/call', 'größe'), '400 -32020'],
    ['leaves a missing name to the method', call(undefined), modernHeaders('tools/call'), '2026-07-28'],
    ['mirrors no name that the body lacks', call(undefined), modernHeaders('tools/call', 'get_item'), '400 -32020'],
  ])('%s', (_, body, headers, expected) => {
    expect(outcome(body, headers)).toBe(expected);
  });

  test('carries its clientInfo', () => {
    const info = { name: 'Assistant', version: '2.1' };
    const { message } = read(
      modern('tools/list', {}, { ...modernMeta, [CLIENT_INFO]: info }),
      modernHeaders('tools/list'),
    );
    expect(message).toMatchObject({ ok: true, value: { clientInfo: info } });
  });
});

describe('a legacy request', () => {
  test.each<[string, Headers, string]>([
    ['needs no mirror headers', {}, '2025-03-26'],
    ['may send matching ones', { 'mcp-method': 'tools/call', 'mcp-name': 'get_item' }, '2025-03-26'],
    ['may not send another Mcp-Method', { 'mcp-method': 'tools/list' }, '400 -32020'],
    ['may not send another Mcp-Name', { 'mcp-name': 'get_usage' }, '400 -32020'],
  ])('%s', (_, headers, expected) => {
    expect(outcome(request('tools/call', { name: 'get_item' }), headers)).toBe(expected);
  });
});

describe('a message that is not a request', () => {
  test.each<[string, unknown, Headers, string]>([
    ['a notification is accepted', { jsonrpc: '2.0', method: 'notifications/initialized' }, {}, '202'],
    ['a modern notification is accepted', { jsonrpc: '2.0', method: 'n', params: { _meta: modernMeta } }, {}, '202'],
    [
      'a notification with a bad version header',
      { jsonrpc: '2.0', method: 'n' },
      { 'mcp-protocol-version': '1' },
      '400 -32022',
    ],
    [
      'a notification whose versions differ',
      { jsonrpc: '2.0', method: 'n', params: { _meta: modernMeta } },
      { 'mcp-protocol-version': '2025-06-18' },
      '400 -32020',
    ],
    ['a legacy response is accepted', { jsonrpc: '2.0', id: 1, result: {} }, {}, '202'],
    [
      'a legacy error response is accepted',
      { jsonrpc: '2.0', id: 1, error: {} },
      { 'mcp-protocol-version': '2025-06-18' },
      '202',
    ],
    [
      'a modern response is refused',
      { jsonrpc: '2.0', id: 1, result: {} },
      { 'mcp-protocol-version': '2026-07-28' },
      '400 -32600',
    ],
    ['a batch', [request('ping')], {}, '400 -32600'],
    ['an empty batch', [], {}, '400 -32600'],
    ['a number', 7, {}, '400 -32600'],
    ['text that is not JSON', '{', {}, '400 -32700'],
    ['an empty body', '', {}, '400 -32700'],
    ['another JSON-RPC version', { ...request('ping'), jsonrpc: '1.0' }, {}, '400 -32600'],
    ['a null id', { ...request('ping'), id: null }, {}, '400 -32600'],
    ['a fractional id', { ...request('ping'), id: 1.5 }, {}, '400 -32600'],
    ['an object id', { ...request('ping'), id: {} }, {}, '400 -32600'],
    ['params that are a text', { ...request('ping'), params: 'x' }, {}, '400 -32600'],
    ['params as an array', { ...request('ping'), params: [] }, {}, '400 -32600'],
    ['a method that is not a string', { jsonrpc: '2.0', id: 1, method: 7 }, {}, '400 -32600'],
    ['a content type that is not JSON', request('ping'), { 'content-type': 'text/plain' }, 'unsupported_media_type'],
    [
      'a JSON content type with parameters',
      request('ping'),
      { 'content-type': 'Application/JSON; charset=utf-8' },
      '2025-03-26',
    ],
  ])('%s', (_, body, headers, expected) => {
    expect(outcome(body, headers)).toBe(expected);
  });

  test('refuses bytes that are not UTF-8', () => {
    const body = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'),
      Buffer.from([0xff]),
      Buffer.from('"}'),
    ]);
    const { message } = readRequest({
      method: 'POST',
      path: '/mcp',
      headers: { 'content-type': 'application/json' },
      body,
      sourceAddress: '',
    });
    expect(message).toMatchObject({ reason: { error: { kind: 'parse_error' } } });
  });

  test.each([
    [65_536, '2025-03-26'],
    [65_537, 'body_too_large'],
  ])('a body of %i bytes is %s', (size, expected) => {
    const frame = JSON.stringify(request('ping', { pad: '' }));
    expect(outcome(JSON.stringify(request('ping', { pad: 'x'.repeat(size - frame.length) })))).toBe(expected);
  });

  test('survives deep nesting', () => {
    expect(
      outcome(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`),
    ).toBe('2025-03-26');
  });

  test('echoes at most 64 characters of an unsupported version', () => {
    const { message } = read(request('ping'), { 'mcp-protocol-version': 'v'.repeat(500) });
    if (message.ok || message.reason.kind !== 'protocol_error') throw new Error('expected a fault');
    expect(toRpcError(message.reason.error).data?.['requested']).toHaveLength(64);
  });

  test.each([
    ['a request', request('ping'), 1],
    ['a string id', { ...request('ping'), id: 'a' }, 'a'],
    ['a wrong jsonrpc', { ...request('ping'), jsonrpc: '1' }, 1],
    ['params that are a text', { ...request('ping'), params: 'x' }, 1],
    ['a fractional id', { ...request('ping'), id: 0.5 }, undefined],
    ['a notification', { jsonrpc: '2.0', method: 'n' }, undefined],
  ])('reads the id of %s', (_, body, id) => {
    expect(read(body).id).toBe(id);
  });
});
