/**
 * Decides whether a manufacturer's name is nearly another one: its beginning, or misspelt by a letter. It names what
 * may be meant, never a match (resolve-manufacturer.ts).
 */
import { differInOne } from '../part-keys/key-text.ts';
import { manufacturerWords, toManufacturerKey } from '../part-keys/manufacturer-name.ts';
import type { ItemManufacturer } from './resolve-manufacturer.ts';

/** `shorter`: it has only the first words of the other. `misspelt`: a letter differs, or one name begins the other. */
export type NameLikeness = 'same' | 'shorter' | 'misspelt';

/** A shorter name is not compared by its letters: too many differ in one. */
const MIN_COMPARED = 5;
/** The same for the first words of a longer name. */
const MIN_BEGINNING = 6;
/** Fewer letters may be the first word of many names. */
const MIN_WORD = 3;

/** @returns undefined for another name */
export function likenessOfNames(stated: string, meant: string): NameLikeness | undefined {
  const [own, other] = [toManufacturerKey(stated), toManufacturerKey(meant)];
  if (own === other) return 'same';
  const beginnings = beginningsOf(meant);
  if (own.length >= MIN_WORD && beginnings.includes(own)) return 'shorter';
  if (Math.min(own.length, other.length) < MIN_COMPARED) return undefined;
  if (own.startsWith(other) || other.startsWith(own) || differInOne(own, other)) return 'misspelt';
  const isLong = (name: string): boolean => name.length >= MIN_BEGINNING;
  const isNearly =
    (isLong(own) && beginnings.some((name) => isLong(name) && differInOne(own, name))) ||
    (isLong(other) && beginningsOf(stated).some((name) => isLong(name) && differInOne(name, other)));
  return isNearly ? 'misspelt' : undefined;
}

/** Returns whether one of the names of a manufacturer is nearly the stated one. */
export function isNearlyNamed(stated: string, { manufacturer, brand }: ItemManufacturer): boolean {
  return [manufacturer, brand].some((name) => name !== null && likenessOfNames(stated, name) !== undefined);
}

/** Returns the first words of a name, joined as a key is, without the whole name. */
function beginningsOf(name: string): readonly string[] {
  const words = manufacturerWords(name);
  return words.slice(1).map((_, place) => words.slice(0, place + 1).join(''));
}
