/**
 * Computes item sizes and capacity units in UTF-8 bytes, like Amazon; dynalite counts characters.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 */
import { dynalite } from './dynalite.ts';
import type { Request, WireItem } from './dynalite.ts';

const WRITE_UNIT_BYTES = 1_024;
const READ_UNIT_BYTES = 4_096;

export interface Consumed {
  readonly tableName: string;
  readonly units: number;
}

/** One write measures the same item up to five times. */
const weighed = new WeakMap<WireItem, number>();

/** @param item must not change afterwards: its size is cached */
export function itemBytes(item: WireItem): number {
  const known = weighed.get(item);
  if (known !== undefined) return known;
  const json = JSON.stringify(item);
  const bytes = dynalite.itemSize(item) + Buffer.byteLength(json) - json.length;
  weighed.set(item, bytes);
  return bytes;
}

/** The cost of a write: by the larger of the item before and after, at least one unit. */
export function writeUnits(...items: readonly (WireItem | undefined)[]): number {
  const bytes = items.map((item) => (item ? itemBytes(item) : 0));
  return Math.max(1, Math.ceil(Math.max(...bytes) / WRITE_UNIT_BYTES));
}

/** The cost of reading one item, existing or not. */
export function readUnits(item: WireItem | undefined, isConsistent: boolean): number {
  return item ? readUnitsOfBytes(itemBytes(item), isConsistent) : readUnitsOfBytes(1, isConsistent);
}

export function readUnitsOfBytes(bytes: number, isConsistent: boolean): number {
  return Math.ceil(bytes / READ_UNIT_BYTES) * (isConsistent ? 1 : 0.5);
}

/** `ConsumedCapacity` of an operation on one table, when the request asks for it. */
export function consumedByOne(request: Request, consumed: Consumed): object {
  const entry = consumedEntries(request, [consumed])[0];
  return entry ? { ConsumedCapacity: entry } : {};
}

/** `ConsumedCapacity` of an operation on several tables, one entry per table, when the request asks for it. */
export function consumedByMany(request: Request, consumed: readonly Consumed[]): object {
  const entries = consumedEntries(request, consumed);
  return entries.length > 0 ? { ConsumedCapacity: entries } : {};
}

function consumedEntries(request: Request, consumed: readonly Consumed[]): object[] {
  const wanted = request.ReturnConsumedCapacity;
  if (wanted !== 'TOTAL' && wanted !== 'INDEXES') return [];
  const totals = new Map<string, number>();
  for (const { tableName, units } of consumed) totals.set(tableName, (totals.get(tableName) ?? 0) + units);
  return [...totals].map(([TableName, CapacityUnits]) => ({
    TableName,
    CapacityUnits,
    ...(wanted === 'INDEXES' && { Table: { CapacityUnits } }),
  }));
}
