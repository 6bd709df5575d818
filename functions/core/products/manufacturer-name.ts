/**
 * When two names mean the same maker (design.md section 4): case, accents, spaces, punctuation and legal forms apart.
 * A record is filed under its manufacturer and its brand; who asked for what is decided in find-part.ts.
 */
import { boundKey, foldText, untilStable } from './key-text.ts';

declare const makerKeyBrand: unique symbol;
/** Never empty, and never with a `#`, which separates the parts of a storage key. */
export type MakerKey = string & { readonly [makerKeyBrand]: true };

/** Legal forms as they read after folding, dots and spaces off. */
const LEGAL_FORMS: ReadonlySet<string> = new Set(
  (
    'inc incorporated corp corporation co company ltd limited coltd llc llp lp plc pllc pte pty pvt private ' +
    'gmbh mbh ag kg kgaa ohg ug ek gesmbh sa sas sasu sarl srl spa snc sl slu sau lda ltda sadecv bv nv vof ' +
    'ab as asa aps oy oyj se sro doo dd ad kft zrt nyrt bt spzoo zoo spk uab sia ou kk gk yk oao ooo zao pao ' +
    'оао ооо зао пао ао тов 株式会社 有限会社 有限公司 股份有限公司 주식회사'
  ).split(' '),
);
/** Written without a space before or after the name. */
const JOINED_LEGAL_FORM = /^(?:株式会社|有限会社|주식회사)|(?:株式会社|有限会社|股份有限公司|有限公司|주식회사)$/u;
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
/** Sp. z o.o. is three words; no legal form here has more. */
const LONGEST_FORM_WORDS = 3;
/** What a name without a single letter or digit becomes. */
const NAMELESS = '-';

/** The key of a maker's name. A name that is nothing but a legal form keeps it. Idempotent. */
export function makerKey(text: string): MakerKey {
  return boundKey(untilStable(text, bareName) || NAMELESS) as MakerKey;
}

function bareName(text: string): string {
  const words = foldText(text)
    .replace(/[.'’`]/g, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');
  const named = words.filter((word) => !CONNECTIVES.has(word));
  const kept = dropLegalForms(named.length > 0 ? named : words);
  return dropJoinedForms(kept.join(''));
}

function dropLegalForms(words: readonly string[]): readonly string[] {
  const first = words.length > 1 && LEADING_LEGAL_FORMS.has(words[0] ?? '') ? 1 : 0;
  let end = words.length;
  for (let form = formLength(words, first, end); form > 0; form = formLength(words, first, end)) end -= form;
  return words.slice(first, end);
}

/** How many of the last words make up a legal form and leave a name before them: "a s" is two, "ltd" one. */
function formLength(words: readonly string[], first: number, end: number): number {
  for (let count = Math.min(LONGEST_FORM_WORDS, end - first - 1); count > 0; count -= 1) {
    if (LEGAL_FORMS.has(words.slice(end - count, end).join(''))) return count;
  }
  return 0;
}

function dropJoinedForms(name: string): string {
  const next = name.replace(JOINED_LEGAL_FORM, '');
  return next === '' || next === name ? name : dropJoinedForms(next);
}
