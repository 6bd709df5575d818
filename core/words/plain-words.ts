/**
 * What questions say and records do not: a verb for what a part does, an everyday word for the field's, a short name for its manufacturer. Searched in addition
 * what was written, never in its place; nothing is filed under them, so that a line needs no re-index. All is lower case and in the singular, as
 * text-words.ts compares words.
 */
import type { ManufacturerKey } from '../part-keys/manufacturer-name.ts';
import { readTable } from '../read-table.ts';
import { PLAIN_WORDS as PACKED, SHORT_MANUFACTURERS } from './packed-words.ts';

/** What amplifies is an amplifier, what isolates an isolator. */
const VERB_ENDINGS: readonly (readonly [verb: RegExp, noun: string])[] = [
  [/(?<=.{3})ify(?:ing)?$/, 'ifier'],
  [/(?<=.{4})at(?:e|ing)$/, 'ator'],
];
/** Charging is of charge, expanding of expand. */
const VERB_FORMS = ['e', ''];

const LINES = readTable(PACKED).map(([kind, word = '', others = '']) => ({ kind, word, others: others.split(' ') }));
/** Verbs of the field, and what a part is called that does so; everyday words, and those by which the field says the same or counts it. */
export const PLAIN_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  LINES.map(({ word, others }) => [word, others]),
);
const VERBS: ReadonlySet<string> = new Set(LINES.flatMap(({ kind, word }) => (kind === 'verb' ? [word] : [])));

/** What a question's word also asks for. */
export function plainWordsFor(word: string): readonly string[] {
  const known = PLAIN_WORDS.get(word);
  if (known !== undefined) return known;
  const [ending, noun = ''] = VERB_ENDINGS.find(([verb]) => verb.test(word)) ?? [];
  if (ending !== undefined) return [word.replace(ending, noun)];
  const verb = VERB_FORMS.map((forms) => word.replace(/ing$/, forms)).find((one) => one !== word && VERBS.has(one));
  return verb === undefined ? [] : (PLAIN_WORDS.get(verb) ?? []);
}

/** Short names that manufacturers go by, and the key of the whole one. */
export const SHORT_NAMES_OF_MANUFACTURERS: ReadonlyMap<string, ManufacturerKey> = new Map(
  readTable(SHORT_MANUFACTURERS) as [string, ManufacturerKey][],
);
