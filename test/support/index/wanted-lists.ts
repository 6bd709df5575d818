/**
 * Reads lists with the result that a user expects of their rows (test/fixtures/lists/README.md), and judges what an
 * import made of them.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { nameCandidate, type CatalogRow } from '../../../core/catalogs/rows/catalog.ts';
import { rowMessage } from '../../../core/catalogs/rows/row-message.ts';
import type { ItemRecord } from '../../../core/index/items/item-record.ts';
import { isResearched } from '../../../core/sourcing/enrichment/enrich-catalog.ts';
import { parseItemLine } from '../../../core/sourcing/item-import/item-line.ts';
import { valueOf } from '../fixtures/accounts.ts';

const wantedRow = z.strictObject({
  row: z.int(),
  part: z.string().optional(),
  skipped: z.literal(true).optional(),
  leads: z.array(z.string()).optional(),
  unmatched: z.literal(true).optional(),
  unasked: z.literal(true).optional(),
  says: z.string().optional(),
  unsaid: z.string().optional(),
  silent: z.literal(true).optional(),
});
export type WantedRow = z.infer<typeof wantedRow>;
const wantedList = z.strictObject({
  file: z.string(),
  kind: z.string(),
  rows: z.array(wantedRow).default([]),
  refused: z.literal(true).optional(),
});
export type WantedList = z.infer<typeof wantedList>;

export function readWantedLists(folder: string): readonly WantedList[] {
  return linesOf(path.join(folder, 'wanted.jsonl')).map((line) => wantedList.parse(JSON.parse(line)));
}

/** Loads the items of the lists, with ids of their own for those without. @returns them by id */
export async function loadListedItems(
  lists: { load(items: readonly ItemRecord[]): Promise<void> },
  folder: string,
  name = 'items.jsonl',
): Promise<ReadonlyMap<string, ItemRecord>> {
  const records = readListedItems(path.join(folder, name));
  await lists.load(records);
  return new Map(records.map((record) => [record.id, record]));
}

function readListedItems(file: string): readonly ItemRecord[] {
  return linesOf(file).map((line, place) => {
    const item = valueOf(parseItemLine(Buffer.from(line)));
    return { ...item, id: item.id ?? `itm_${String(place).padStart(8, '0')}` };
  });
}

function linesOf(file: string): readonly string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

const RESEARCH = 'Research: request_enrichment.';

/** Returns what is wrong with the row; empty if it is as wanted. */
export function judgeRow(
  wanted: WantedRow,
  row: CatalogRow | undefined,
  items: ReadonlyMap<string, ItemRecord>,
): readonly string[] {
  if (row === undefined) return [`row ${wanted.row}: there is none`];
  const item = row.itemId === null ? undefined : items.get(row.itemId);
  const message = rowMessage(row, { research: RESEARCH, mayNameParts: true, nowMs: 0 }, item) ?? '';
  const candidates = row.candidates.map(nameCandidate);
  const missing = (wanted.leads ?? []).filter((number) => !candidates.some((name) => name.includes(number)));
  const contains = (text: string | undefined) =>
    text !== undefined && message.toLowerCase().includes(text.toLowerCase());
  const faults = [
    wanted.part !== undefined && item?.mpn !== wanted.part && `is not ${wanted.part}`,
    wanted.skipped === true && row.outcome !== 'skipped' && 'is not skipped',
    wanted.leads !== undefined && row.itemId !== null && 'is matched',
    missing.length > 0 && `does not lead to ${missing.join(', ')}`,
    wanted.unmatched === true && row.itemId !== null && 'is matched',
    wanted.unasked === true && isResearched(row) && 'would be researched',
    wanted.says !== undefined && !contains(wanted.says) && `does not say "${wanted.says}"`,
    contains(wanted.unsaid) && `says "${wanted.unsaid ?? ''}"`,
    wanted.silent === true && message.includes('The row says') && 'is said to contradict itself',
  ].filter((fault) => fault !== false);
  const is = [row.outcome, item?.mpn, row.supplier, row.partNumber, row.gtin, message, candidates.join('; ')];
  return faults.map((fault) => `row ${row.row} ${fault} — ${is.filter(Boolean).join(' | ')}`);
}
