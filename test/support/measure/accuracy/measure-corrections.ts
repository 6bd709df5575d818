/**
 * Measures how searches over the real parts read words that no part has: random typing errors and beginnings of part
 * numbers, and 100 words of other languages and trade names, which should stay unchanged.
 */
import type { ItemRecord } from '../../../../core/index/items/item-record.ts';
import { partKey } from '../../../../core/index/part-keys/part-number.ts';
import { beginCurrentSearch } from '../../../../core/index/corrections/begin-current-search.ts';
import { finishSearch } from '../../../../core/index/search/finish-search.ts';
import { termsOf, wordsAmong } from '../../../../core/index/search/search-terms.ts';
import { numberLike } from '../../../../core/index/words/number-like.ts';
import { MIN_RECORDS_OF_COMMON_WORD, WordCounter } from '../../../../core/index/words/vocabulary.ts';
import { createSeededRandom } from '../../../../local/demo/seeded-random.ts';
import { postingLists, type PostingLists } from '../../index/posting-lists.ts';
import { MIN_SLIPPED, slipped } from '../slips.ts';
import { foldText } from '../../../../core/index/part-keys/key-text.ts';
import { foreignTermsIn } from '../../../../core/index/words/trade-terms.ts';
import { FOREIGN_WORDS } from './foreign-words.ts';

export interface Corrections {
  readonly errors: { readonly drawn: number; readonly right: number; readonly wrong: number };
  /**
   * Beginnings of part numbers: how many find a part, and how many find only parts whose part number or title
   * contains them.
   */
  readonly beginnings: { readonly drawn: number; readonly found: number; readonly onlyMeant: number };
  /**
   * Words of other languages and trade names that are read as another word, or as the manufacturer that took over the
   * named one.
   */
  readonly foreign: {
    readonly words: number;
    readonly changed: Readonly<Record<string, string>>;
    readonly takenOver: Readonly<Record<string, string>>;
  };
}

const PAGE = 10;
/**
 * The beginning of a part number as a datasheet names the family: letters, at least three digits, and more after
 * them.
 */
const FAMILY = /^(\p{L}{1,5}\d{3,})[\p{L}\p{N}_./-]/u;

export async function measureCorrections(parts: readonly ItemRecord[], drawn: number): Promise<Corrections> {
  const lists = postingLists();
  for (const part of parts) lists.add(part);
  lists.settle();
  const vocabulary = await lists.vocabulary();
  const index = { ...lists, vocabulary: () => Promise.resolve(vocabulary) };
  const counter = new WordCounter();
  for (const part of parts) counter.count(wordsAmong(termsOf(part)));
  const counts = [...counter.counts()];
  const words = counts.flatMap(([word, found]) =>
    found >= MIN_RECORDS_OF_COMMON_WORD && word.length >= MIN_SLIPPED ? [word] : [],
  );
  const held = new Set(parts.flatMap((part) => wordsAmong(termsOf(part))));
  return {
    errors: await errorsRead(index, words as [string, ...string[]], held, drawn),
    beginnings: await beginningsFound(index, parts, drawn),
    foreign: await foreignChanged(index),
  };
}

async function errorsRead(
  index: PostingLists,
  words: readonly [string, ...string[]],
  held: ReadonlySet<string>,
  drawn: number,
) {
  const random = createSeededRandom(500);
  let [right, wrong] = [0, 0];
  for (let place = 0; place < drawn; place += 1) {
    const word = random.pick(words);
    const meant = await meantBy(index, slipped(random, word, held));
    if (meant === word) right += 1;
    else if (meant !== undefined) wrong += 1;
  }
  return { drawn, right, wrong };
}

async function beginningsFound(index: PostingLists, parts: readonly ItemRecord[], drawn: number) {
  const random = createSeededRandom(501);
  const families = parts.flatMap(({ mpn }) => FAMILY.exec(mpn ?? '')?.[1] ?? []);
  const all = [...new Set(families)].filter((family) => numberLike(partKey(family)) !== undefined);
  let [found, onlyMeant] = [0, 0];
  for (let place = 0; place < drawn; place += 1) {
    const beginning = random.pick(all as [string, ...string[]]);
    const shown = (await searched(index, beginning)).found.map(({ item }) => item);
    if (shown.length > 0) found += 1;
    if (shown.every((part) => isOf(beginning, part))) onlyMeant += 1;
  }
  return { drawn, found, onlyMeant };
}

/** Whether the part number or the title of an item contains the beginning. */
function isOf(beginning: string, { mpn, title }: ItemRecord): boolean {
  return [mpn, title].some((text) => partKey(text ?? '').includes(partKey(beginning)));
}

/** Whether the trade's terms translate the foreign word so: that is no mistaken correction. */
function isTranslation(word: string, meant: string): boolean {
  const [term] = foreignTermsIn(
    [foldText(word)],
    () => true,
    () => false,
  );
  return term?.meant === meant;
}

async function foreignChanged(index: PostingLists) {
  const [changed, takenOver]: [Record<string, string>, Record<string, string>] = [{}, {}];
  for (const word of FOREIGN_WORDS) {
    const { corrections = [] } = await startSearch(index, word);
    for (const { meant, kind } of corrections)
      if (!isTranslation(word, meant)) (kind === 'manufacturer' ? takenOver : changed)[word] = meant;
  }
  return { words: FOREIGN_WORDS.length, changed, takenOver };
}

/** Returns undefined if the word is read as written. */
async function meantBy(index: PostingLists, query: string): Promise<string | undefined> {
  const { corrections = [] } = await startSearch(index, query);
  return corrections.length === 0 ? undefined : corrections.map(({ meant }) => meant).join(' ');
}

async function searched(index: PostingLists, query: string) {
  return finishSearch(index, await startSearch(index, query));
}

function startSearch(index: PostingLists, query: string) {
  return beginCurrentSearch(index, { query }, { after: undefined, limit: PAGE, sections: [] });
}
