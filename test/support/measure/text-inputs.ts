/**
 * Every way in which outside text is read, as a function of one text: requests of callers, responses of research
 * providers and files of operators. Code that measures or attacks the reading uses it.
 */
import { assistantName } from '../../../core/access/assistants/assistant-name.ts';
import { readBearerCredential } from '../../../core/access/auth/bearer-credential.ts';
import { readTokenRequest } from '../../../core/access/auth/token-request.ts';
import { numbersInWords } from '../../../core/catalogs/files/other-readings.ts';
import { recognizeColumns } from '../../../core/catalogs/files/recognize-columns.ts';
import { notFittedIn } from '../../../core/catalogs/files/row-not-fitted.ts';
import { cleanText } from '../../../core/clean-text.ts';
import { readResearchedRecord } from '../../../core/sourcing/research/researched-record.ts';
import { compileMapping } from '../../../core/sourcing/item-import/compile-mapping.ts';
import { parseGtin } from '../../../core/index/part-keys/gtin.ts';
import { parseItemLine } from '../../../core/sourcing/item-import/item-line.ts';
import { BUILT_IN_MANUFACTURERS } from '../../../core/index/manufacturers/built-in-manufacturers.ts';
import { resolveManufacturer } from '../../../core/index/manufacturers/resolve-manufacturer.ts';
import { toManufacturerKey } from '../../../core/index/part-keys/manufacturer-name.ts';
import { partKey, sameVerbatim } from '../../../core/index/part-keys/part-number.ts';
import { readCursor } from '../../../core/index/search/search-cursor.ts';
import { termsOfSearch } from '../../../core/index/search/search-terms.ts';
import { wordsOfText } from '../../../core/index/words/text-words.ts';
import { readRequest } from '../../../core/api/mcp/read-request.ts';
import { decodeHeaderValue } from '../../../core/api/mcp-message/standard-headers.ts';
import { addressSubject } from '../../../core/billing/rate-limit/limit-address.ts';
import { TOOLS } from '../../../core/api/tools/definitions/all-tools.ts';

