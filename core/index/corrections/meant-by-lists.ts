/** Decides from the first lists of a search what its values, or its rarest word, mean. Reads nothing. */
import { END, START } from '../items/item-position.ts';
import { boundOfValue, termsOfSearch, type SearchCriteria } from '../search/search-terms.ts';
import { expectedOf, type Correction, type StartedSearch } from '../search/start-search.ts';
import { isEverydayWord } from '../words/significant-words.ts';
import type { CorrectedQuery } from './correct-query.ts';

/**
 * A value with its unit after the other end of a range: "40-60V", "80..100 V", "3 to 5 W". Where both ends have a unit,
 * "24V to 5V" may well be what goes in and what comes out.
 */
const RANGE =
  /(?<![\p{L}\p{N}.,+-])(?:(?:from|von|de|da) )?(\d+(?:[.,]\d+)?)(?: ?[-–—~…] ?| ?\.{2,3} ?| (?:to|bis|à|até) |(?<=\b(?:de|da) [\d.,]+) a )(\d+(?:[.,]\d+)?)( ?[\p{L}µΩ]{1,8})(?![\p{L}\p{N}])/giu;

/**
 * Where no item states the range of a query beside all its other words, a value between its ends is meant: "mosfet
 * 20-30V". The lists of the other words have been read.
 */
export function betweenEnds(criteria: SearchCriteria, search: StartedSearch): CorrectedQuery | undefined {
  // A word that no item has is left out of what is full.
  if (search.order.held === search.order.words.length && expectedOf(search, 'full') === 'items') return undefined;
  const corrections: Correction[] = [];
  const query = criteria.query?.replaceAll(RANGE, (written, from: string, to: string, unit: string) => {
    if (Number(from.replace(',', '.')) >= Number(to.replace(',', '.'))) return written;
    const meant = `between ${from}${unit} and ${to}${unit}`;
    corrections.push({ written, meant, kind: 'word' });
    return meant;
  });
  if (corrections.length === 0) return undefined;
  const meant = { ...criteria, query };
  const added = termsOfSearch(meant).bounds.length - termsOfSearch(criteria).bounds.length;
  if (added !== corrections.length) return undefined;
  return { criteria: meant, corrections };
}

/**
 * Where no item has the values of a query beside all its other words, a stated range with a value meets it: 2.5 GHz in
 * "2.4 to 2.6 GHz". The lists of the other words have been read.
 */
export function withinRanges(criteria: SearchCriteria, search: StartedSearch): CorrectedQuery | undefined {
  const known = search.order.words.slice(0, search.order.held).flatMap((place) => search.listed.words[place] ?? []);
  const values = known.filter((word) => boundOfValue(word) !== undefined);
  if (values.length === 0 || values.length === known.length || expectedOf(search, 'full') !== 'nothing')
    return undefined;
  const meant = { ...criteria, isWithinRanges: true };
  return { criteria: meant, corrections: values.map(({ asked }) => ({ written: asked, meant: '', kind: 'range' })) };
}

/** A word that at most this many items have says by itself which kind of part is meant. */
const RARE = 4;

const MIN_RARE_LENGTH = 4;

/**
 * Where no item has enough of the words of a query, those with its rarest word are meant: "cool with a peltier
 * element". Reads nothing.
 */
export function rarestAlone(criteria: SearchCriteria, search: StartedSearch): CorrectedQuery | undefined {
  const { order, listed, lists } = search;
  const words = order.words.flatMap((place) => listed.words[place] ?? []);
  const [rarest] = words.slice(0, order.held);
  if (rarest === undefined || rarest.asked.length < MIN_RARE_LENGTH || isEverydayWord(rarest.asked)) return undefined;
  if (words.length + listed.otherWords.length < 2 || expectedOf(search) !== 'nothing') return undefined;
  // A value or a part number is never left out.
  if ([...words, ...listed.otherWords].some(({ asked }) => /\p{N}/u.test(asked))) return undefined;
  const stretch = lists.stretch(rarest.terms, START);
  if (stretch.reach() !== END || stretch.postings().length > RARE) return undefined;
  return {
    criteria: { ...criteria, query: rarest.asked },
    corrections: [{ written: criteria.query ?? '', meant: rarest.asked, kind: 'rarest' }],
  };
}

/** Whether items have all that is meant now; what is not known yet counts only where the search finds nothing. */
export function findsMore(search: StartedSearch, again: StartedSearch): boolean {
  const expected = expectedOf(again, 'full');
  if (expected === 'items' || expectedOf(search) !== 'nothing') return expected === 'items';
  return expected === 'unknown' || expectedOf(again) === 'items';
}
