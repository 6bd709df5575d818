/**
 * The cursor of a search: 20 characters that say where the page ended and for which criteria (at most 40 are allowed). It holds
 * nothing secret and grants nothing: a forged one only starts at another place of the same public order.
 */
import { createHash } from 'node:crypto';
import type { ItemPosition } from './item-position.ts';
import type { SearchPhase, SearchPlace } from './search-items.ts';
import type { SearchTerms } from './search-terms.ts';

const LETTERS: Readonly<Record<SearchPhase, string>> = { number: 'n', words: 'w' };
const CURSOR = /^([nw])(0[0-9]{2}|100)([A-Za-z0-9]{8})([A-Za-z0-9_-]{8})$/;

export function writeCursor(place: SearchPlace, terms: SearchTerms): string {
  const [rank = '', itemId = ''] = place.position.split('#');
  return `${LETTERS[place.phase]}${rank}${itemId.slice('itm_'.length)}${criteriaDigest(terms)}`;
}

/** The place a cursor names; undefined when it is damaged, or was given for other criteria. */
export function readCursor(cursor: string, terms: SearchTerms): SearchPlace | undefined {
  const [, letter, rank, id, digest] = CURSOR.exec(cursor) ?? [];
  if (letter === undefined || digest !== criteriaDigest(terms)) return undefined;
  const phase = letter === LETTERS.number ? 'number' : 'words';
  return { phase, position: `${rank}#itm_${id}` as ItemPosition };
}

/** The same for the same question, however it is written. */
function criteriaDigest({ words, number, maker, unspsc }: SearchTerms): string {
  const criteria = JSON.stringify([[...words].sort(), number ?? null, maker ?? null, unspsc ?? null]);
  return createHash('sha256').update(criteria).digest('base64url').slice(0, 8);
}
