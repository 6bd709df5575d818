/**
 * The vocabulary of an index: the words of its items that consist of letters, in the form in which they are indexed. It
 * corrects words that no item has, in any language, because it only compares letters.
 */
import { isStopWord } from './significant-words.ts';

/** Even a word of a single item may be meant: "barometer". */
export const MIN_RECORDS_OF_WORD = 1;
/**
 * A rarer word may be a misspelling. It corrects only a long word with one slip, and only if no more common word is
 * close.
 */
export const MIN_RECORDS_OF_COMMON_WORD = 3;
const RARE_WORD_FROM = 7;
const MIN_LETTERS = 4;
const WORD = /^\p{L}[\p{L}\p{M}]+$/u;
/**
 * The fewest letters of a word that may have one slip, and of one that may have a second if one of the two is a lesser
 * slip.
 */
const ONE_SLIP_FROM = 5;
const TWO_SLIPS_FROM = 8;
const SLIP = 3;
const LESSER_SLIP = 2;
const NEVER = 9;
/** The size of a packed row; the words of a small index fit one. */
const MAX_ROW_CHARACTERS = 60_000;
const VOWELS: ReadonlySet<string> = new Set('aeiouy');
const ENTRY = /(\p{L}[\p{L}\p{M}]*)(\d+)/gu;

export class Vocabulary {
  /** Word counts by first letter. */
  readonly #words = new Map<string, Map<string, number>>();

  /** @param counts about how many items contain each word */
  constructor(counts: Iterable<readonly [word: string, records: number]>) {
    for (const [word, records] of counts) {
      const first = firstLetter(word);
      const alike = this.#words.get(first) ?? new Map<string, number>();
      this.#words.set(first, alike.set(word, Math.max(records, alike.get(word) ?? 0)));
    }
  }

  has(word: string): boolean {
    return (this.#words.get(firstLetter(word))?.get(word) ?? 0) >= MIN_RECORDS_OF_COMMON_WORD;
  }

  /** Returns the most common other form of an English word: "cross" for "crossing", "dimming" for "dimmer". */
  inflected(word: string): string | undefined {
    const stem = stemOf(word);
    if (stem === undefined) return undefined;
    let best: readonly [word: string, records: number] | undefined;
    for (const [known, records] of this.#words.get(firstLetter(word)) ?? []) {
      if (known === word || !known.startsWith(stem) || records < Math.max(MIN_RECORDS_OF_COMMON_WORD, best?.[1] ?? 0))
        continue;
      if (known === stem || known === `${stem}e` || stemOf(known) === stem) best = [known, records];
    }
    return best?.[0];
  }

  /**
   * Returns the closest word, then the most common one, that has the same first letter and is at most two slips away.
   */
  nearest(word: string): string | undefined {
    const letters = [...word];
    if (!WORD.test(word) || letters.length < ONE_SLIP_FROM) return undefined;
    const most = letters.length < TWO_SLIPS_FROM ? SLIP : SLIP + LESSER_SLIP;
    let [best, rare]: (Near | undefined)[] = [];
    for (const [known, records] of this.#words.get(firstLetter(word)) ?? []) {
      if (Math.abs(known.length - word.length) * LESSER_SLIP > most) continue;
      const slips = slipsBetween(letters, [...known], most);
      if (slips > most || isOtherEnding(letters, known)) continue;
      const near = { word: known, slips, records };
      if (records >= MIN_RECORDS_OF_COMMON_WORD) best = nearer(best, near);
      else if (slips <= SLIP && letters.length >= RARE_WORD_FROM) rare = nearer(rare, near);
    }
    return (best ?? rare)?.word;
  }
}

/** Endings of English verbs and of the nouns of who or what does it. A shorter stem is often another word. */
const INFLECTION = /^([a-z]{4,}?)(?:ings?|ed|ers?|ors?)$/;
const DOUBLED = /([bdglmnprt])\1$/;

/** Returns what an English word has in common with its other forms; undefined if it has no such ending. */
function stemOf(word: string): string | undefined {
  return INFLECTION.exec(word)?.[1]?.replace(DOUBLED, '$1');
}

/**
 * Whether only a final vowel differs or is added, as in other languages ("diodo", "sensore"). A doubled vowel is a
 * slip.
 */
function isOtherEnding(written: readonly string[], known: string): boolean {
  const [end = '', before] = [written.at(-1), written.at(-2)];
  const stem = written.slice(0, -1).join('');
  return (
    VOWELS.has(end) &&
    end !== before &&
    (stem === known || (VOWELS.has(known.slice(-1)) && stem === known.slice(0, -1)))
  );
}

interface Near {
  readonly word: string;
  readonly slips: number;
  readonly records: number;
}

function nearer(best: Near | undefined, near: Near): Near {
  if (best === undefined || near.slips < best.slips) return near;
  return near.slips === best.slips && near.records > best.records ? near : best;
}

/** The most distinct words that an import counts; the rest is counted by a re-index. */
const MAX_COUNTED = 200_000;

/** Counts the items of an import by word. */
export class WordCounter {
  readonly #counts = new Map<string, number>();

