/**
 * Reads a source's facts about lifecycle, replacements and substances into the shapes of items/item-facts.ts. Trade
 * terms are translated by the tables of data/facts. An unknown term is kept under `as_stated` or `<member>_as_stated`,
 * so that nothing is guessed or lost. A value of the wrong kind is an error in the item.
 */
import { cleanText } from '../../clean-text.ts';
import { isJsonObject } from '../../json.ts';
import {
  CONFLICT_MINERAL_STATES,
  FACT_SECTIONS,
  isFactSection,
  LIFECYCLE_STATUSES,
  MOISTURE_LEVELS,
  REPLACEMENT_GRADES,
  ROHS_STATES,
  STATED_BY,
  SUBSTANCE_STATES,
  type FactSection,
} from '../../index/items/item-facts.ts';
import { foldText } from '../../index/part-keys/key-text.ts';
import { readTable } from '../../read-table.ts';
import { describeIssue } from '../../describe-issue.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { LIFECYCLE_WORDS, ROHS_WORDS } from './packed-facts.ts';
import { readDay } from './read-day.ts';

type Attributes = Readonly<Record<string, unknown>>;

interface FactProblem {
  /** The path of the value, such as `attributes.lifecycle.last_buy`. */
  readonly field: string;
  readonly problem: string;
}

/** Translates words into the member's value, or returns undefined if they are unknown. */
type WordReader = (words: string) => unknown;

const MAX_WORDS = 200;
const wordKey = (words: string): string =>
  foldText(words)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const lifecycleStatus = tableReader(LIFECYCLE_WORDS, LIFECYCLE_STATUSES);
const rohs = tableReader(ROHS_WORDS, ROHS_STATES);
const YES = new Set(['yes', 'y', 'true', 'ja', 'oui', 'si']);
const NO = new Set(['no', 'n', 'false', 'nein', 'non']);

const COMPLIANCE: Readonly<Record<string, WordReader>> = {
  rohs,
  reach_svhc: (words) => substance(words, 'svhc'),
  pfas: (words) => substance(words, 'pfas'),
  halogen_free: (words) => (['halogen free', 'halogenfrei'].includes(wordKey(words)) ? true : yesOrNo(words)),
  conflict_minerals: choiceOf(CONFLICT_MINERAL_STATES),
  msl: moistureLevel,
};
const LIFECYCLE_DAYS = ['announced', 'last_buy', 'last_ship', 'as_of'] as const;

/**
 * Converts the fact sections of the attributes; other sections are unchanged.
 * @param attributes a source's JSON, of bounded depth
 * @returns a problem if a known member has a value of the wrong kind
 */
export function readFacts(attributes: Attributes): Result<Record<string, unknown>, FactProblem> {
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (!isFactSection(name) || value === null) {
      read[name] = value;
      continue;
    }
    const section = READERS[name](value);
    const parsed = FACT_SECTIONS[name].safeParse(section, { error: describeIssue });
    if (!parsed.success) return fail(problemOf(name, parsed.error.issues[0]));
    if (!isEmpty(section)) read[name] = section;
  }
  return succeed(read);
}

/** A source's words that could not be read, with the member they belong to. */
export interface UnreadFact {
  /** The path of the member, such as `lifecycle.status`. */
  readonly member: string;
  readonly words: string;
}

/** Returns the words that were kept as stated because they could not be read. */
export function unreadFacts(attributes: Attributes | null): readonly UnreadFact[] {
  return Object.keys(FACT_SECTIONS).flatMap((name) => {
    const section = attributes?.[name];
    const entries = Array.isArray(section) ? (section as unknown[]) : [section];
    return entries.flatMap((entry) => (isJsonObject(entry) ? unreadOf(name, entry) : []));
  });
}

/** `as_stated` is kept even if it was read as a status; every other such member exists only if it could not be read. */
function unreadOf(section: string, entry: Attributes): readonly UnreadFact[] {
  return Object.entries(entry).flatMap(([name, words]) => {
    const member = name === 'as_stated' ? 'status' : /^(.+)_as_stated$/.exec(name)?.[1];
    const isUnread = member !== undefined && entry[member] === undefined && typeof words === 'string';
    return isUnread ? [{ member: `${section}.${member}`, words }] : [];
  });
}

/** Moves members named by path (`lifecycle.last_buy`) into their section; other names with dots are unchanged. */
export function nestFacts(entries: readonly (readonly [name: string, value: unknown])[]): Attributes {
  const attributes: Record<string, unknown> = {};
  for (const [name, value] of entries) {
    const [section = '', member] = name.split(/\.(.*)/s);
    if (!isFactSection(section)) {
      attributes[name] = value;
      continue;
    }
    const known = attributes[section];
    const whole = member === undefined ? wholeOf(section, value) : { [member]: value };
    attributes[section] = isJsonObject(known) && isJsonObject(whole) ? { ...known, ...whole } : whole;
  }
  return attributes;
}

/** Returns the text as a member of its section, so that other columns can add members. */
function wholeOf(section: FactSection, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (section === 'replacements') return /[;|\r\n]/.test(value) ? value : { mpn: value };
  return { as_stated: value };
}

const READERS: Readonly<Record<FactSection, (value: unknown) => unknown>> = {
  lifecycle: readLifecycle,
  replacements: readReplacements,
  compliance_safety: readCompliance,
};

