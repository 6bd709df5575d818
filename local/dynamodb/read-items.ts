/**
 * Implements GetItem and BatchGetItem with Amazon's limits: dynalite already stops a batch at 1 MB, and loses its
 * projection.
 */
import { consumedByMany, consumedByOne, itemBytes, readUnits } from './capacity.ts';
import type { Consumed } from './capacity.ts';
import { dynalite, validateRequest } from './dynalite.ts';
import type { Request, Store, WireItem } from './dynalite.ts';
import { itemKeyOf, readItem, readTable } from './items.ts';

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

interface TableRequest extends Request {
  readonly Keys: readonly WireItem[];
  readonly ConsistentRead?: boolean;
}

interface Found {
  readonly tableName: string;
  readonly key: WireItem;
  readonly item: WireItem | undefined;
}

/** @throws {ApiFailure} ValidationException, ResourceNotFoundException */
export async function getItem(store: Store, body: Request): Promise<object> {
  const request = validateRequest(store, 'GetItem', body);
  const table = await readTable(store, request.TableName as string);
  const item = await readItem(store, itemKeyOf(table, request));
  const units = readUnits(item, request.ConsistentRead === true);
  return {
    ...(item && { Item: projected(item, request) }),
    ...consumedByOne(request, { tableName: table.TableName, units }),
  };
}

/** @throws {ApiFailure} ValidationException, ResourceNotFoundException */
export async function batchGetItem(store: Store, body: Request): Promise<object> {
  const original = structuredClone(body.RequestItems) as Record<string, TableRequest>;
  const request = validateRequest(store, 'BatchGetItem', body);
  const byTable = request.RequestItems as Record<string, TableRequest>;
  const found = (await Promise.all(Object.entries(byTable).map((entry) => readKeys(store, ...entry)))).flat();

  const answer: Record<string, WireItem[]> = Object.fromEntries(Object.keys(byTable).map((name) => [name, []]));
  const unprocessed: Record<string, TableRequest> = {};
  const consumed: Consumed[] = [];
  let bytes = 0;
  // In reverse order, because Amazon promises no order: code that relies on one fails here.
  for (const { tableName, key, item } of found.reverse()) {
    bytes += item ? itemBytes(item) : 0;
    if (bytes > MAX_ANSWER_BYTES) {
      unprocessed[tableName] = { ...original[tableName], Keys: [...(unprocessed[tableName]?.Keys ?? []), key] };
      continue;
    }
    consumed.push({ tableName, units: readUnits(item, byTable[tableName]?.ConsistentRead === true) });
    if (item) answer[tableName]?.push(projected(item, byTable[tableName]));
  }
  return { Responses: answer, UnprocessedKeys: unprocessed, ...consumedByMany(request, consumed) };
}

async function readKeys(store: Store, tableName: string, { Keys }: TableRequest): Promise<Found[]> {
  const table = await readTable(store, tableName);
  const itemKeys = Keys.map((Key) => itemKeyOf(table, { Key }));
  const items = await Promise.all(itemKeys.map((itemKey) => readItem(store, itemKey)));
  return Keys.map((key, index) => ({ tableName, key, item: items[index] }));
}

/** Returns the attributes of the item that a validated request asks for. */
export function projected(item: WireItem, request: Request | undefined): WireItem {
  const projection = request?._projection as { paths: unknown } | undefined;
  const paths = projection?.paths ?? request?.AttributesToGet;
  return paths === undefined ? item : dynalite.mapPaths(paths, item);
}
