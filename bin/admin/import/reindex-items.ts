/**
 * Goes through every record of the table and has what it is found by written again: after a change of the rules or of the format by which records
 * are filed, or when an index is doubted. The one scan there is; it runs for an operator and never for a caller.
 *
 * Readers are never wrong meanwhile. Until the marker stands they read the rows of the older format beside today's; it is put when the last record was
 * gone through, and only then the older rows are deleted. The place is kept in the table after every page, so that a stopped run resumes.
 */
import { DeleteCommand, GetCommand, PutCommand, ScanCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { isLeftOver, putFormatMarker } from '../../../adapters/dynamodb/items/index-format.ts';
import { countRows } from '../tables/count-rows.ts';
import { inParallel } from './in-parallel.ts';

const CHECKPOINT_KEY = { pk: 'REINDEX', sk: 'CHECKPOINT' };
const ITEM_PREFIX = 'ITEM#';
/** Longer than a replica of the table stays behind: a reader that sees the marker sees every row that was written before it. */
const REPLICA_LAG_MS = 2_000;

const rowKeySchema = z.object({ pk: z.string(), sk: z.string() });
type RowKey = z.infer<typeof rowKeySchema>;

/** `records`: each is written again. `leftovers`: the marker stands, and the rows of older formats are deleted. */
const phaseSchema = z.enum(['records', 'leftovers']);
const checkpointSchema = z.object({
  /** Absent in what the first release wrote: it only knew records. */
  phase: phaseSchema.default('records'),
  after: rowKeySchema.optional(),
  repaired: z.number(),
  /** Rows of the table gone through in this phase; absent in what earlier releases wrote. */
  scanned: z.number().default(0),
});
type Checkpoint = z.infer<typeof checkpointSchema>;

export interface ReindexRun {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  /** False when the record is gone. */
  readonly repairItem: (itemId: string) => Promise<boolean>;
  readonly fromStart: boolean;
  readonly concurrency: number;
  readonly stop: AbortSignal;
  /** @param share of the two passes through the table, from 0 to 1, as far as it can be told */
  readonly onProgress: (repaired: number, share: number) => void;
  readonly wait: (ms: number) => Promise<void>;
}

export interface ReindexReport {
  readonly repaired: number;
  readonly finished: boolean;
}

const START: Checkpoint = { phase: 'records', repaired: 0, scanned: 0 };

export async function reindexItems(run: ReindexRun): Promise<ReindexReport> {
  let place = (run.fromStart ? undefined : await readCheckpoint(run)) ?? START;
  if (place.phase === 'records') {
    place = await goThrough(run, place, (...page) => repairRecords(run, ...page));
    if (run.stop.aborted) return { repaired: place.repaired, finished: false };
    await run.wait(REPLICA_LAG_MS);
    await putFormatMarker(run.client, run.table);
    place = { phase: 'leftovers', repaired: place.repaired, scanned: 0 };
    await saveCheckpoint(run, place);
    // Requests that began before they could see the marker still read the older rows.
    await run.wait(REPLICA_LAG_MS);
  }
  place = await goThrough(run, place, (keys, reached) => deleteLeftovers(run, keys, reached));
  if (run.stop.aborted) return { repaired: place.repaired, finished: false };
  await run.client.send(new DeleteCommand({ TableName: run.table, Key: CHECKPOINT_KEY }));
  return { repaired: place.repaired, finished: true };
}

/** Scans from the place on, page by page; the place where the phase ended, or where it was stopped. */
async function goThrough(
  run: ReindexRun,
  start: Checkpoint,
  act: (
    keys: readonly RowKey[],
    place: Checkpoint,
    tell: (repaired: number, ofPage: number) => void,
  ) => Promise<number>,
): Promise<Checkpoint> {
  let place = start;
  const rows = await countRows(run.client, run.table);
  for (;;) {
    const page = await run.client.send(
      new ScanCommand({ TableName: run.table, ProjectionExpression: 'pk, sk', ExclusiveStartKey: place.after }),
    );
    const keys = (page.Items ?? []).map((row) => rowKeySchema.parse(row));
    const { phase, scanned: before } = place;
    const repaired = await act(keys, place, (count, ofPage) =>
      run.onProgress(count, shareDone(phase, before + ofPage * keys.length, rows)),
    );
    if (run.stop.aborted) return { ...place, repaired };
    const scanned = before + keys.length;
    run.onProgress(repaired, shareDone(phase, scanned, rows));
    if (page.LastEvaluatedKey === undefined) return { phase, repaired, scanned };
    place = { phase, after: rowKeySchema.parse(page.LastEvaluatedKey), repaired, scanned };
    await saveCheckpoint(run, place);
  }
}

async function repairRecords(
  run: ReindexRun,
  keys: readonly RowKey[],
  place: Checkpoint,
  tell: (repaired: number, ofPage: number) => void,
): Promise<number> {
  let { repaired } = place;
  let done = 0;
  const records = keys.filter(({ pk, sk }) => sk === 'CORE' && pk.startsWith(ITEM_PREFIX));
  await inParallel(records, run.concurrency, async ({ pk }) => {
    if (run.stop.aborted) return;
    if (await run.repairItem(pk.slice(ITEM_PREFIX.length))) repaired += 1;
    done += 1;
    tell(repaired, done / records.length);
  });
  return repaired;
}

async function deleteLeftovers(run: ReindexRun, keys: readonly RowKey[], { repaired }: Checkpoint): Promise<number> {
  await inParallel(keys.filter(isLeftOver), run.concurrency, async (Key) => {
    if (!run.stop.aborted) await run.client.send(new DeleteCommand({ TableName: run.table, Key }));
  });
  return repaired;
}

function shareDone(phase: Checkpoint['phase'], scanned: number, rows: number): number {
  const ofPhase = Math.min(1, scanned / Math.max(1, rows));
  return (phase === 'records' ? ofPhase : 1 + ofPhase) / 2;
}

async function readCheckpoint({ client, table }: ReindexRun): Promise<Checkpoint | undefined> {
  const answer = await client.send(new GetCommand({ TableName: table, Key: CHECKPOINT_KEY, ConsistentRead: true }));
  return checkpointSchema.safeParse(answer.Item).data;
}

async function saveCheckpoint({ client, table }: ReindexRun, place: Checkpoint): Promise<void> {
  await client.send(new PutCommand({ TableName: table, Item: { ...CHECKPOINT_KEY, ...place } }));
}
