/**
 * What a source says of a part's life, its replacements and its substances, in the shapes of items/item-facts.ts. Words of the trade are read by the
 * tables of data/facts. An unknown word is kept next to the member that it does not fill, under `as_stated` or `<member>_as_stated`, so that
 * nothing is guessed and nothing is lost. A value of the wrong kind is a problem of the record.
 */
import { cleanText } from '../clean-text.ts';
import { isJsonObject } from '../json.ts';
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
} from '../items/item-facts.ts';
import { foldText } from '../part-keys/key-text.ts';
import { readTable } from '../read-table.ts';
import { fail, succeed, type Result } from '../result.ts';
import { LIFECYCLE_WORDS, ROHS_WORDS } from './packed-facts.ts';
import { readDay } from './read-day.ts';

type Attributes = Readonly<Record<string, unknown>>;

interface FactProblem {
  /** Where it is, as `attributes.lifecycle.last_buy`. */
  readonly field: string;
  readonly problem: string;
}

/** A value in words as the member's own value; undefined: the words are not known. */
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
 * The attributes with their fact sections in shape; the other sections are passed through as they are.
 * @param attributes JSON of a source, of bounded depth
 * @returns a problem where a known member has a value of the wrong kind
 */
export function readFacts(attributes: Attributes): Result<Record<string, unknown>, FactProblem> {
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (!isFactSection(name) || value === null) {
      read[name] = value;
      continue;
    }
    const section = READERS[name](value);
    const parsed = FACT_SECTIONS[name].safeParse(section);
    if (!parsed.success) return fail(problemOf(name, parsed.error.issues[0]));
    if (!isEmpty(section)) read[name] = section;
  }
  return succeed(read);
}

/** Words of a source that filled no member, with the member that they were stated for. */
export interface UnreadFact {
  /** As `lifecycle.status`. */
  readonly member: string;
  readonly words: string;
}

/** The words that were not understood, and so were kept as they were stated. */
export function unreadFacts(attributes: Attributes | null): readonly UnreadFact[] {
  return Object.keys(FACT_SECTIONS).flatMap((name) => {
    const section = attributes?.[name];
    const entries = Array.isArray(section) ? (section as unknown[]) : [section];
    return entries.flatMap((entry) => (isJsonObject(entry) ? unreadOf(name, entry) : []));
  });
}

/** `as_stated` is kept next to the status that it was read as; every other such member replaces a missing one. */
function unreadOf(section: string, entry: Attributes): readonly UnreadFact[] {
  return Object.entries(entry).flatMap(([name, words]) => {
    const member = name === 'as_stated' ? 'status' : /^(.+)_as_stated$/.exec(name)?.[1];
    const isUnread = member !== undefined && entry[member] === undefined && typeof words === 'string';
    return isUnread ? [{ member: `${section}.${member}`, words }] : [];
  });
}

/** Members that a mapping names by their path (`lifecycle.last_buy`) as members of their section; other names with dots stay as they are. */
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

/** The text of a column as the member that it means, so that other columns can say more of the same section. */
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
  const said = isOurs ? status : typeof words === 'string' ? lifecycleStatus(words) : status;
  return withDays(LIFECYCLE_DAYS, {
    ...(said !== undefined && { status: said }),
    ...(words !== undefined && { as_stated: cleaned(words) }),
    ...(notice !== undefined && { notice: readNotice(notice) }),
    ...others,
  });
}

function readNotice(notice: unknown): unknown {
  if (typeof notice !== 'string') return notice;
  return /^https?:\/\//i.test(notice.trim()) ? { url: notice.trim() } : { number: cleaned(notice) };
}

/** Part numbers may contain commas, so only semicolons, bars and line ends separate them. */
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
  const said = withWords({ grade: choiceOf(REPLACEMENT_GRADES), stated_by: choiceOf(STATED_BY) }, withoutEmpty(entry));
  return withDays(['as_of'], said);
}

function readCompliance(value: unknown): unknown {
  if (typeof value === 'string') return { as_stated: cleaned(value) };
  if (!isJsonObject(value)) return value;
  const said = withoutEmpty(value);
  const exemptions = said['rohs_exemptions'];
  return withWords(COMPLIANCE, {
    ...said,
    ...(typeof exemptions === 'string' && {
      rohs_exemptions: exemptions.split(/[;|\r\n]+/).flatMap((one) => cleanText(one, MAX_WORDS) || []),
    }),
  });
}

/** Each named member in words as its value, or as `<member>_as_stated`; a boolean and a number are words too. */
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

/** "Yes" under REACH may mean compliant or contained: only what names the substance, or says one of our words, is read. */
function substance(words: string, name: string): string | undefined {
  const key = wordKey(words);
  if (
    ['not contained', `no ${name}`, `${name} free`, `contains no ${name}`, 'reach unaffected', 'none'].includes(key)
  ) {
    return SUBSTANCE_STATES[1];
  }
  return ['contained', `contains ${name}`, 'reach affected'].includes(key) ? SUBSTANCE_STATES[0] : undefined;
}

/** `MSL 3`, `3 (168 Hours)`, `Level-3-260C`. */
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
