/** Locates and reads items in the database. */
import { dynalite } from './dynalite.ts';
import type { Request, Store, Table, WireItem } from './dynalite.ts';

export interface ItemKey {
  readonly tableName: string;
  /** The item's key as dynalite writes it into its key space. */
  readonly key: string;
}

/** @throws {ApiFailure} ResourceNotFoundException */
export function readTable(store: Store, name: string): Promise<Table> {
  return new Promise((resolve, reject) => {
    store.getTable(name, (error, table) => (table ? resolve(table) : reject(error ?? new Error('no table'))));
  });
}

/**
 * The key of the item that a validated request puts, changes or reads.
 * @throws {ApiFailure} ValidationException when it does not fit the table
 */
export function itemKeyOf(table: Table, request: Request): ItemKey {
  const item = (request.Item ?? request.Key) as WireItem;
  const invalid = request.Item ? dynalite.validateItem(item, table) : dynalite.validateKey(item, table);
  if (invalid) throw invalid;
  return { tableName: table.TableName, key: dynalite.createKey(item, table) };
}

export function readItem(store: Store, { tableName, key }: ItemKey): Promise<WireItem | undefined> {
  return store.db.get(`${itemPrefix(tableName)}${key}`) as Promise<WireItem | undefined>;
}

/** dynalite's prefix for the items of a table. */
export function itemPrefix(tableName: string): string {
  return `item-${tableName}~`;
}
