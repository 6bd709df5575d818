/** Writes docs/reference/tools.md from the answer of `tools/list`: `npm run docs:tools`. */
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { toolList } from './tool-entries.ts';
import { findTool } from '../../core/api/tools/definitions/all-tools.ts';
import { COST_WORDS, TOOL_GUIDE } from '../../core/api/front-door/tool-guide.ts';
import { markdownTable } from './page-tables.ts';

const ITEM = 'item';

export function toolsPage(): string {
  return [
    '# Tools',
    'Written by `npm run docs:tools` from the definitions in `core/api/tools/definitions/`; do not edit it by hand. ' +
      'The descriptions are those that a model reads. [Behavior](behavior.md#tools) has the rules of all tools.',
    ...toolList().map(toolSection),
    '## Item',
    'An item as tools return it. Every field except `id` may be null, and a field that was not selected is absent. [Behavior](behavior.md#item-record) defines the fields.',
    markdownTable(
      ['field', 'type'],
      Object.entries(propertiesOf(itemSchema())).map(([name, schema]) => [`\`${name}\``, typeOf(schema)]),
      'texts',
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function toolSection(entry: JsonObject): string {
  const name = String(entry['name']);
  const guide = TOOL_GUIDE.find((one) => one.name === name);
  const required = requiredOf(entry['inputSchema']);
  const inputs = Object.entries(propertiesOf(entry['inputSchema'])).map(([member, schema]) => [
    `\`${member}\`${required.includes(member) ? ', required' : ''}`,
    typeOf(schema),
    describedIn(schema),
  ]);
  const outputs = Object.entries(propertiesOf(entry['outputSchema'])).map(
    ([member, schema]) => `\`${member}\` (${member === ITEM ? '[item](#item)' : typeOf(schema)})`,
  );
  return [
    `## ${name}`,
    codeTyped(String(entry['description'])),
    `**Permission**: \`${findTool(name)?.scope ?? ''}\`. **Cost**: ${guide === undefined ? '' : COST_WORDS[guide.cost]}.`,
    inputs.length === 0 ? 'No arguments.' : markdownTable(['Name', 'Type', 'Meaning'], inputs, 'texts'),
    `**Answer**: ${outputs.join(', ')}.`,
  ].join('\n\n');
}

/** Returns the item schema of the tool that lists all fields. */
function itemSchema(): unknown {
  const whole = toolList().find(({ name }) => name === 'lookup_part');
  return propertiesOf(whole?.['outputSchema'])[ITEM];
}

function propertiesOf(schema: unknown): Readonly<Record<string, unknown>> {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  return isJsonObject(properties) ? properties : {};
}

function requiredOf(schema: unknown): readonly unknown[] {
  const required = isJsonObject(schema) ? schema['required'] : undefined;
  return Array.isArray(required) ? required : [];
}

function describedIn(schema: unknown): string {
  const description = isJsonObject(schema) ? schema['description'] : undefined;
  return typeof description === 'string' ? codeTyped(description).replaceAll('|', '\\|') : '';
}

/** Encloses names of tools, arguments and members in backticks; a long list of names stays plain. */
function codeTyped(text: string): string {
  return text.replaceAll(
    /(?<![\w,])(?:[a-z]+(?:[_.][a-z]+)+|include|outcome(?=: \[))\b(?:: \[[^\]]*\])?(?!\w*,\w)/g,
    '`$&`',
  );
}

/** Describes the type in a few words: `text, at most 120`, `list of text`, `object of value, unit`. */
function typeOf(schema: unknown): string {
  if (!isJsonObject(schema)) return 'anything';
  const [type] = [schema['type']].flat().filter((one) => typeof one === 'string' && one !== 'null');
  const alternatives = [schema['anyOf']].flat().filter(isJsonObject);
  const known = alternatives.find(({ type }) => type !== 'null');
  if (typeof type !== 'string') return known === undefined ? 'anything' : typeOf(known);
  switch (type) {
    case 'string':
      return withBounds(Array.isArray(schema['enum']) ? `one of ${schema['enum'].join(', ')}` : 'text', schema);
    case 'array':
      return `list of ${typeOf(schema['items']).replace(/^object\b/, 'objects')}`;
    case 'object': {
      const members = Object.keys(propertiesOf(schema));
      return members.length === 0 ? 'object' : `object with ${members.join(', ')}`;
    }
    default:
      return withBounds(type, schema);
  }
}

function withBounds(name: string, schema: JsonObject): string {
  const least = schema['minimum'];
  const most = schema['maxLength'] ?? schema['maximum'];
  const bounds = [
    ...(typeof least === 'number' ? [`from ${least}`] : []),
    ...(typeof most === 'number' ? [`at most ${most}`] : []),
  ];
  return [name, ...bounds].join(', ');
}
