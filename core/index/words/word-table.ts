/**
 * Words that mean the same in a search. An item with one of a line's equivalents is indexed under its short form.
 * abbreviations.ts has the lines of the service; operators add others (administer-words.ts). All words are in lower
 * case and singular.
 */

export interface WordLine {
  /** The word under which the line is indexed. */
  readonly short: string;
  /** Words or phrases, written with spaces. */
  readonly equivalents: readonly string[];
  /**
   * Words or phrases for a narrower term: a MOSFET is a kind of FET. The short form finds all kinds; one kind does not
   * find the others.
   */
  readonly kinds?: readonly string[];
  /** Whether a phrase is searched for as a whole, because its words mean something else in another order. */
  readonly isWhole?: boolean;
}

export interface Phrase {
  readonly isWhole: boolean;
  readonly words: readonly string[];
  readonly short: string;
}

export class WordTable {
  /** Phrases by their first word. */
  readonly #phrases = new Map<string, Phrase[]>();
  readonly #shortForms = new Map<string, string[]>();
  /** Kinds that are phrases, by their first word. They are indexed and not searched for. */
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

  /** Returns the phrases that occur in a text at this index. */
  phrasesAt(words: readonly string[], place: number): readonly Phrase[] {
    return thoseAt(this.#phrases, words, place);
  }

  shortFormsOf(word: string): readonly string[] {
    return this.#shortForms.get(word) ?? [];
  }

  /** Returns the single words that a short form means. */
  equivalentsOf(short: string): readonly string[] {
    return this.#equivalents.get(short) ?? [];
  }

  /** Returns the short forms of all equivalents and kinds in a text. */
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

/** An empty table. */
export const NO_WORDS = new WordTable([]);

function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  lists.set(key, [...(lists.get(key) ?? []), value]);
}
