/** A manufacturer's name as one question or record writes it, with what the comparisons of resolve-manufacturer.ts need of it, each computed when first asked for. */
import { normalizeText } from '../normalize-text.ts';
import { toManufacturerKey, manufacturerWords, type ManufacturerKey } from '../part-keys/manufacturer-name.ts';
import type { Manufacturer } from './manufacturer-entries.ts';
import type { ManufacturerTable } from './manufacturer-table.ts';
import { withoutTradeWords } from './trade-words.ts';

/** "Dallas/Maxim", "FTDI (Future Technology Devices)", "CYPRESS - INFINEON", "Same Sky, formerly CUI". */
const BETWEEN_PARTS = /[/(),;|]|\s[-–—]\s|(?<![\p{L}\p{N}])(?:formerly|previously)(?![\p{L}\p{N}])/iu;
/** "now part of Analog Devices", "a Littelfuse company". */
const BEFORE_A_PART: ReadonlySet<string> = new Set('a an the now part of by division was ex former aka fka'.split(' '));
const MAX_PARTS = 6;

export class ManufacturerName {
  readonly key: ManufacturerKey;
  readonly text: string;
  readonly #table: ManufacturerTable;
  #words: readonly string[] | undefined;
  #parts: readonly ManufacturerName[] | undefined;

  constructor(text: string, table: ManufacturerTable) {
    this.text = text;
    this.#table = table;
    this.key = toManufacturerKey(text);
  }

  /** Who the table knows by this very name; empty when it is unknown. */
  get manufacturers(): readonly Manufacturer[] {
    return this.#table.manufacturersOf(this.key);
  }

  /** Identifies the manufacturer of an item: two spellings of one manufacturer count as one. */
  get identity(): ManufacturerKey {
    return this.manufacturers[0]?.key ?? this.key;
  }

  get words(): readonly string[] {
    this.#words ??= manufacturerWords(this.text);
    return this.#words;
  }

  /** The name without trade and regional words; undefined when too little is left. */
  get bare(): string | undefined {
    return withoutTradeWords(this.words);
  }

  /** Who the table knows by a name that is a key already. */
  spells(key: string): readonly Manufacturer[] {
    return this.#table.manufacturersOf(key as ManufacturerKey);
  }

  /** The parts of a compound of two names or more, each with a name left in it; empty for a name that is whole. */
  get parts(): readonly ManufacturerName[] {
    this.#parts ??= this.#split();
    return this.#parts;
  }

  #split(): readonly ManufacturerName[] {
    const texts = normalizeText(this.text, 'NFKC').split(BETWEEN_PARTS).slice(0, MAX_PARTS);
    if (texts.length < 2) return [];
    const names = texts.map((text) => {
      const words = text.trim().split(/\s+/);
      const first = words.findIndex((word) => !BEFORE_A_PART.has(word.toLowerCase()));
      return new ManufacturerName(first < 0 ? '' : words.slice(first).join(' '), this.#table);
    });
    return names.filter((name) => name.manufacturers.length > 0 || name.bare !== undefined);
  }
}
