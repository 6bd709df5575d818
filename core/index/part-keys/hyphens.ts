/**
 * Decides whether a hyphen distinguishes two parts, as in ATmega328-P and ATmega328P. Usually hyphens do not matter;
 * they matter if longer part numbers of the manufacturer are written like the requested one (ATmega328P-M).
 */
import { normalizeText } from '../../normalize-text.ts';
import { cutEnds } from './part-number.ts';

const HYPHEN = /[\p{Pd}\u2212]/u;
const SEPARATOR = /[\s_\p{Pd}\u2212]/u;

/** Returns the separators of a part number: the count of characters before each, and whether it is a hyphen. */
function separatorsOf(number: string): ReadonlyMap<number, boolean> {
  const places = new Map<number, boolean>();
  let before = 0;
  for (const character of cutEnds(normalizeText(number, 'NFKC'))) {
    if (SEPARATOR.test(character)) places.set(before, places.get(before) === true || HYPHEN.test(character));
    else before += 1;
  }
  places.delete(0);
  places.delete(before);
  return places;
}

/** Returns the places where only one of two part numbers with the same key has a hyphen. */
export function hyphensApart(asked: string, held: string): readonly number[] {
  if (asked === held) return [];
  const [own, other] = [separatorsOf(asked), separatorsOf(held)];
  return [...new Set([...own.keys(), ...other.keys()])].filter(
    (place) => own.has(place) !== other.has(place) && (own.get(place) ?? other.get(place)) === true,
  );
}

/**
 * Returns whether a longer part number is written like the requested one, and not like the stored one, at a hyphen
 * where they differ.
 */
export function isWrittenAs(asked: string, held: string, longer: string): boolean {
  const [own, its] = [separatorsOf(asked), separatorsOf(longer)];
  return hyphensApart(asked, held).some((place) => its.has(place) === own.has(place));
}
