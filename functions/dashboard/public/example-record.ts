/**
 * Reads the home page's example: a need, and the item that a search finds for it. The stage's settings name the item:
 * the operator gives it away, without its sections, because an item is otherwise shown only where it is billed. Each
 * instance reads it at most once in ten minutes.
 */
import { countTokens } from '../../../core/billing/meter/charge-for-items.ts';
import { selectFields, showItem } from '../../../core/index/items/item-selection.ts';
import type { ItemRecord } from '../../../core/index/items/item-record.ts';
import type { StoredItem } from '../../../core/index/items/item-lifecycle.ts';
import type { ItemIndex } from '../../../core/index/items/item-index.ts';
import { MINUTE_MS } from '../../../core/time.ts';

export interface ExampleRecord {
  /** What a person asks for, without the names of a part: "ceramic capacitor, 4.7 µF, 50 V". */
  readonly need: string;
  /** Whether the part is known to be still made. */
  readonly isMade: boolean;
  readonly manufacturer: string;
  readonly partNumber: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The tokens that the search is billed for the item. */
  readonly tokens: number;
}

const KEPT_MS = 10 * MINUTE_MS;
const MAX_CHARACTERS = 120;
/** The fields of a search that chooses none. */
const SHOWN = selectFields({ defaults: 'lookup' });

export class Example {
  readonly #index: Pick<ItemIndex, 'readItems'>;
  readonly #search: Search;
  readonly #itemId: string | undefined;
  #atMs = Number.NEGATIVE_INFINITY;
  #record: Promise<ExampleRecord | undefined> = Promise.resolve(undefined);

  /** @param itemId the item that the stage's settings name; if undefined, nothing is ever read */
  constructor(index: Pick<ItemIndex, 'readItems'>, search: Search, itemId: string | undefined) {
    this.#index = index;
    this.#search = search;
    this.#itemId = itemId;
  }

  async record(nowMs: number): Promise<ExampleRecord | undefined> {
    if (this.#itemId !== undefined && nowMs - this.#atMs > KEPT_MS) {
      this.#atMs = nowMs;
      const before = this.#record;
      // While the index cannot be read, the home page shows the previous example.
      this.#record = this.#read(this.#itemId).catch(() => before);
    }
    return this.#record;
  }

  async #read(itemId: string): Promise<ExampleRecord | undefined> {
    const item = (await this.#index.readItems([itemId], [])).get(itemId);
    const example = item === undefined ? undefined : exampleOf(item);
    if (example === undefined) return undefined;
    // Only what the search really answers is shown.
    const found = await this.#search(example.need);
    return found.some(({ id }) => id === itemId) ? example : undefined;
  }
}

/** Finds the first items for some words. */
type Search = (query: string) => Promise<readonly Pick<ItemRecord, 'id'>[]>;

/**
 * Returns undefined for an item without the part number or manufacturer that the example shows, or whose title says
 * nothing else.
 */
function exampleOf(item: StoredItem): ExampleRecord | undefined {
  const { mpn, title, manufacturer, lifecycle } = item;
  if (!mpn || !title || !manufacturer) return undefined;
  const need = needOf(title, [mpn, manufacturer, item.brand ?? '']);
  if (need === undefined) return undefined;
  const facts: readonly (readonly [string, string | number | null | undefined])[] = [
    ['What', item.description ?? item.category],
    ['Category', item.description === null ? null : item.category],
    ['Barcode', item.gtin],
    ['Confidence', item.confidence === null ? null : `${item.confidence} of 100`],
  ];
  return {
    need: shortened(need),
    isMade: lifecycle?.status === 'active',
    manufacturer: shortened(manufacturer),
    partNumber: shortened(mpn),
    facts: facts.flatMap(([name, value]) =>
      value === null || value === undefined || value === '' ? [] : [[name, shortened(String(value))] as const],
    ),
    tokens: countTokens(showItem(item, SHOWN)),
  };
}

/** Returns the title without the names of the part. */
function needOf(title: string, names: readonly string[]): string | undefined {
  const rest = names.filter((name) => name !== '').reduce((text, name) => text.replaceAll(name, ' '), title);
  const need = rest.replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, '').replace(/\s+/g, ' ');
  return /\p{L}{3}/u.test(need) ? need : undefined;
}

function shortened(text: string): string {
  const letters = [...text];
  return letters.length <= MAX_CHARACTERS ? text : `${letters.slice(0, MAX_CHARACTERS - 1).join('')}…`;
}
