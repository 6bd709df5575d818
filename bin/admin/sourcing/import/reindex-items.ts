/**
 * Rewrites the index rows of every item, then the vocabulary. It is needed after a change of the indexing rules, or to
 * repair an index. It scans the table, so it runs only for an operator. A checkpoint in the table after every page lets
 * a stopped run resume.
 */
import { DeleteCommand, GetCommand, PutCommand, ScanCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { rebuildVocabulary } from '../../../../adapters/dynamodb/index/vocabulary-rows.ts';
import { countRows } from '../../operations/tables/count-rows.ts';
import { inParallel } from './in-parallel.ts';

const CHECKPOINT_KEY = { pk: 'REINDEX', sk: 'CHECKPOINT' };
const ITEM_PREFIX = 'ITEM#';

const rowKeySchema = z.object({ pk: z.string(), sk: z.string() });
type RowKey = z.infer<typeof rowKeySchema>;

/**
 * In the phase `records`, index rows are rewritten; in `vocabulary`, words are counted, which starts over if it was
 * stopped.
 */
const checkpointSchema = z.object({
  phase: z.enum(['records', 'vocabulary']),
  after: rowKeySchema.optional(),
  repaired: z.number(),
  /** Number of table rows scanned. */
  scanned: z.number(),
});
type Checkpoint = z.infer<typeof checkpointSchema>;

interface ReindexRun {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  /** Returns false if the item no longer exists. */
  readonly repairItem: (itemId: string) => Promise<boolean>;
  readonly fromStart: boolean;
  readonly concurrency: number;
  readonly stop: AbortSignal;
  /** @param share of the work done, from 0 to 1, estimated */
  readonly onProgress: (repaired: number, share: number) => void;
}

interface ReindexReport {
  readonly repaired: number;
  readonly finished: boolean;
}

const START: Checkpoint = { phase: 'records', repaired: 0, scanned: 0 };

export async function reindexItems(run: ReindexRun): Promise<ReindexReport> {
  let place = (run.fromStart ? undefined : await readCheckpoint(run)) ?? START;
  const rows = await countRows(run.client, run.table);
  if (place.phase === 'records') {
    place = await repairAll(run, place, rows);
    if (run.stop.aborted) return { repaired: place.repaired, finished: false };
    await saveCheckpoint(run, place);
  }
  const { repaired } = place;
  let scanned = 0;
  const finished = await rebuildVocabulary(run.client, run.table, run.stop, (count) => {
    scanned += count;
    run.onProgress(repaired, (1 + shareDone(scanned, rows)) / 2);
  });
  if (finished) await run.client.send(new DeleteCommand({ TableName: run.table, Key: CHECKPOINT_KEY }));
  return { repaired, finished };
}

/** Returns the checkpoint after the last item, or where the run was stopped. */
async function repairAll(run: ReindexRun, start: Checkpoint, rows: number): Promise<Checkpoint> {
  let place = start;
  for (;;) {
    const page = await run.client.send(
      new ScanCommand({ TableName: run.table, ProjectionExpression: 'pk, sk', ExclusiveStartKey: place.after }),
    );
    const keys = (page.Items ?? []).map((row) => rowKeySchema.parse(row));
    const { scanned: before } = place;
    const repaired = await repairRecords(run, keys, place, (count, ofPage) =>
      run.onProgress(count, shareDone(before + ofPage * keys.length, rows) / 2),
    );
    if (run.stop.aborted) return { ...place, repaired };
    const scanned = before + keys.length;
    run.onProgress(repaired, shareDone(scanned, rows) / 2);
    if (page.LastEvaluatedKey === undefined) return { phase: 'vocabulary', repaired, scanned };
    place = { phase: 'records', after: rowKeySchema.parse(page.LastEvaluatedKey), repaired, scanned };
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

function shareDone(scanned: number, rows: number): number {
  return Math.min(1, scanned / Math.max(1, rows));
}

async function readCheckpoint({ client, table }: ReindexRun): Promise<Checkpoint | undefined> {
  const answer = await client.send(new GetCommand({ TableName: table, Key: CHECKPOINT_KEY, ConsistentRead: true }));
  return checkpointSchema.safeParse(answer.Item).data;
}

async function saveCheckpoint({ client, table }: ReindexRun, place: Checkpoint): Promise<void> {
  await client.send(new PutCommand({ TableName: table, Item: { ...CHECKPOINT_KEY, ...place } }));
}
