/** Finds the words of a started search that no item has. Their lists have been read. */
import { START } from '../items/item-position.ts';
import { foldText } from '../part-keys/key-text.ts';
import { beginningTerm } from '../search/beginning-term.ts';
import { isEmpty } from '../search/search-order.ts';
import { wordTerm } from '../search/search-terms.ts';
import type { StartedSearch } from '../search/start-search.ts';
import type { Clause } from '../search/term.ts';
import { numberLike } from '../words/number-like.ts';
import { alternativesIn } from '../words/query-alternatives.ts';
import { singular } from '../words/word-forms.ts';
import { tokensOf, UNSPACED } from './query-tokens.ts';

/** Returns them folded. */
export function unknownWordsOf(search: StartedSearch): ReadonlySet<string> {
  const { order, listed } = search;
  const unknown = order.words.slice(order.held).map((place) => listed.words[place]?.asked ?? '');
  const unspaced = listed.otherWords.map(({ asked }) => asked).filter((word) => UNSPACED.test(word));
  return new Set([
    ...[...unknown, ...unknownAlternatives(search)].flatMap((word) => alternativesIn(foldText(word))),
    // A long run without spaces is of more words than have lists.
    ...(unknown.some((word) => UNSPACED.test(word)) ? unspaced : []),
    ...unknownExclusions(search),
  ]);
}

/** Returns the excluded words that no item has, such as those of another language. */
function unknownExclusions({ request: { terms, after }, lists }: StartedSearch): readonly string[] {
  const isUnknown = (clause: Clause) => isEmpty(lists.stretch(clause, START));
  if (after !== undefined) return [];
  return terms.excluded.flatMap(({ written, clauses }) =>
    clauses.some(isUnknown) ? tokensOf(written).map(({ text }) => text) : [],
  );
}

/** Returns those of "relais or optocoupler" that no item has. Their lists have been read. */
function unknownAlternatives({ order, listed, lists }: StartedSearch): readonly string[] {
  const alternatives = order.words
    .slice(0, order.held)
    .map((place) => alternativesIn(listed.words[place]?.asked ?? ''));
  const isUnknown = (word: string) => {
    const number = numberLike(word);
    const clauses = [[wordTerm(singular(word))], ...(number === undefined ? [] : [[beginningTerm(number)]])];
    return clauses.every((clause) => isEmpty(lists.stretch(clause, START)));
  };
  return alternatives.filter(({ length }) => length > 1).flatMap((words) => words.filter(isUnknown));
}
