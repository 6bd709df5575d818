/**
 * Exports every item of the index as JSON Lines that `items import` accepts. It scans the table with one page in
 * memory. An item that changes meanwhile is exported in its old or its new state.
 */
import { ScanCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { ITEM_FIELDS } from '../../../../core/index/items/item-fields.ts';
import { ITEM_SECTIONS, type ItemRecord } from '../../../../core/index/items/item-record.ts';
import type { ItemIndex } from '../../../../core/index/items/item-index.ts';
import { countRows } from '../../operations/tables/count-rows.ts';

const rowKeySchema = z.object({ pk: z.string(), sk: z.string() });
const ITEM_PREFIX = 'ITEM#';
const RECORDS_AT_ONCE = 50;

interface ItemExport {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  readonly index: Pick<ItemIndex, 'readItems'>;
  readonly stop: AbortSignal;
  /** @param share of the table, from 0 to 1, estimated */
  readonly onProgress: (records: number, share: number) => void;
}

/** Yields one line per item, without the fields that are null. */
export async function* exportItems(run: ItemExport): AsyncGenerator<string> {
  const rows = Math.max(1, await countRows(run.client, run.table));
  let [records, scanned] = [0, 0];
  let after: Record<string, unknown> | undefined;
  do {
    const page = await run.client.send(
      new ScanCommand({ TableName: run.table, ProjectionExpression: 'pk, sk', ExclusiveStartKey: after }),
    );
    const keys = (page.Items ?? []).map((row) => rowKeySchema.parse(row));
    const ids = keys
      .filter(({ pk, sk }) => sk === 'CORE' && pk.startsWith(ITEM_PREFIX))
      .map(({ pk }) => pk.slice(ITEM_PREFIX.length));
    for (let start = 0; start < ids.length && !run.stop.aborted; start += RECORDS_AT_ONCE) {
      const found = await run.index.readItems(ids.slice(start, start + RECORDS_AT_ONCE), ITEM_SECTIONS);
      for (const item of found.values()) yield lineOf(item);
      records += found.size;
    }
    scanned += keys.length;
    run.onProgress(records, Math.min(1, scanned / rows));
    after = page.LastEvaluatedKey;
  } while (after !== undefined && !run.stop.aborted);
}

function lineOf(item: ItemRecord): string {
  const known = ITEM_FIELDS.filter((field) => item[field] !== null).map((field) => [field, item[field]]);
  return `${JSON.stringify({ id: item.id, ...Object.fromEntries(known) })}\n`;
}
