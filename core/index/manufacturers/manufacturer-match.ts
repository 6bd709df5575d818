/**
 * A manufacturer's name as a request or an item writes it, with the forms that resolve-manufacturer.ts compares,
 * computed on first use.
 */
import { normalizeText } from '../../normalize-text.ts';
import { toManufacturerKey, manufacturerWords, type ManufacturerKey } from '../part-keys/manufacturer-name.ts';
import type { Manufacturer } from './manufacturer-entries.ts';
import type { ManufacturerTable } from './manufacturer-table.ts';
import { withoutTradeWords } from './trade-words.ts';

/**
 * Separates compounds: "Dallas/Maxim", "FTDI (Future Technology Devices)", "CYPRESS - INFINEON", "Same Sky, formerly
 * CUI".
 */
const BETWEEN_PARTS = /[/(),;|]|\s[-–—]\s|(?<![\p{L}\p{N}])(?:formerly|previously)(?![\p{L}\p{N}])/iu;
/** Words to skip before a part: "now part of Analog Devices", "a Littelfuse company". */
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

  /** The manufacturers that the table has under this name; empty if it is unknown. */
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

  /** The name without trade and regional words; undefined if too little is left. */
  get bare(): string | undefined {
    return withoutTradeWords(this.words);
  }

  /** Returns the manufacturers that the table has under this key. */
  spells(key: string): readonly Manufacturer[] {
    return this.#table.manufacturersOf(key as ManufacturerKey);
  }

  /** The names in a compound of two or more, without empty parts; empty for a single name. */
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
