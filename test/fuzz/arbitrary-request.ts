/**
 * Requests that no real client writes: from raw bytes to messages with a single mistake. Most are nearly right,
 * because pure noise is refused by the first rule.
 */
import fc from 'fast-check';
import { SUPPORTED_VERSIONS } from '../../core/api/mcp-message/protocol-version.ts';
import { toolList } from '../../tools/docs/tool-entries.ts';

export interface FuzzedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const TOOL_NAMES = toolList().map((tool) => String(tool['name']));
const METHODS = [
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'resources/list',
  'prompts/get',
  'logging/setLevel',
];
const META_VERSION = 'io.modelcontextprotocol/protocolVersion';
const META_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const META_INFO = 'io.modelcontextprotocol/clientInfo';

/** Texts that have broken servers before. */
const nastyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    'a'.repeat(5000),
    '{{7*7}}',
    '#pk',
  ),
);
const nastyNumber = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, 2 ** 53, -0),
);
const anyJson = fc.oneof(fc.jsonValue({ maxDepth: 4 }), nastyText, nastyNumber);

/** The tools' own argument names, with values that are valid, nearly valid, or anything. */
const knownArguments: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  manufacturer: fc.oneof(fc.constantFrom('Norvane', 'NORVANE SEMICONDUCTOR', 'Nobody'), nastyText),
  part_number: fc.oneof(fc.constantFrom('NV-7805/2.5', 'nv 7805/2.5', 'X1'), nastyText),
  gtin: fc.oneof(fc.constantFrom('4006381333931', '04006381333931', '4006381333932', '96385074'), nastyText),
  fields: fc.oneof(fc.subarray(['title', 'mpn', 'attributes', 'sources', 'id']), fc.array(nastyText, { maxLength: 5 })),
  include: fc.oneof(fc.subarray(['attributes', 'media', 'keywords', 'sources']), fc.array(anyJson, { maxLength: 3 })),
  min_confidence: fc.oneof(fc.integer({ min: 0, max: 100 }), nastyNumber),
  item_id: fc.oneof(fc.constantFrom('itm_Reg00001', 'itm_00000000'), nastyText),
  include_sources: fc.oneof(fc.boolean(), anyJson),
  query: fc.oneof(fc.constantFrom('regulator', 'low dropout', 'NV-7805/2.5', 'or and the'), nastyText),
  unspsc: fc.oneof(fc.constantFrom('32', '3210', '32101600', '00000000'), nastyText),
  limit: fc.oneof(fc.integer({ min: -2, max: 120 }), nastyNumber),
  cursor: fc.oneof(nastyText, nastyNumber),
  catalog_id: fc.oneof(fc.constantFrom('cat_0000000001'), nastyText),
  outcome: fc.oneof(fc.subarray(['enriched', 'not_found', 'error']), anyJson),
};
const partEntry = fc.record(
  {
    manufacturer: knownArguments['manufacturer'] ?? nastyText,
    part_number: knownArguments['part_number'] ?? nastyText,
    gtin: knownArguments['gtin'] ?? nastyText,
    description: nastyText,
  },
  { requiredKeys: [] },
);
const items = fc.oneof(fc.array(partEntry, { maxLength: 60 }), anyJson);
const toolArguments = fc.oneof(
  { weight: 9, arbitrary: fc.record({ ...knownArguments, items }, { requiredKeys: [] }) },
  { weight: 1, arbitrary: anyJson },
);

