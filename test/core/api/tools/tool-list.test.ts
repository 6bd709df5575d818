/** The list of tools as every model reads it: its size, its order, its annotations, and its exact text. */
import { OUR_NAME } from '../../../../core/service-face.ts';
import { expect, test } from 'vitest';
import { ROW_OUTCOMES } from '../../../../core/catalogs/rows/catalog.ts';
import { ITEM_FIELDS } from '../../../../core/index/items/item-fields.ts';
import { ITEM_SECTIONS } from '../../../../core/index/items/item-record.ts';
import { writeResponse } from '../../../../core/api/mcp/written-result.ts';
import { listTools } from '../../../../core/api/mcp/tools-list.ts';
import { MODERN_VERSION } from '../../../../core/api/mcp-message/protocol-version.ts';
import { toolList } from '../../../../tools/docs/tool-entries.ts';

const MAX_TOKENS = 5_000;

interface Listed {
  readonly name: string;
  readonly inputSchema: Schema;
  readonly outputSchema: Schema;
  readonly annotations: Readonly<Record<string, unknown>>;
}

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly additionalProperties?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly required?: readonly string[];
}

const tools = toolList() as unknown as readonly Listed[];

test('the tool list costs a modern client at most 5,000 tokens, counted as bytes ÷ 4 of the whole response', async () => {
  const list = await listTools({});
  if (!list.ok) throw new Error('The list was refused.');
  const bytes = Buffer.byteLength(
    writeResponse(1, list.value, { protocolVersion: MODERN_VERSION, settings: { serviceName: OUR_NAME } }),
  );
  expect(Math.ceil(bytes / 4)).toBeLessThanOrEqual(MAX_TOKENS);
});

test('the tool list is what the definitions say: otherwise run npm run docs:tools', async () => {
  const list = await listTools({});
  expect(JSON.parse(`{${list.ok ? list.value.text : ''}}`)).toMatchObject({ tools });
  expect(JSON.parse(JSON.stringify(tools))).toEqual(tools);
});

test('the tool list has eight tools, get_usage first', () => {
  expect(tools.map(({ name }) => name)).toEqual([
    'get_usage',
    'lookup_part',
    'lookup_parts',
    'search_items',
    'get_item',
    'list_my_catalogs',
    'get_catalog_items',
    'request_enrichment',
  ]);
});

test.each(tools.map((tool) => [tool.name, tool] as const))(
  '%s has the annotations of docs/reference/behavior.md#tools',
  (name, tool) => {
    const changes = name === 'request_enrichment';
    expect(tool.annotations).toMatchObject({
      readOnlyHint: !changes,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: changes,
    });
  },
);

test.each(tools.map((tool) => [tool.name, tool] as const))(
  '%s refuses unknown properties, and describes all that it accepts',
  (_, tool) => {
    expect(tool.inputSchema.type).toBe('object');
    expect(tool.outputSchema.type).toBe('object');
    for (const schema of objectsIn(tool.inputSchema)) expect(schema.additionalProperties).toBe(false);
    for (const schema of objectsIn(tool.outputSchema)) expect(schema.additionalProperties).not.toBe(false);
  },
);

test.each(tools.map((tool) => [tool.name, tool] as const))('%s describes every input to a model', (_, tool) => {
  for (const [name, property] of Object.entries(tool.inputSchema.properties ?? {})) {
    expect(property.description, name).toEqual(expect.any(String));
  }
});

test('the tool list names every field and section in text, for assistants that drop enums', () => {
  for (const name of ['lookup_part', 'lookup_parts', 'search_items', 'get_item']) {
    const { fields, include } = tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {};
    for (const field of ITEM_FIELDS) expect(fields?.description, name).toContain(field);
    for (const section of ITEM_SECTIONS) expect(include?.description ?? section, name).toContain(section);
  }
});

test('the tool list names every outcome of a row in text', () => {
  const { outcome } = tools.find(({ name }) => name === 'get_catalog_items')?.inputSchema.properties ?? {};
  for (const name of ROW_OUTCOMES) expect(outcome?.description).toMatch(new RegExp(`\\b${name}\\b`));
});

test('the tool list requires of an output exactly the members that the specification requires', () => {
  const required = tools.map(({ name, outputSchema }) => [name, requiredIn(outputSchema)]);
  expect(Object.fromEntries(required)).toEqual({
    get_usage: ['sandbox', 'dashboard_url'],
    lookup_part: ['found', 'item', 'item.id'],
    lookup_parts: ['found', 'not_found', 'found.input_index', 'found.item', 'found.item.id', 'not_found.input_index'],
    search_items: ['items', 'has_more', 'next_cursor', 'items.id'],
    get_item: ['item', 'item.id'],
    list_my_catalogs: ['catalogs', 'next_cursor', 'catalogs.id'],
    get_catalog_items: ['catalog_id', 'rows', 'next_cursor', 'rows.item.id'],
    request_enrichment: ['results', 'results.input_index', 'results.status', 'results.item.id'],
  });
});

test('did you mean to change what every client has cached?', () => {
  expect(toolList()).toMatchSnapshot();
});

function objectsIn(schema: Schema): readonly Schema[] {
  const nested = [...Object.values(schema.properties ?? {}), ...(schema.items === undefined ? [] : [schema.items])];
  return [...(schema.type === 'object' ? [schema] : []), ...nested.flatMap(objectsIn)];
}

/** Returns the paths of required output members; entries of a list are named by the list. */
function requiredIn(schema: Schema, path = ''): readonly string[] {
  const { properties = {}, required = [] } = schema.items ?? schema;
  const nested = Object.entries(properties).flatMap(([name, property]) => requiredIn(property, `${path}${name}.`));
  return [...required.map((name) => `${path}${name}`), ...nested];
}
