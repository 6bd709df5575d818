/** Decides which words a query means by a word that no item has: joined, split, or of another language. */
import type { PostingIndex } from '../search/posting-index.ts';
import { wordTerm } from '../search/search-terms.ts';
import { termTest } from '../search/term-signature.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { singular } from '../words/word-forms.ts';
import { UNSPACED, type Change, type Token } from './query-tokens.ts';

/** Translates foreign terms that have a word that no item has. Its table is read with the first such query. */
export async function foreignChanges(
  index: PostingIndex,
  tokens: readonly Token[],
  unknownWords: ReadonlySet<string>,
): Promise<readonly Change[]> {
  const { foreignTermsIn } = await import('../words/trade-terms.ts');
  const vocabulary = await index.vocabulary();
  // Of a run without spaces, its pairs are the words.
  const isUnknown = (text: string) =>
    unknownWords.has(text) || (UNSPACED.test(text) && [...unknownWords].some((word) => text.includes(word)));
  const isWord = (word: string) => vocabulary.has(singular(word));
  return foreignTermsIn(
    tokens.map(({ text }) => text),
    isUnknown,
    isWord,
  ).flatMap(({ first, last, meant }) => {
    const [from, to] = [tokens[first], tokens[last]];
    return from === undefined || to === undefined ? [] : [{ from, to, meant }];
  });
}

/** Joins "blue tooth". */
export function joinedWord(vocabulary: Vocabulary, tokens: readonly Token[], place: number): Change | undefined {
  for (const [first, last] of [
    [place - 1, place],
    [place, place + 1],
  ] as const) {
    const [from, to] = [tokens[first], tokens[last]];
    const meant = `${from?.text ?? ' '}${to?.text ?? ' '}`;
    if (from !== undefined && to !== undefined && vocabulary.has(singular(meant))) return { from, to, meant };
  }
  return undefined;
}

/** A shorter half is hardly a word. */
const MIN_HALF = 3;

/** Each way to split is two lists to read. */
const MAX_SPLITS = 3;

/** The size of a first page: if two words belong together, an early item has both. */
const PROBED_POSTINGS = 36;

/** Splits "lowpass" into two words that occur in one item. */
export async function splitWord(
  index: PostingIndex,
  vocabulary: Vocabulary,
  word: string,
): Promise<string | undefined> {
  const letters = [...word];
  const known = (half: string) => half.length <= MIN_HALF || vocabulary.has(half);
  const halves = letters
    .map((_letter, at) => [letters.slice(0, at).join(''), singular(letters.slice(at).join(''))] as const)
    .filter(
      ([one, other]) => one.length >= MIN_HALF && other.length >= MIN_HALF && one.length + other.length > 2 * MIN_HALF,
    )
    .filter(([one, other]) => known(one) && known(other))
    .slice(0, MAX_SPLITS);
  for (const [one, other] of halves) {
    const [test, otherTest] = [termTest([wordTerm(one)]), termTest([wordTerm(other)])];
    const [first, second] = await Promise.all(
      [one, other].map((half) => index.readPostings(wordTerm(half), undefined, PROBED_POSTINGS)),
    );
    const isShared =
      first?.postings.some(({ signature }) => otherTest.has(signature)) === true ||
      second?.postings.some(({ signature }) => test.has(signature)) === true;
    if (isShared) return `${one} ${other}`;
  }
  return undefined;
}
