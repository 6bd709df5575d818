/**
 * Reads the home page's example item, which the stage's settings name: the operator gives it away, without its
 * sections, because an item is otherwise shown only where it is billed.
 * Each instance reads it at most once in ten minutes.
 */
import { countTokens } from '../../../core/billing/meter/charge-for-items.ts';
import { selectFields, showItem } from '../../../core/index/items/item-selection.ts';
import type { ItemRecord } from '../../../core/index/items/item-record.ts';
import type { ItemIndex } from '../../../core/index/items/item-index.ts';
import { MINUTE_MS } from '../../../core/time.ts';

export interface ExampleRecord {
  readonly manufacturer: string;
  readonly partNumber: string;
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The tokens that a look-up of the item is billed. */
  readonly tokens: number;
}

const KEPT_MS = 10 * MINUTE_MS;
const MOST_CHARACTERS = 120;
/** The fields of a look-up that chooses none. */
const SHOWN = selectFields({ defaults: 'lookup' });

export class Example {
  readonly #products: Pick<ItemIndex, 'readItems'>;
  readonly #itemId: string | undefined;
  #atMs = Number.NEGATIVE_INFINITY;
  #record: Promise<ExampleRecord | undefined> = Promise.resolve(undefined);

  /** @param itemId the item that the stage's settings name; if undefined, nothing is ever read */
  constructor(products: Pick<ItemIndex, 'readItems'>, itemId: string | undefined) {
    this.#products = products;
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
    const item = (await this.#products.readItems([itemId], [])).get(itemId);
    return item === undefined ? undefined : exampleOf(item);
  }
}

/** Returns undefined for an item without the part number, title or manufacturer that the example shows. */
function exampleOf(item: ItemRecord): ExampleRecord | undefined {
  const { mpn, title, manufacturer } = item;
  if (!mpn || !title || !manufacturer) return undefined;
  const facts: readonly (readonly [string, string | number | null | undefined])[] = [
    ['What', item.description ?? item.category],
    ['Category', item.description === null ? null : item.category],
    ['Barcode', item.gtin],
    ['Confidence', item.confidence === null ? null : `${item.confidence} of 100`],
    ['Record', item.id],
  ];
  return {
    manufacturer: shortened(manufacturer),
    partNumber: shortened(mpn),
    title: shortened(title),
    facts: facts.flatMap(([name, value]) =>
      value === null || value === undefined || value === '' ? [] : [[name, shortened(String(value))] as const],
    ),
    tokens: countTokens(showItem(item, SHOWN)),
  };
}

function shortened(text: string): string {
  const letters = [...text];
  return letters.length <= MOST_CHARACTERS ? text : `${letters.slice(0, MOST_CHARACTERS - 1).join('')}…`;
}
