/**
 * Applies an operator's changes to one item, member by member: `title=…`, `lifecycle.status=obsolete`,
 * `replacements.mpn=…`. Other members stay. The result is validated like a line of an import, except that unknown words
 * are refused instead of kept as stated, because the operator can choose others.
 */
import * as z from 'zod/mini';
import { FACT_SECTIONS, isFactSection } from '../../index/items/item-facts.ts';
import { ITEM_FIELDS } from '../../index/items/item-fields.ts';
import type { ItemRecord } from '../../index/items/item-record.ts';
import { isJsonObject, ownValue } from '../../json.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { dayOf, shortTimeText } from '../../time.ts';
import { readItem, type ItemLineProblem } from './item-line.ts';
import { nearestNames } from './nearest-names.ts';
import { unreadFacts } from './read-facts.ts';

export interface MemberChange {
  /** A field, or a path such as `lifecycle.last_buy`. */
  readonly member: string;
  /** An empty value clears the member. */
  readonly value: string;
}

export type MemberProblem =
  | {
      readonly kind: 'unknown_member';
      readonly member: string;
      readonly nearest: readonly string[];
      readonly allowed: readonly string[];
    }
  /** `allowed` completes "must be". */
  | { readonly kind: 'invalid_value'; readonly member: string; readonly allowed: string }
  /** The change names a member of a replacement, and the item has several replacements. */
  | { readonly kind: 'several_replacements'; readonly member: string; readonly count: number }
  | { readonly kind: 'invalid_record'; readonly error: ItemLineProblem };

type Entries = Readonly<Record<string, unknown>>;

/** Objects of a fixed shape; unknown members are null. */
const SHAPES: Readonly<Record<string, readonly string[]>> = {
  weight: ['value', 'unit'],
  dimensions: ['length', 'width', 'height', 'unit'],
};
const NUMBERS =
  /^(?:pack_quantity|confidence|weight\.value|dimensions\.(?:length|width|height)|section_confidence\..+)$/;
/** Objects and lists, which are stated as JSON. */
const STRUCTURED = /^(?:attributes|media|sources|section_confidence|weight|dimensions)$/;
/** Fields with member names from the source. */
const OPEN = /^(?:attributes|section_confidence)\../;

/** The members of each fact section with their JSON Schema. */
const FACTS = new Map(Object.entries(FACT_SECTIONS).map(([name, schema]) => [name, memberSchemas(schema)] as const));

/** Every member with a fixed name, in the order of an item. */
const NAMED_MEMBERS: readonly string[] = [
  ...ITEM_FIELDS.flatMap((field) => [field, ...(SHAPES[field] ?? []).map((member) => `${field}.${member}`)]),
  ...[...FACTS].flatMap(([section, members]) => [section, ...[...members.keys()].map((name) => `${section}.${name}`)]),
  'lifecycle.notice.number',
  'lifecycle.notice.url',
];

/** Returns the item with these changes. If they change nothing, `updated_at` stays too. */
export function setMembers(
  item: ItemRecord,
  changes: readonly MemberChange[],
  nowMs: number,
): Result<ItemRecord, MemberProblem> {
  const before: Entries = Object.fromEntries((['id', ...ITEM_FIELDS] as const).map((field) => [field, item[field]]));
  const named = new Set(changes.map(({ member }) => bareName(member)));
  let json = before;
  for (const change of changes) {
    const changed = setMember(json, { ...change, member: bareName(change.member) }, named);
    if (!changed.ok) return changed;
    json = changed.value;
  }
  const read = readItem(withShapes(json));
  if (!read.ok) return fail(problemOf(read.reason, named));
  const unread = unreadFacts(read.value.attributes).find(({ member }) => namesMember(named, member));
  if (unread !== undefined) return fail(invalid(unread.member));
  const attributes = withDays(read.value.attributes, named, dayOf(nowMs));
  const after: ItemRecord = { ...read.value, id: item.id, attributes };
  const isSame = JSON.stringify(after) === JSON.stringify(before);
  return succeed(isSame || named.has('updated_at') ? after : { ...after, updated_at: shortTimeText(nowMs) });
}

/** Removes `attributes.` before a fact section. */
function bareName(member: string): string {
  const [, section = ''] = member.split('.');
  return member.startsWith('attributes.') && isFactSection(section) ? member.slice('attributes.'.length) : member;
}

function setMember(
  json: Entries,
  { member, value: text }: MemberChange,
  named: ReadonlySet<string>,
): Result<Entries, MemberProblem> {
  if (!NAMED_MEMBERS.includes(member) && !OPEN.test(member)) return fail(unknown(member));
  const value = text.trim() === '' ? undefined : valueOf(member, text);
  const isStructure = typeof value === 'object' && value !== null;
  if (value !== undefined && STRUCTURED.test(member) && !isStructure) return fail(invalid(member));
  const [first = '', ...rest] = member.split('.');
  if (!isFactSection(first)) {
    const path = OPEN.test(member) ? [first, rest.join('.')] : [first, ...rest];
    return succeed(withEntry(json, path, value) ?? {});
  }
  const [name] = rest;
  if (name === undefined) return succeed(withEntry(json, ['attributes', first], value) ?? {});
  const known = ownValue((json['attributes'] ?? {}) as Entries, first);
  const entries = Array.isArray(known) ? (known as unknown[]) : [known];
  if (entries.length > 1) return fail({ kind: 'several_replacements', member, count: entries.length });
  // The words that the old value was read from do not apply to the new one.
  const words = name === 'status' && !named.has('lifecycle.as_stated') ? 'as_stated' : `${name}_as_stated`;
  const facts = withEntry(withEntry(entries[0], [words], undefined), rest, value);
  const section = first === 'replacements' && facts !== undefined ? [facts] : facts;
  return succeed(withEntry(json, ['attributes', first], section) ?? {});
}

