/** A record of the loaded index for the home page: the first of a few well-known parts that it has. Read at most once in ten minutes. */
import { TOOL_GUIDE } from '../../../core/front-door/tool-guide.ts';
import type { ItemRecord } from '../../../core/items/item-record.ts';
import type { IndexKey, KeyEntry, ProductIndex } from '../../../core/items/product-index.ts';
import { makerKey } from '../../../core/part-keys/manufacturer-name.ts';
import { partKey } from '../../../core/part-keys/part-number.ts';
import { MINUTE_MS } from '../../../core/time.ts';

export interface ExampleRecord {
  readonly manufacturer: string;
  readonly partNumber: string;
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** The one that the guide of the tools asks for, then others. */
const SHOWN: readonly (readonly [manufacturer: string, partNumber: string])[] = [
  ...TOOL_GUIDE.flatMap(({ example: { manufacturer, part_number: number } }) =>
    typeof manufacturer === 'string' && typeof number === 'string' ? [[manufacturer, number] as const] : [],
  ),
  ['Texas Instruments', 'OPA2325'],
  ['Texas Instruments', 'LM358'],
  ['STMicroelectronics', 'L7805'],
  ['Microchip', 'ATmega328P'],
];

const KEPT_MS = 10 * MINUTE_MS;
const MOST_CHARACTERS = 120;

export class Example {
  readonly #products: Pick<ProductIndex, 'readKeys'>;
  #read: { readonly atMs: number; readonly record: ExampleRecord | undefined } | undefined;

  constructor(products: Pick<ProductIndex, 'readKeys'>) {
    this.#products = products;
  }

  async record(nowMs: number): Promise<ExampleRecord | undefined> {
    if (this.#read === undefined || nowMs - this.#read.atMs > KEPT_MS)
      this.#read = { atMs: nowMs, record: await this.#find() };
    return this.#read.record;
  }

  /** The home page opens without an example, too. */
  async #find(): Promise<ExampleRecord | undefined> {
    const keys = SHOWN.map(([maker, number]): IndexKey => ({
      by: 'part',
      part: partKey(number),
      maker: makerKey(maker),
    }));
    const found = await this.#products.readKeys(keys).catch(() => undefined);
    if (found === undefined) return undefined;
    for (const [index, entries] of found.entries()) {
      const [maker] = SHOWN[index] ?? [''];
      const record = entries.map((entry) => recordOf(entry, maker)).find((one) => one !== undefined);
      if (record !== undefined) return exampleOf(record);
    }
    return undefined;
  }
}

function recordOf({ record }: KeyEntry, maker: string): ItemRecord | undefined {
  const isOfMaker = [record?.manufacturer, record?.brand].some((name) => name && makerKey(name) === makerKey(maker));
  return isOfMaker && record?.mpn && record.title ? record : undefined;
}

function exampleOf(record: ItemRecord): ExampleRecord {
  const facts: readonly (readonly [string, string | number | null | undefined])[] = [
    ['What', record.description ?? record.category],
    ['Category', record.description === null ? null : record.category],
    ['Barcode', record.gtin],
    ['Confidence', record.confidence === null ? null : `${record.confidence} of 100`],
    ['Record', record.id],
  ];
  return {
    manufacturer: record.manufacturer ?? record.brand ?? '',
    partNumber: record.mpn ?? '',
    title: shortened(record.title ?? ''),
    facts: facts.flatMap(([name, value]) =>
      value === null || value === undefined || value === '' ? [] : [[name, shortened(String(value))] as const],
    ),
  };
}

function shortened(text: string): string {
  const letters = [...text];
  return letters.length <= MOST_CHARACTERS ? text : `${letters.slice(0, MOST_CHARACTERS - 1).join('')}…`;
}
