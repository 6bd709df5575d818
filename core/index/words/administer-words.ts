/**
 * Changes the abbreviations that operators add (docs/reference/search.md#operators-aliases-and-words). The decisions
 * are pure; each change is one conditional write together with its audit line, and takes effect within a minute
 * (word-table-store.ts).
 */
import { decideAgain } from '../../decide-again.ts';
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { phraseOf, wordsOfQuery } from './text-words.ts';

/** A short form, and a word or phrase that means the same. */
export interface AddedWord {
  readonly short: string;
  readonly equivalent: string;
}

export interface StoredWords {
  readonly words: readonly AddedWord[];
  /** 0 before the first change. */
  readonly revision: number;
}

export interface WordStore {
  /** Sees every finished write. */
  readWords(): Promise<StoredWords>;
  /** Returns false if the words were changed since `revision`. */
  writeWords(words: readonly AddedWord[], revision: number, audit: AuditLine): Promise<boolean>;
}

export type WordRefusal =
  /** The short form is not a single word that a search uses unchanged. */
  | { readonly kind: 'not_one_word' }
  | { readonly kind: 'blank_equivalent' }
  | { readonly kind: 'holds_a_number' }
  | { readonly kind: 'too_long' }
  | { readonly kind: 'means_it_already' }
  | { readonly kind: 'unknown_line' }
  | { readonly kind: 'too_many_lines' }
  | { readonly kind: 'changed_meanwhile' };

/** Every process keeps all of them in memory, and a search may read one more list for each. */
export const MAX_ADDED_WORDS = 300;
export const MAX_SHORT_LENGTH = 40;
export const MAX_EQUIVALENT_LENGTH = 100;
const DIGIT = /\p{N}/u;

/** Makes a short form and an equivalent synonyms in every search. */
export async function addWord(
  store: WordStore,
  line: AddedWord,
  { who }: { readonly who: string },
  nowMs: number,
): Promise<Result<AddedWord, WordRefusal>> {
  return changeWords(store, (words) => withWord(words, line), { who, what: 'word.add', nowMs });
}

/** Removes a line that operators have added. */
export async function removeWord(
  store: WordStore,
  line: AddedWord,
  { who }: { readonly who: string },
  nowMs: number,
): Promise<Result<AddedWord, WordRefusal>> {
  return changeWords(store, (words) => withoutWord(words, line), { who, what: 'word.remove', nowMs });
}

interface Decided {
  readonly words: readonly AddedWord[];
  readonly change: AddedWord;
}

function withWord(words: readonly AddedWord[], line: AddedWord): Result<Decided, WordRefusal> {
  if (line.short.length > MAX_SHORT_LENGTH || line.equivalent.length > MAX_EQUIVALENT_LENGTH)
    return fail({ kind: 'too_long' });
  const added = normalized(line);
  if (!isOneWord(added.short)) return fail({ kind: 'not_one_word' });
  if (added.equivalent === '') return fail({ kind: 'blank_equivalent' });
  if (DIGIT.test(added.equivalent)) return fail({ kind: 'holds_a_number' });
  if (words.some((one) => isSame(one, added)) || meansAlready(added)) return fail({ kind: 'means_it_already' });
  if (words.length >= MAX_ADDED_WORDS) return fail({ kind: 'too_many_lines' });
  return succeed({ words: [...words, added], change: added });
}

function withoutWord(words: readonly AddedWord[], line: AddedWord): Result<Decided, WordRefusal> {
  const removed = normalized(line);
  const others = words.filter((one) => !isSame(one, removed));
  return others.length < words.length ? succeed({ words: others, change: removed }) : fail({ kind: 'unknown_line' });
}

async function changeWords(
  store: WordStore,
  decide: (words: readonly AddedWord[]) => Result<Decided, WordRefusal>,
  { who, what, nowMs }: { readonly who: string; readonly what: AuditLine['what']; readonly nowMs: number },
): Promise<Result<AddedWord, WordRefusal>> {
  return decideAgain(async () => {
    const stored = await store.readWords();
    const decided = decide(stored.words);
    if (!decided.ok) return decided;
    const { words, change } = decided.value;
    const audit = { who, what, details: { ...change }, atMs: nowMs };
    if (await store.writeWords(words, stored.revision, audit)) return succeed(change);
    return undefined;
  });
}

function normalized({ short, equivalent }: AddedWord): AddedWord {
  return { short: phraseOf(short).join(' '), equivalent: phraseOf(equivalent).join(' ') };
}

function isSame(one: AddedWord, other: AddedWord): boolean {
  return one.short === other.short && one.equivalent === other.equivalent;
}

function isOneWord(short: string): boolean {
  const [first, ...others] = wordsOfQuery(short);
  return short.length > 1 && others.length === 0 && first?.words[0] === short && first.asked === short;
}

/** Whether this release already treats the two as the same. */
function meansAlready({ short, equivalent }: AddedWord): boolean {
  return equivalent === short || wordsOfQuery(equivalent).every(({ words }) => words.includes(short));
}