  count(words: Iterable<string>): void {
    for (const word of words) {
      const before = this.#counts.get(word);
      if (!isVocabularyWord(word) || (before === undefined && this.#counts.size >= MAX_COUNTED)) continue;
      this.#counts.set(word, (before ?? 0) + 1);
    }
  }

  counts(): Iterable<readonly [word: string, records: number]> {
    return this.#counts;
  }
}

/** Whether a word belongs in a vocabulary. */
export function isVocabularyWord(word: string): boolean {
  return [...word].length >= MIN_LETTERS && WORD.test(word) && !isStopWord(word);
}

/** Packs the words into texts for stored rows. */
export function packWords(counts: Iterable<readonly [word: string, records: number]>): readonly string[] {
  const rows: string[] = [];
  let row = '';
  for (const [word, records] of counts) {
    if (row.length > MAX_ROW_CHARACTERS) {
      rows.push(row);
      row = '';
    }
    row += `${word}${records}`;
  }
  return row === '' ? rows : [...rows, row];
}

export function unpackWords(row: string): readonly (readonly [word: string, records: number])[] {
  return [...row.matchAll(ENTRY)].map(([, word = '', records]) => [word, Number(records)] as const);
}

function firstLetter(word: string): string {
  return [...word][0] ?? '';
}

/**
 * Returns the least cost of turning one word into the other, or any cost above `most`. A letter that is inserted, left
 * out or replaced is a slip. A doubled or undoubled letter, or two swapped ones, are a lesser slip, because they do not
 * make another word. A doubled letter never counts as a replaced one ("matter" is not "master"). The measured effect:
 * docs/decisions/0140-numbers-slips-and-bounds.md.
 */
function slipsBetween(written: readonly string[], known: readonly string[], most: number): number {
  let before: readonly number[] = [];
  let row: readonly number[] = [0];
  for (const [j, letter] of known.entries()) row = [...row, (row[j] ?? 0) + costOf(letter, known[j - 1])];
  for (let i = 1; i <= written.length; i += 1) {
    const [letter = '', previous] = [written[i - 1], written[i - 2]];
    const isDoubled = letter === previous || letter === written[i];
    const next = [(row[0] ?? 0) + costOf(letter, previous)];
    for (let j = 1; j <= known.length; j += 1) {
      const [meant = '', meantBefore] = [known[j - 1], known[j - 2]];
      const replaced = letter === meant ? 0 : isDoubled ? NEVER : SLIP;
      let least = Math.min(
        (row[j] ?? 0) + costOf(letter, previous),
        (next[j - 1] ?? 0) + costOf(meant, meantBefore),
        (row[j - 1] ?? 0) + replaced,
      );
      if (i > 1 && j > 1 && letter === meantBefore && previous === meant)
        least = Math.min(least, (before[j - 2] ?? 0) + LESSER_SLIP);
      next.push(least);
    }
    if (Math.min(...next) > most) return NEVER;
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}

/** The cost of inserting or leaving out a letter. */
function costOf(letter: string, previous: string | undefined): number {
  return letter === previous ? LESSER_SLIP : SLIP;
}