export interface TextInput {
  readonly name: string;
  readonly read: (text: string) => unknown;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const NO_COLUMNS = { itemNumber: [], supplier: [], partNumber: [], gtin: [] };
const NAME_LENGTH = 200;
const NUMBER_LENGTH = 120;
const ASKED = { manufacturer: 'Norvane', partNumber: 'NV-1', description: null };
const QUESTION = {
  by: 'part',
  manufacturer: 'Norvane',
  manufacturerKey: toManufacturerKey('Norvane'),
  part: partKey('NV-1'),
  verbatim: 'NV-1',
} as const;
const IDENTITY = {
  id: 'itm_00000001',
  part: QUESTION,
  asked: ASKED,
  hasNeighbors: false,
  manufacturers: BUILT_IN_MANUFACTURERS,
};

const MAPPED = compileMapping(
  {
    decimal: ',',
    fields: {
      gtin: { from: 'a', invalid: 'leave_out' },
      title: { template: '{a} {a}', drop_endings: [' x'] },
      keywords: { from: 'a', split: ';' },
      pack_quantity: 'a',
      attributes: { a: { from: 'a', unit_from: 'a', to: 'mm' } },
    },
  },
  { kind: 'cells', names: ['a'] },
  new Map(),
);
if (!MAPPED.ok) throw new Error('The mapping does not fit its own columns');
const readMappedRow = MAPPED.value;

/** Functions that read texts of any length. */
const FUNCTIONS: readonly TextInput[] = [
  { name: 'manufacturer', read: toManufacturerKey },
  {
    name: 'manufacturer among those who make a number',
    read: (text) =>
      resolveManufacturer(
        text,
        [
          { manufacturer: `${text}x`, brand: null },
          { manufacturer: 'Acme', brand: text.slice(1) },
        ],
        BUILT_IN_MANUFACTURERS,
      ),
  },
  { name: 'part number', read: (text) => [partKey(text), sameVerbatim(text, 'A-1')] },
  { name: 'barcode', read: parseGtin },
  { name: 'search query', read: (text) => termsOfSearch({ query: text, manufacturer: text }) },
  { name: 'title of a record', read: wordsOfText },
  { name: 'search cursor', read: (text) => readCursor(text, termsOfSearch({ query: 'relay' })) },
  { name: 'name of an assistant', read: (text) => assistantName({ name: text, version: text }, undefined) },
  { name: 'User-Agent', read: (text) => assistantName(undefined, text) },
  { name: 'Authorization', read: (text) => [`Bearer ${text}`, `Bearer a:${text}`, text].map(readBearerCredential) },
  { name: 'mirrored header', read: (text) => [text, `=?base64?${text}?=`].map(decodeHeaderValue) },
  { name: 'network address', read: addressSubject },
  { name: 'quoted text', read: (text) => cleanText(text, 120) },
  { name: 'catalog headings', read: (text) => recognizeColumns([text, text.slice(1)], []) },
  { name: 'remark of a row', read: (text) => [notFittedIn([text], ['Remark'], NO_COLUMNS), numbersInWords(text)] },
  { name: 'line of an import', read: (text) => parseItemLine(Buffer.from(text)) },
  { name: 'texts of an import', read: (text) => parseItemLine(bytesOf({ id: 'itm_00000001', ...recordOf(text) })) },
  { name: 'row of a mapped file', read: (text) => readMappedRow({ kind: 'cells', cells: [text] }) },
  { name: 'research answer', read: (text) => readResearchedRecord(recordOf(text), IDENTITY, 0) },
  // Thousands of parameters.
  { name: 'form of a token request', read: (text) => readTokenRequest(httpOf(FORM_TYPE, text.repeat(4))) },
  {
    name: 'values of a token request',
    read: (text) => readTokenRequest(httpOf(JSON_TYPE, JSON.stringify({ resource: [...text] }))),
  },
  {
    name: 'JSON of a token request',
    read: (text) => readTokenRequest(httpOf(JSON_TYPE, JSON.stringify({ scope: text }))),
  },
  { name: 'raw body', read: (text) => readRequest(httpOf(JSON_TYPE, text)) },
  { name: 'texts of a message', read: (text) => readRequest(httpOf(JSON_TYPE, messageOf(text))) },
];

/**
 * For each tool, passes the text as an argument that is far too long, as the name of an argument, and split into
 * arguments of the maximum length.
 */
for (const tool of TOOLS) await tool.load();

const TOOL_INPUTS: readonly TextInput[] = TOOLS.map((tool) => ({
  name: `arguments of ${tool.name}`,
  read: (text) => [everywhere(text), { [text]: text }, filled(tool.name, text)].map((args) => tool.prepare(args)),
}));

export const TEXT_INPUTS: readonly TextInput[] = [...FUNCTIONS, ...TOOL_INPUTS];

function everywhere(text: string): Record<string, unknown> {
  const part = { manufacturer: text, part_number: text, gtin: text, description: text };
  const lists = { fields: [...text], include: [...text], outcome: [...text] };
  return { ...part, ...lists, items: [part], query: text, unspsc: text, cursor: text, item_id: text, catalog_id: text };
}

/** Returns valid arguments with as much of the text as possible. */
function filled(tool: string, text: string): Record<string, unknown> {
  const manufacturers = chunksOf(text, NAME_LENGTH);
  const parts = manufacturers.map((manufacturer) => ({
    manufacturer,
    part_number: `1${manufacturer.slice(0, NUMBER_LENGTH - 1)}`,
  }));
  switch (tool) {
    case 'lookup_parts':
      return { items: parts.slice(0, 50) };
    case 'request_enrichment':
      return { items: parts.slice(0, 10).map((part) => ({ ...part, description: text.slice(0, 1000) })) };
    case 'search_items':
      return { query: `1${text.slice(0, NAME_LENGTH - 1)}`, manufacturer: manufacturers[0] };
    default:
      return { ...parts[0] };
  }
}

function chunksOf(text: string, length: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, place) =>
    text.slice(place * length, (place + 1) * length),
  );
}

function httpOf(headers: Readonly<Record<string, string>>, body: string) {
  return { method: 'POST', path: '/mcp', headers, body: Buffer.from(body), sourceAddress: '192.0.2.1' };
}

/** Returns a message in which every text is this one, with parameters nested as deeply as the text is long. */
function messageOf(text: string): string {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': text,
    'io.modelcontextprotocol/clientInfo': { name: text, version: text },
  };
  return JSON.stringify({
    jsonrpc: '2.0',
    id: text,
    method: text,
    params: { name: text, arguments: { [text]: [text] }, _meta: meta },
  });
}

function recordOf(text: string): Record<string, unknown> {
  const media = [{ type: 'image', url: `https://example.com/${text}`, title: text }];
  return {
    manufacturer: text, brand: text, mpn: text, gtin: text, title: text, description: text, hs_code: text, image_url: text,
    keywords: [text], attributes: { [text]: text, list: [...text] }, section_confidence: { [text]: 1 }, media, sources: media,
  }; // prettier-ignore
}

function bytesOf(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}