/** Calls that a tool accepts, so that many reach the meter. */
const goodPart = fc.constantFrom<Record<string, string>>(
  { manufacturer: 'Norvane', part_number: 'NV-7805/2.5' },
  { manufacturer: 'norvane semiconductor', part_number: 'nv 7805/2.5' },
  { manufacturer: 'Norvane', part_number: 'NV-1' },
  { gtin: '4006381333931' },
);
const goodSelection = fc.record(
  {
    fields: fc.subarray(['title', 'mpn', 'attributes', 'weight'], { minLength: 1 }),
    min_confidence: fc.integer({ min: 0, max: 100 }),
  },
  { requiredKeys: [] },
);
const goodCall: fc.Arbitrary<{ name: unknown; arguments: unknown }> = fc.oneof(
  fc.constant({ name: 'get_usage', arguments: {} }),
  fc.tuple(goodPart, goodSelection).map(([part, selection]) => called('lookup_part', { ...part, ...selection })),
  fc
    .tuple(fc.array(goodPart, { minLength: 1, maxLength: 50 }), goodSelection)
    .map(([parts, selection]) => called('lookup_parts', { items: parts, ...selection })),
  fc
    .record({ item_id: fc.constantFrom('itm_Reg00001', 'itm_00000000'), include_sources: fc.boolean() })
    .map((args) => called('get_item', args)),
  fc
    .record({
      query: fc.constantFrom('regulator', 'low dropout', 'nothing like it'),
      limit: fc.integer({ min: 1, max: 25 }),
    })
    .map((args) => called('search_items', args)),
  fc.record({ limit: fc.integer({ min: 1, max: 100 }) }).map((args) => called('list_my_catalogs', args)),
  fc.constant(called('get_catalog_items', { catalog_id: 'cat_0000000001' })),
  fc.constant(called('request_enrichment', { items: [{ manufacturer: 'Norvane', part_number: 'NV-7805/2.5' }] })),
);
const anyCall = fc.oneof(
  { weight: 4, arbitrary: goodCall },
  {
    weight: 6,
    arbitrary: fc.record({
      name: mostly(fc.constantFrom<unknown>(...TOOL_NAMES), anyJson, 8),
      arguments: fc.option(toolArguments, { nil: undefined, freq: 10 }),
    }),
  },
);

function called(name: string, args: Readonly<Record<string, unknown>>): { name: unknown; arguments: unknown } {
  return { name, arguments: args };
}

interface Draft {
  /** The body is sent as JSON unless `raw` is given. */
  readonly message: unknown;
  readonly raw?: Uint8Array;
  readonly version: string | undefined;
  readonly method: unknown;
  readonly name: unknown;
}

const id = mostly<unknown>(fc.oneof(fc.integer(), nastyText), anyJson, 12);

const rpcDraft: fc.Arbitrary<Draft> = fc
  .record({
    id: fc.option(id, { nil: undefined, freq: 12 }),
    jsonrpc: mostly<unknown>(fc.constant('2.0'), anyJson, 60),
    method: fc.oneof(
      { weight: 24, arbitrary: fc.constant<unknown>('tools/call') },
      { weight: 6, arbitrary: fc.constantFrom<unknown>(...METHODS) },
      { weight: 1, arbitrary: anyJson },
    ),
    version: fc.oneof(
      { weight: 24, arbitrary: fc.constantFrom<unknown>(...SUPPORTED_VERSIONS) },
      { weight: 2, arbitrary: fc.constantFrom<unknown>('2024-11-05', '2099-01-01') },
      { weight: 1, arbitrary: anyJson },
    ),
    modern: fc.boolean(),
    call: anyCall,
    extra: rarely(fc.dictionary(nastyText, anyJson, { maxKeys: 2 })),
    capabilities: mostly<unknown>(fc.constant({}), anyJson),
  })
  .map(({ modern, call, extra, capabilities, version, ...rest }) => {
    const info = { name: 'fuzz', version: '1' };
    const meta = { [META_VERSION]: version, [META_CAPABILITIES]: capabilities, [META_INFO]: info };
    const { name } = call;
    const isCall = rest.method === 'tools/call';
    const params = { ...extra, ...(isCall ? call : { protocolVersion: version }), ...(modern && { _meta: meta }) };
    const message = { jsonrpc: rest.jsonrpc, id: rest.id, method: rest.method, params };
    return { message, version: typeof version === 'string' ? version : undefined, method: rest.method, name };
  });

