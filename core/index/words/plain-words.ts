/**
 * Maps words that people use in queries to words of items: a verb to the part that does it, an everyday word to the
 * technical term, a short name to the manufacturer. They are searched in addition to the written word. Nothing is
 * indexed under them, so that a new line needs no re-index. All words are in lower case and singular, as in
 * text-words.ts.
 */
import type { ManufacturerKey } from '../part-keys/manufacturer-name.ts';
import { readTable } from '../../read-table.ts';
import { PLAIN_WORDS as PACKED, SHORT_MANUFACTURERS } from './packed-words.ts';

/** "amplify" also means an amplifier, "isolate" an isolator. */
const VERB_ENDINGS: readonly (readonly [verb: RegExp, noun: string])[] = [
  [/(?<=.{3})ify(?:ing)?$/, 'ifier'],
  [/(?<=.{4})at(?:e|ing)$/, 'ator'],
];
/** "charging" comes from "charge", "expanding" from "expand". */
const VERB_FORMS = ['e', ''];

const LINES = readTable(PACKED).map(([kind, word = '', others = '']) => ({ kind, word, others: others.split(' ') }));
/** Verbs with the names of parts that do so, and everyday words with the technical terms. */
export const PLAIN_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  LINES.map(({ word, others }) => [word, others]),
);
const VERBS: ReadonlySet<string> = new Set(LINES.flatMap(({ kind, word }) => (kind === 'verb' ? [word] : [])));

/** Returns the other words to search for. */
export function plainWordsFor(word: string): readonly string[] {
  const known = PLAIN_WORDS.get(word);
  if (known !== undefined) return known;
  const [ending, noun = ''] = VERB_ENDINGS.find(([verb]) => verb.test(word)) ?? [];
  if (ending !== undefined) return [word.replace(ending, noun)];
  const verb = VERB_FORMS.map((forms) => word.replace(/ing$/, forms)).find((one) => one !== word && VERBS.has(one));
  return verb === undefined ? [] : (PLAIN_WORDS.get(verb) ?? []);
}

/** Short names of manufacturers, with the key of the full name. */
export const SHORT_NAMES_OF_MANUFACTURERS: ReadonlyMap<string, ManufacturerKey> = new Map(
  readTable(SHORT_MANUFACTURERS) as [string, ManufacturerKey][],
);