function readLifecycle(value: unknown): unknown {
  if (typeof value === 'string') return readLifecycle({ as_stated: value });
  if (!isJsonObject(value)) return value;
  const { status, as_stated: stated, notice, ...others } = withoutEmpty(value);
  const isOurs = typeof status === 'string' && (LIFECYCLE_STATUSES as readonly string[]).includes(status);
  const words = isOurs ? stated : (stated ?? status);
  const translated = isOurs ? status : typeof words === 'string' ? lifecycleStatus(words) : status;
  return withDays(LIFECYCLE_DAYS, {
    ...(translated !== undefined && { status: translated }),
    ...(words !== undefined && { as_stated: cleaned(words) }),
    ...(notice !== undefined && { notice: readNotice(notice) }),
    ...others,
  });
}

function readNotice(notice: unknown): unknown {
  if (typeof notice !== 'string') return notice;
  return /^https?:\/\//i.test(notice.trim()) ? { url: notice.trim() } : { number: cleaned(notice) };
}

/** Only semicolons, bars and line ends separate part numbers, because these may contain commas. */
function readReplacements(value: unknown): unknown {
  if (typeof value === 'string') {
    const numbers = value.split(/[;|\r\n]+/).map((number) => cleanText(number, 120));
    return numbers.filter((number) => number !== '').map((mpn) => ({ mpn }));
  }
  if (!Array.isArray(value)) return isJsonObject(value) ? readReplacements([value]) : value;
  return value.map((entry: unknown) =>
    typeof entry === 'string' ? { mpn: cleanText(entry, 120) } : readReplacement(entry),
  );
}

function readReplacement(entry: unknown): unknown {
  if (!isJsonObject(entry)) return entry;
  const translated = withWords(
    { grade: choiceOf(REPLACEMENT_GRADES), stated_by: choiceOf(STATED_BY) },
    withoutEmpty(entry),
  );
  return withDays(['as_of'], translated);
}

function readCompliance(value: unknown): unknown {
  if (typeof value === 'string') return { as_stated: cleaned(value) };
  if (!isJsonObject(value)) return value;
  const stated = withoutEmpty(value);
  const exemptions = stated['rohs_exemptions'];
  return withWords(COMPLIANCE, {
    ...stated,
    ...(typeof exemptions === 'string' && {
      rohs_exemptions: exemptions.split(/[;|\r\n]+/).flatMap((one) => cleanText(one, MAX_WORDS) || []),
    }),
  });
}

/** Translates each named member, or keeps it as `<member>_as_stated`. Booleans and numbers count as words. */
function withWords(readers: Readonly<Record<string, WordReader>>, section: Attributes): Attributes {
  const entries = Object.entries(section).map(([name, value]) => {
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (reader === undefined || !isScalar(value)) return [name, value] as const;
    const words = String(value);
    const read = reader(words);
    return read === undefined ? ([`${name}_as_stated`, cleaned(words)] as const) : ([name, read] as const);
  });
  return Object.fromEntries(entries);
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function withDays(names: readonly string[], section: Attributes): Attributes {
  const day: WordReader = (words) => readDay(words);
  return withWords(Object.fromEntries(names.map((name) => [name, day])), section);
}

function withoutEmpty(section: Attributes): Readonly<Record<string, unknown>> {
  const filled = Object.entries(section).filter(
    ([, value]) => value !== null && !(typeof value === 'string' && value.trim() === ''),
  );
  return Object.fromEntries(filled);
}

function tableReader<Value extends string>(
  table: string,
  values: readonly Value[],
): (words: string) => Value | undefined {
  let byWords: ReadonlyMap<string, string> | undefined;
  return (words) => {
    byWords ??= new Map(
      [...values.map((value) => [value, value] as const), ...readTable(table)].map(([value, said = '']) => [
        wordKey(said),
        value,
      ]),
    );
    const read = words.length > MAX_WORDS ? undefined : byWords.get(wordKey(words));
    return values.find((value) => value === read);
  };
}

function choiceOf(values: readonly string[]): WordReader {
  return (words) => values.find((value) => wordKey(value.replaceAll('_', ' ')) === wordKey(words.replaceAll('_', ' ')));
}

function yesOrNo(words: string): boolean | undefined {
  const key = wordKey(words);
  if (YES.has(key)) return true;
  return NO.has(key) ? false : undefined;
}

/** "Yes" under REACH may mean compliant or contained, so only unambiguous words are read. */
function substance(words: string, name: string): string | undefined {
  const key = wordKey(words);
  if (
    ['not contained', `no ${name}`, `${name} free`, `contains no ${name}`, 'reach unaffected', 'none'].includes(key)
  ) {
    return SUBSTANCE_STATES[1];
  }
  return ['contained', `contains ${name}`, 'reach affected'].includes(key) ? SUBSTANCE_STATES[0] : undefined;
}

/** Reads `MSL 3`, `3 (168 Hours)` and `Level-3-260C`. */
function moistureLevel(words: string): string | undefined {
  const level = /^(?:msl|level)?[\s-]*([1-6]a?)(?![\w.])/i.exec(words.trim())?.[1]?.toLowerCase();
  return MOISTURE_LEVELS.find((known) => known === level);
}

function cleaned(words: unknown): unknown {
  return typeof words === 'string' ? cleanText(words, MAX_WORDS) : words;
}

function isEmpty(section: unknown): boolean {
  return typeof section === 'object' && section !== null && Object.keys(section).length === 0;
}

function problemOf(
  section: FactSection,
  issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined,
): FactProblem {
  const path = ['attributes', section, ...(issue?.path ?? [])].map(String).join('.');
  return { field: path, problem: issue?.message ?? 'is invalid' };
}