const noiseDraft: fc.Arbitrary<Draft> = fc
  .oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.json().map((text) => Buffer.from(text)),
    fc.array(fc.constant({ jsonrpc: '2.0', id: 1, method: 'ping' })).map((batch) => Buffer.from(JSON.stringify(batch))),
    fc.integer({ min: 1, max: 32_768 }).map((depth) => Buffer.from('['.repeat(depth) + ']'.repeat(depth))),
    fc.integer({ min: 65_500, max: 65_600 }).map((size) => Buffer.alloc(size, 0x20)),
    fc
      .constantFrom(
        { jsonrpc: '2.0', id: 1, result: {} },
        { jsonrpc: '2.0', id: null, error: { code: 1, message: '' } },
      )
      .map((response) => Buffer.from(JSON.stringify(response))),
  )
  .map((raw) => ({ message: undefined, raw, version: undefined, method: undefined, name: undefined }));

/** Text that HTTP can carry as a header's value. */
const headerText = fc.string({ unit: 'grapheme-ascii', maxLength: 80 });

/** @param credentials values of the Authorization header, the valid ones several times */
export function arbitraryRequest(credentials: readonly string[], origin: string): fc.Arbitrary<FuzzedRequest> {
  const draft = fc.oneof({ weight: 15, arbitrary: rpcDraft }, { weight: 1, arbitrary: noiseDraft });
  const headers = fc.record({
    authorization: mostly(fc.constantFrom(...credentials), headerText),
    'content-type': mostly(fc.constantFrom('application/json', 'Application/JSON; charset=utf-8'), headerText),
    version: mirrored,
    method: mirrored,
    name: mirrored,
    origin: rarely(
      fc.oneof(fc.constantFrom(origin, 'null', 'https://evil.example', `${origin}.evil.example`), headerText),
    ),
    other: fc.dictionary(
      fc.constantFrom('accept', 'mcp-session-id', 'last-event-id', 'x-forwarded-for', 'x-request-id', 'host', 'cookie'),
      headerText,
      { maxKeys: 2 },
    ),
  });
  const method = mostly(
    fc.constant('POST'),
    fc.constantFrom('GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'post'),
    40,
  );
  return fc.record({ method, draft, headers }).map(({ method: httpMethod, draft: drafted, headers: drawn }) => ({
    method: httpMethod,
    headers: withoutUndefined({
      ...drawn.other,
      authorization: drawn.authorization,
      'content-type': drawn['content-type'],
      origin: drawn.origin,
      'mcp-protocol-version': mirror(drawn.version, drafted.version),
      'mcp-method': mirror(drawn.method, drafted.method),
      'mcp-name': mirror(drawn.name, drafted.name),
    }),
    body: drafted.raw ?? Buffer.from(JSON.stringify(drafted.message)),
  }));
}

/** How a header mirrors its member of the body: correctly in most cases. */
const mirrored = fc.oneof(
  { weight: 40, arbitrary: fc.constant('right' as const) },
  { weight: 2, arbitrary: fc.constant('base64' as const) },
  { weight: 2, arbitrary: fc.constant('absent' as const) },
  { weight: 1, arbitrary: headerText.map((text) => ({ text })) },
);

function mirror(how: 'right' | 'base64' | 'absent' | { text: string }, member: unknown): string | undefined {
  if (typeof how === 'object') return how.text;
  if (how === 'absent' || typeof member !== 'string') return undefined;
  const plain = /^[\x21-\x7e]*$/.test(member);
  return how === 'right' && plain ? member : `=?base64?${Buffer.from(member).toString('base64')}?=`;
}

function mostly<T>(usual: fc.Arbitrary<T>, seldom: fc.Arbitrary<T>, weight = 20): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: seldom });
}

function rarely<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 20, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
}

function withoutUndefined(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
