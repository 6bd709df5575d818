/**
 * Words that mean the same in a search: for each line a short form, under which a record is filed that says one of its equivalents. Lines of the
 * service are those of abbreviations.ts, operators add their own (administer-words.ts). All is lower case and in the singular.
 */

export interface WordLine {
  /** The word under which all of them are filed. */
  readonly short: string;
  /** Words or phrases, written with spaces. */
  readonly equivalents: readonly string[];
  /** Words or phrases that mean a kind of it: a MOSFET is a FET. The short form finds them all; a query for one of them does not find the others. */
  readonly kinds?: readonly string[];
  /** Whether its words mean something else in another order: then the phrase is asked for as one. */
  readonly isWhole?: boolean;
}

export interface Phrase {
  readonly isWhole: boolean;
  readonly words: readonly string[];
  readonly short: string;
}

export class WordTable {
  /** By their first word. */
  readonly #phrases = new Map<string, Phrase[]>();
  readonly #shortForms = new Map<string, string[]>();
  /** Kinds that are phrases, by their first word: filed, and not asked. */
  readonly #kinds = new Map<string, Phrase[]>();
  readonly #filedUnder = new Map<string, string[]>();
  readonly #equivalents = new Map<string, string[]>();

  constructor(lines: readonly WordLine[]) {
    for (const { short, equivalents, kinds = [], isWhole = false } of lines) {
      const split = equivalents.map((one) => one.split(' '));
      for (const words of split.filter(({ length }) => length > 1)) {
        add(this.#phrases, words[0] ?? '', { words, short, isWhole });
      }
      for (const [word = ''] of split.filter(({ length }) => length === 1)) {
        add(this.#shortForms, word, short);
        add(this.#filedUnder, word, short);
        add(this.#equivalents, short, word);
      }
      for (const words of kinds.map((kind) => kind.split(' '))) {
        if (words.length > 1) add(this.#kinds, words[0] ?? '', { words, short, isWhole });
        else add(this.#filedUnder, words[0] ?? '', short);
      }
    }
  }

  /** The phrases that occur in a text at this place. */
  phrasesAt(words: readonly string[], place: number): readonly Phrase[] {
    return thoseAt(this.#phrases, words, place);
  }

  /** What a single word means. */
  shortFormsOf(word: string): readonly string[] {
    return this.#shortForms.get(word) ?? [];
  }

  /** The single words that a short form means. */
  equivalentsOf(short: string): readonly string[] {
    return this.#equivalents.get(short) ?? [];
  }

  /** The short forms of everything in a text that is in another one. */
  shortFormsIn(words: readonly string[]): readonly string[] {
    return words.flatMap((word, place) => [
      ...[this.#phrases, this.#kinds].flatMap((phrases) => thoseAt(phrases, words, place).map(({ short }) => short)),
      ...(this.#filedUnder.get(word) ?? []),
    ]);
  }
}

function thoseAt(phrases: ReadonlyMap<string, readonly Phrase[]>, words: readonly string[], place: number) {
  return (phrases.get(words[place] ?? '') ?? []).filter((phrase) =>
    phrase.words.every((word, at) => words[place + at] === word),
  );
}

/** A table without a line: no operator has added one. */
export const NO_WORDS = new WordTable([]);

function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  lists.set(key, [...(lists.get(key) ?? []), value]);
}
