/**
 * Turns a manufacturer's name into a key that ignores case, accents, spaces, punctuation and legal forms
 * (docs/reference/behavior.md#finding-a-part). find-part.ts decides which item is meant.
 */
import { boundKey, foldText, untilStable } from './key-text.ts';

declare const manufacturerKeyBrand: unique symbol;
/** Never empty and without `#`, which separates the parts of a storage key. */
export type ManufacturerKey = string & { readonly [manufacturerKeyBrand]: true };

/** Legal forms after folding, without dots and spaces. */
const LEGAL_FORMS: ReadonlySet<string> = new Set(
  (
    'inc incorporated corp corporation co company ltd limited coltd llc llp lp plc pllc pte pty pvt private ' +
    'gmbh mbh ag kg kgaa ohg ug ek gesmbh sa sas sasu sarl srl spa snc sl slu sau lda ltda sadecv bv nv vof ' +
    'ab as asa aps oy oyj se sro doo dd ad kft zrt nyrt bt spzoo zoo spk uab sia ou kk gk yk oao ooo zao pao ' +
    'оао ооо зао пао ао тов 株式会社 有限会社 有限公司 股份有限公司 주식회사'
  ).split(' '),
);
/** Forms written without a space before or after the name, longer ones first. */
const JOINED_BEFORE = ['株式会社', '有限会社', '주식회사'];
const JOINED_AFTER = ['股份有限公司', '株式会社', '有限会社', '有限公司', '주식회사'];
const LEADING_LEGAL_FORMS: ReadonlySet<string> = new Set([
  'ооо',
  'оао',
  'зао',
  'пао',
  'ао',
  '株式会社',
  '有限会社',
  '주식회사',
]);
const CONNECTIVES: ReadonlySet<string> = new Set(['and', 'und']);
/** No legal form here has more words than Sp. z o.o. */
const MAX_FORM_WORDS = 3;
/** The key of a name without any letter or digit. */
const NAMELESS = '-';

/**
 * Keys are cached, because one call compares the same few names several times, and later calls mostly name the same
 * manufacturers.
 */
const REMEMBERED_KEYS = 500;
const LONGEST_REMEMBERED = 200;
const keysByName = new Map<string, ManufacturerKey>();

/** A name that is only a legal form keeps it. Idempotent. */
export function toManufacturerKey(text: string): ManufacturerKey {
  const known = keysByName.get(text);
  if (known !== undefined) return known;
  const key = boundKey(untilStable(text, bareName) || NAMELESS) as ManufacturerKey;
  if (text.length > LONGEST_REMEMBERED) return key;
  if (keysByName.size >= REMEMBERED_KEYS) keysByName.clear();
  keysByName.set(text, key);
  return key;
}

/** Returns whether the text contains more than legal forms and punctuation. */
export function namesManufacturer(text: string): boolean {
  const key = toManufacturerKey(text);
  return key !== NAMELESS && !LEGAL_FORMS.has(key);
}

/** Returns the words that make up the key: folded, without connectives and without legal forms at either end. */
export function manufacturerWords(text: string): readonly string[] {
  const words = foldText(text)
    .replace(/[.'’`]/g, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');
  const named = words.filter((word) => !CONNECTIVES.has(word));
  return dropLegalForms(named.length > 0 ? named : words);
}

function bareName(text: string): string {
  return dropJoinedForms(manufacturerWords(text).join(''));
}

/** Removes legal forms at either end; a name that is only a legal form keeps it. */
export function dropLegalForms(words: readonly string[]): readonly string[] {
  const first = words.length > 1 && LEADING_LEGAL_FORMS.has(words[0] ?? '') ? 1 : 0;
  let end = words.length;
  for (let form = formLength(words, first, end); form > 0; form = formLength(words, first, end)) end -= form;
  return words.slice(first, end);
}

/** Returns the number of last words that are a legal form after a name: two for "a s", one for "ltd". */
function formLength(words: readonly string[], first: number, end: number): number {
  for (let count = Math.min(MAX_FORM_WORDS, end - first - 1); count > 0; count -= 1) {
    if (LEGAL_FORMS.has(words.slice(end - count, end).join(''))) return count;
  }
  return 0;
}

/**
 * Removes forms before the name, then after it, as long as something is left. Uses indexes, because copying for each
 * would take quadratic time.
 */
function dropJoinedForms(name: string): string {
  let start = 0;
  let end = name.length;
  for (let form = joinedFormAt(name, start, end); form > 0; form = joinedFormAt(name, start, end)) start += form;
  for (let form = joinedFormBefore(name, start, end); form > 0; form = joinedFormBefore(name, start, end)) end -= form;
  return name.slice(start, end);
}

function joinedFormAt(name: string, start: number, end: number): number {
  return JOINED_BEFORE.find((form) => form.length < end - start && name.startsWith(form, start))?.length ?? 0;
}

function joinedFormBefore(name: string, start: number, end: number): number {
  return JOINED_AFTER.find((form) => form.length < end - start && name.endsWith(form, end))?.length ?? 0;
}
