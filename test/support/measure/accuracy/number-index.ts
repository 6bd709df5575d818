/** Real parts by their part number as in the index, with the matching of a look-up, but without storage. */
import type { ItemRecord } from '../../../../core/index/items/item-record.ts';
import {
  findOtherManufacturers,
  type OtherManufacturers,
} from '../../../../core/index/manufacturers/other-manufacturers.ts';
import { BUILT_IN_MANUFACTURERS } from '../../../../core/index/manufacturers/built-in-manufacturers.ts';
import type { ManufacturerTable } from '../../../../core/index/manufacturers/manufacturer-table.ts';
import { resolveManufacturer } from '../../../../core/index/manufacturers/resolve-manufacturer.ts';
import { toManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';
import { partKey } from '../../../../core/index/part-keys/part-number.ts';

export type HeldPart = Pick<ItemRecord, 'manufacturer' | 'brand'> & { readonly mpn: string };

export interface Answer {
  /** The manufacturer of the matched part; undefined if there was none. */
  readonly manufacturer: string | undefined;
  readonly hint: OtherManufacturers | undefined;
}

export class NumberIndex {
  readonly parts: readonly HeldPart[];
  readonly #byNumber: ReadonlyMap<string, readonly HeldPart[]>;
  readonly #table: ManufacturerTable;

  constructor(parts: readonly HeldPart[], table = BUILT_IN_MANUFACTURERS) {
    this.parts = parts;
    this.#byNumber = groupBy(parts, ({ mpn }) => partKey(mpn));
    this.#table = table;
  }

  manufacturersOf(mpn: string): readonly string[] {
    return (this.#byNumber.get(partKey(mpn)) ?? []).map(({ manufacturer }) => manufacturer ?? '');
  }

  ask(manufacturer: string, mpn: string, table = this.#table): Answer {
    const held = this.#byNumber.get(partKey(mpn)) ?? [];
    const resolution = resolveManufacturer(manufacturer, held, table);
    const [place] = resolution.kind === 'fits' ? resolution.places : [];
    const found = place === undefined ? undefined : held[place];
    if (found !== undefined) return { manufacturer: found.manufacturer ?? '', hint: undefined };
    return { manufacturer: undefined, hint: findOtherManufacturers(manufacturer, held, table, resolution) };
  }

  /** Answers as the index would without the table: by the key of the name only. */
  askByKey(manufacturer: string, mpn: string): Answer {
    const held = this.#byNumber.get(partKey(mpn)) ?? [];
    const found = held.find((part) =>
      [part.manufacturer, part.brand].some((name) => toManufacturerKey(name ?? '') === toManufacturerKey(manufacturer)),
    );
    return { manufacturer: found?.manufacturer ?? undefined, hint: undefined };
  }
}

/** Groups the values by key; each group keeps their order. */
export function groupBy<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
): ReadonlyMap<string, readonly Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return groups;
}
