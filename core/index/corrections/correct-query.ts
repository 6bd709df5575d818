/**
 * Corrects words of a query that no item has: joins a part number or word that was split in two, splits two joined
 * words, or takes the most similar word that items have or the successor of a manufacturer. The page's message mentions
 * every change. Words that items have are never changed.
 */
import type { ManufacturerTable } from '../manufacturers/manufacturer-table.ts';
import { foldText } from '../part-keys/key-text.ts';
import { toManufacturerKey } from '../part-keys/manufacturer-name.ts';
import type { PostingIndex } from '../search/posting-index.ts';
import type { PostingLists } from '../search/posting-list.ts';
import { readBounds } from '../search/query-bounds.ts';
import type { SearchCriteria } from '../search/search-terms.ts';
import type { Correction, StartedSearch } from '../search/start-search.ts';
import { singular } from '../words/word-forms.ts';
import { formerManufacturersIn, type NamedManufacturer } from './former-manufacturers.ts';
import { joinedNumber, orderedNumber, seriesAmong } from './number-changes.ts';
import { tokensOf, UNSPACED, withHyphens, type Change, type Token } from './query-tokens.ts';
import { unknownWordsOf } from './unknown-words.ts';
import { foreignChanges, joinedWord, splitWord } from './word-changes.ts';

export interface CorrectedQuery {
  readonly criteria: SearchCriteria;
  readonly corrections: readonly Correction[];
}

/** Returns undefined if the query stays unchanged. Reads nothing unless the query has a word that no item has. */
export async function correctQuery(
  index: PostingIndex,
  manufacturers: ManufacturerTable,
  criteria: SearchCriteria,
  search: StartedSearch,
): Promise<CorrectedQuery | undefined> {
  const { query } = criteria;
  if (query === undefined || search.order.isNumber) return undefined;
  const bounded = readBounds(query);
  const text = bounded.bounds.length > 0 ? bounded.rest : query;
  const unknownWords = unknownWordsOf(search);
  const tokens = withHyphens(text, tokensOf(text), unknownWords);
  const foreign = unknownWords.size > 0 ? await foreignChanges(index, tokens, unknownWords) : [];
  const isForeign = ({ start }: Token) => foreign.some(({ from, to }) => start >= from.start && start <= to.start);
  const ownTokens = tokens.filter((token) => !isForeign(token));
  const beginnings = await seriesAmong(search, ownTokens, unknownWords);
  const formerManufacturers = await formerManufacturersIn(index, manufacturers, text, tokens, unknownWords);
  const isName = (token: Token) => formerManufacturers.some(({ written }) => foldText(written).includes(token.text));
  const changes: Change[] = [...foreign];
  for (const [place, token] of tokens.entries()) {
    if (
      !unknownWords.has(token.text) ||
      beginnings.includes(token.text) ||
      isName(token) ||
      changes.some(({ to }) => to.end >= token.end)
    )
      continue;
    const change = await changeFor(index, manufacturers, tokens, place, search.lists);
    if (change !== undefined) changes.push(change);
  }
  if (changes.length + formerManufacturers.length + beginnings.length === 0) return undefined;
  changes.sort((one, other) => one.from.start - other.from.start);
  const saidWhole = bounded.bounds.map((bound) => bound.saidWhole);
  return {
    criteria: { ...criteria, query: applyChanges(text, changes, saidWhole), formerManufacturers, beginnings },
    corrections: [...changes.map(changedWord(text)), ...formerManufacturers.map(changedName)],
  };
}

/** Applies the changes to the text and appends the query's bounds, which never change. */
function applyChanges(text: string, changes: readonly Change[], bounds: readonly string[]): string {
  const rest = changes.toReversed().reduce((now, { from, to, meant }) => {
    const spaced = UNSPACED.test(from.text) ? ` ${meant} ` : meant;
    return now.slice(0, from.start) + spaced + now.slice(to.end);
  }, text);
  return [rest, ...bounds].join(' ');
}

function changedWord(text: string): (change: Change) => Correction {
  return ({ from, to, meant }) => ({
    written: text.slice(from.start, to.end),
    meant: meant.replace(/[ ,]+$/, ''),
    kind: 'word',
  });
}

function changedName({ written, successors, isShort }: NamedManufacturer): Correction {
  const meant = [...new Set(successors.map(({ name }) => name))].join(', ');
  return { written, meant, kind: isShort ? 'short name' : 'manufacturer' };
}

const LETTERS = /^[\p{L}\p{M}]+$/u;

async function changeFor(
  index: PostingIndex,
  manufacturers: ManufacturerTable,
  tokens: readonly Token[],
  place: number,
  lists: PostingLists,
): Promise<Change | undefined> {
  const token = tokens[place];
  if (token === undefined) return undefined;
  if (!LETTERS.test(token.text))
    return (await joinedNumber(index, tokens, place)) ?? (await orderedNumber(lists, tokens, place));
  if (token.isName || manufacturers.manufacturersOf(toManufacturerKey(token.text)).length > 0) return undefined;
  const vocabulary = await index.vocabulary();
  const joined = joinedWord(vocabulary, tokens, place);
  if (joined !== undefined) return joined;
  const word = singular(token.text);
  const meant = (await splitWord(index, vocabulary, word)) ?? vocabulary.nearest(word) ?? vocabulary.inflected(word);
  return meant === undefined ? undefined : { from: token, to: token, meant };
}
