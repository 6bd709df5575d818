/**
 * How searches over the real parts read words that no part has: 500 typing errors and 500 beginnings of part numbers, drawn at random, and 100 words of
 * other languages and trade names, which are to be left as they are.
 */
import type { ItemRecord } from '../../../../core/items/item-record.ts';
import { partKey } from '../../../../core/part-keys/part-number.ts';
import { beginCurrentSearch } from '../../../../core/search/begin-current-search.ts';
import { finishSearch } from '../../../../core/search/search-items.ts';
import { termsOf, wordsAmong } from '../../../../core/search/search-terms.ts';
import { numberLike } from '../../../../core/words/number-like.ts';
import { MIN_RECORDS_OF_WORD, WordCounter } from '../../../../core/words/vocabulary.ts';
import { createSeededRandom } from '../../../../local/demo/seeded-random.ts';
import { postingLists, type PostingLists } from '../../index/posting-lists.ts';
import { MIN_SLIPPED, slipped } from '../slips.ts';
import { FOREIGN_WORDS } from './foreign-words.ts';

export interface Corrections {
  readonly errors: { readonly drawn: number; readonly right: number; readonly wrong: number };
  /** Beginnings of part numbers: how many show a part, and how many show nothing but parts whose number begins so. */
  readonly beginnings: { readonly drawn: number; readonly found: number; readonly onlyMeant: number };
  /** Words of other languages and trade names that are read as another word. */
  readonly foreign: { readonly words: number; readonly changed: readonly string[] };
}

const DRAWN = 500;
const PAGE = 10;
/** The beginning of a number as a datasheet names the family: letters, three digits or more, and more behind them. */
const FAMILY = /^(\p{L}{1,5}\d{3,})[\p{L}\p{N}_./-]/u;

export async function measureCorrections(parts: readonly ItemRecord[]): Promise<Corrections> {
  const lists = postingLists();
  for (const part of parts) lists.add(part);
  lists.settle();
  const counter = new WordCounter();
  for (const part of parts) counter.count(wordsAmong(termsOf(part)));
  const counts = [...counter.counts()];
  const words = counts.flatMap(([word, found]) =>
    found >= MIN_RECORDS_OF_WORD && word.length >= MIN_SLIPPED ? [word] : [],
  );
  const held = new Set(parts.flatMap((part) => wordsAmong(termsOf(part))));
  return {
    errors: await errorsRead(lists, words as [string, ...string[]], held),
    beginnings: await beginningsFound(lists, parts),
    foreign: await foreignChanged(lists),
  };
}

async function errorsRead(lists: PostingLists, words: readonly [string, ...string[]], held: ReadonlySet<string>) {
  const random = createSeededRandom(500);
  let [right, wrong] = [0, 0];
  for (let drawn = 0; drawn < DRAWN; drawn += 1) {
    const word = random.pick(words);
    const meant = await meantBy(lists, slipped(random, word, held));
    if (meant === word) right += 1;
    else if (meant !== undefined) wrong += 1;
  }
  return { drawn: DRAWN, right, wrong };
}

async function beginningsFound(lists: PostingLists, parts: readonly ItemRecord[]) {
  const random = createSeededRandom(501);
  const families = parts.flatMap(({ mpn }) => FAMILY.exec(mpn ?? '')?.[1] ?? []);
  const all = [...new Set(families)].filter((family) => numberLike(partKey(family)) !== undefined);
  let [found, onlyMeant] = [0, 0];
  for (let drawn = 0; drawn < DRAWN; drawn += 1) {
    const beginning = random.pick(all as [string, ...string[]]);
    const shown = (await searched(lists, beginning)).found.map(({ record }) => record);
    if (shown.length > 0) found += 1;
    if (shown.every(({ mpn }) => partKey(mpn ?? '').startsWith(partKey(beginning)))) onlyMeant += 1;
  }
  return { drawn: DRAWN, found, onlyMeant };
}

async function foreignChanged(lists: PostingLists) {
  const changed: string[] = [];
  for (const word of FOREIGN_WORDS) {
    const meant = await meantBy(lists, word);
    if (meant !== undefined) changed.push(`${word}: ${meant}`);
  }
  return { words: FOREIGN_WORDS.length, changed };
}

/** Undefined where the word is read as it is written. */
async function meantBy(lists: PostingLists, query: string): Promise<string | undefined> {
  const { corrections = [] } = await begun(lists, query);
  return corrections.length === 0 ? undefined : corrections.map(({ meant }) => meant).join(' ');
}

async function searched(lists: PostingLists, query: string) {
  return finishSearch(lists, await begun(lists, query));
}

function begun(lists: PostingLists, query: string) {
  return beginCurrentSearch(lists, { query }, { after: undefined, limit: PAGE, sections: [] });
}