/**
 * Returns the object with the value set at this path, or removed if it is undefined. Returns undefined if the object is
 * then empty.
 */
function withEntry(before: unknown, [name = '', ...rest]: readonly string[], value: unknown): Entries | undefined {
  const object = isJsonObject(before) ? before : {};
  const entry = rest.length === 0 ? value : withEntry(ownValue(object, name), rest, value);
  const entries = Object.entries({ ...object, [name]: entry }).filter(([, one]) => one !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Dates the changed facts today, unless a change states their date. Entries with only a date are removed. */
function withDays(
  attributes: ItemRecord['attributes'],
  named: ReadonlySet<string>,
  today: string,
): ItemRecord['attributes'] {
  const sections = Object.entries(attributes ?? {}).flatMap(([section, facts]): [string, unknown][] => {
    if (section !== 'lifecycle' && section !== 'replacements') return [[section, facts]];
    const isMemberStated = [...named].some((member) => member.startsWith(`${section}.`));
    const keepsDay = named.has(`${section}.as_of`) || !(isMemberStated || named.has(section));
    const entries = (Array.isArray(facts) ? (facts as unknown[]) : [facts]).filter(statesMore).map((entry) => {
      const isDated = isJsonObject(entry) && entry['as_of'] !== undefined && !isMemberStated;
      return keepsDay || isDated ? entry : withEntry(entry, ['as_of'], today);
    });
    if (entries.length === 0) return [];
    return [[section, section === 'replacements' ? entries : entries[0]]];
  });
  return sections.length === 0 ? null : Object.fromEntries(sections);
}

function statesMore(entry: unknown): boolean {
  return !isJsonObject(entry) || Object.keys(entry).some((name) => name !== 'as_of');
}

function withShapes(json: Entries): Entries {
  const shaped = Object.entries(SHAPES).map(([field, members]) => {
    const stated = json[field];
    if (!isJsonObject(stated)) return [field, null] as const;
    const whole = { ...Object.fromEntries(members.map((member) => [member, null])), ...stated };
    return [field, Object.values(whole).every((value) => value === null) ? null : whole] as const;
  });
  return { ...json, ...Object.fromEntries(shaped) };
}

/** Reads numbers, and objects and lists from JSON. Other values stay text, which the schema validates. */
function valueOf(member: string, text: string): unknown {
  if (NUMBERS.test(member)) return /^-?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : text;
  if (member === 'keywords') return text.split(';').flatMap((word) => word.trim() || []);
  const mayBeJson = STRUCTURED.test(member) || OPEN.test(member) || isFactSection(member);
  return mayBeJson && /^\s*[[{]/.test(text) ? parsed(text) : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function unknown(member: string): MemberProblem {
  const [first = '', ...rest] = member.split('.');
  const ofSection = NAMED_MEMBERS.filter((one) => one.startsWith(`${first}.`));
  const allowed = rest.length > 0 && ofSection.length > 0 ? ofSection : NAMED_MEMBERS;
  return { kind: 'unknown_member', member, nearest: nearestNames(allowed, member), allowed };
}

function problemOf(error: ItemLineProblem, named: ReadonlySet<string>): MemberProblem {
  if (error.kind !== 'invalid_field') return { kind: 'invalid_record', error };
  const member = bareName(error.field).replace(/^replacements\.\d+/, 'replacements');
  return namesMember(named, member) ? invalid(member) : { kind: 'invalid_record', error };
}

/**
 * Returns whether a change names the member or its fact section. `replacements.mpn` counts if any member of a
 * replacement is named.
 */
function namesMember(named: ReadonlySet<string>, member: string): boolean {
  const [section = ''] = member.split('.');
  if (named.has(member) || (isFactSection(section) && named.has(section))) return true;
  return member === 'replacements.mpn' && [...named].some((one) => one.startsWith('replacements.'));
}

function invalid(member: string): MemberProblem {
  return { kind: 'invalid_value', member, allowed: allowedOf(member) };
}

interface MemberSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly maxLength?: number;
}

function memberSchemas(schema: z.ZodMiniType): ReadonlyMap<string, MemberSchema> {
  const json = z.toJSONSchema(schema) as { items?: object; properties?: Record<string, MemberSchema> };
  const { properties = {} } = (json.items ?? json) as { properties?: Record<string, MemberSchema> };
  return new Map(Object.entries(properties));
}

function allowedOf(member: string): string {
  if (member.startsWith('section_confidence.')) return 'a number from 0 to 100';
  if (STRUCTURED.test(member)) return 'JSON of the shape that `items get` shows';
  const [section = '', name = ''] = member.split('.');
  const schema = FACTS.get(section)?.get(name);
  const words = section === 'lifecycle' && name === 'status' ? ", or the trade's word for one, such as NRND" : '';
  if (schema?.enum !== undefined) return `${schema.enum.join(', ')}${words}`;
  if (schema?.format === 'date') return 'a day such as 2027-03-31';
  if (schema?.type === 'boolean') return 'yes or no';
  return FIELD_VALUES[member] ?? (NUMBERS.test(member) ? 'a number' : 'a text of usual length');
}

const FIELD_VALUES: Readonly<Record<string, string>> = {
  confidence: 'a number from 0 to 100',
  unspsc_code: '8 digits',
  'replacements.mpn': 'the part number of the replacement',
  last_verified: 'a day such as 2027-03-31',
  updated_at: 'a moment such as 2027-03-31T12:00:00Z',
};
