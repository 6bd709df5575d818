/**
 * Decides whether two part numbers differ only in which separators stand between the same letters and digits: MS1191-2
 * and MS-1191/2. A separator that only one of them has distinguishes them (6.8 and 68), unless it groups thousands.
 * Used only for candidates, never for a match.
 */
import { normalizeText } from '../../normalize-text.ts';
import { cutEnds } from './part-number.ts';

const SEPARATORS = /[^\p{L}\p{N}+#*]/gu;
/** Spaces, hyphens and underscores, which a part key ignores. */
const IGNORED = /^[\s_\p{Pd}\u2212\p{Cc}\p{Cf}]*$/u;
const SEPARATED = /[^\p{L}\p{N}+#*\s_\p{Pd}\u2212\p{Cc}\p{Cf}]/u;

/** Returns the number without separators of any kind. */
export function withoutSeparators(number: string): string {
  return number.replaceAll(SEPARATORS, '');
}

/** Returns whether the number has a separator that its key keeps: a dot, a slash, a comma. */
export function hasKeptSeparator(number: string): boolean {
  return SEPARATED.test(cutEnds(number));
}

/** @param other a part number of the index, with the same letters and digits */
export function areSeparatedAlike(asked: string, other: string): boolean {
  const [own, its] = [separatorsOf(asked), separatorsOf(other)];
  const all = new Set([...own.keys(), ...its.keys()]);
  return [...all].every((place) => {
    const [mark, itsMark] = [own.get(place), its.get(place)];
    if (mark === undefined) return itsMark === undefined || IGNORED.test(itsMark);
    return itsMark !== undefined || IGNORED.test(mark) || !isBetweenDigits(asked, place) || isGroup(asked, place);
  });
}

/** Returns what stands between the letters and digits, by the count of those before it. */
function separatorsOf(number: string): ReadonlyMap<number, string> {
  const places = new Map<number, string>();
  let before = 0;
  for (const character of cutEnds(normalizeText(number, 'NFKC'))) {
    if (/[\p{L}\p{N}+#*]/u.test(character)) before += 1;
    else places.set(before, (places.get(before) ?? '') + character);
  }
  places.delete(0);
  places.delete(before);
  return places;
}

function isBetweenDigits(number: string, place: number): boolean {
  return /^\p{N}\p{N}$/u.test(withoutSeparators(normalizeText(number, 'NFKC')).slice(place - 1, place + 1));
}

/** Whether the separator is one of thousands: 61.304. */
function isGroup(number: string, place: number): boolean {
  const [before = '', ...groups] = cutEnds(normalizeText(number, 'NFKC')).split(SEPARATORS);
  let at = before.length;
  return (
    /^\p{N}{1,3}$/u.test(before) &&
    groups.some((group) => {
      const isHere = at === place && /^\p{N}{3}$/u.test(group);
      at += group.length;
      return isHere;
    })
  );
}
