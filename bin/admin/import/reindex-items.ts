/**
 * Goes through every record of the table and has what it is found by written again: after a change of the rules by which records
 * are filed, or when an index is doubted. The one scan there is; it runs for an operator and never for a caller.
 * Its place is kept in the table after every page, so that a stopped run goes on.
 */
import { DeleteCommand, GetCommand, PutCommand, ScanCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { inParallel } from './in-parallel.ts';

const CHECKPOINT_KEY = { pk: 'REINDEX', sk: 'CHECKPOINT' };
const ITEM_PREFIX = 'ITEM#';

const rowKeySchema = z.object({ pk: z.string(), sk: z.string() });
const checkpointSchema = z.object({ after: rowKeySchema, repaired: z.number() });

export interface ReindexRun {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  /** False when the record is gone. */
  readonly repairItem: (itemId: string) => Promise<boolean>;
  readonly fromStart: boolean;
  readonly concurrency: number;
  readonly stop: AbortSignal;
  readonly onProgress: (repaired: number) => void;
}

export interface ReindexReport {
  readonly repaired: number;
  readonly finished: boolean;
}

export async function reindexItems(run: ReindexRun): Promise<ReindexReport> {
  const { client, table } = run;
  let { after, repaired } = (run.fromStart ? undefined : await readCheckpoint(run)) ?? {
    after: undefined,
    repaired: 0,
  };
  do {
    const page = await client.send(
      new ScanCommand({
        TableName: table,
        ProjectionExpression: 'pk, sk',
        FilterExpression: 'sk = :core AND begins_with(pk, :item)',
        ExpressionAttributeValues: { ':core': 'CORE', ':item': ITEM_PREFIX },
        ExclusiveStartKey: after,
      }),
    );
    const ids = (page.Items ?? []).map((row) => rowKeySchema.parse(row).pk.slice(ITEM_PREFIX.length));
    await inParallel(ids, run.concurrency, async (itemId) => {
      if (run.stop.aborted) return;
      if (await run.repairItem(itemId)) repaired += 1;
      run.onProgress(repaired);
    });
    if (run.stop.aborted) return { repaired, finished: false };
    after = page.LastEvaluatedKey === undefined ? undefined : rowKeySchema.parse(page.LastEvaluatedKey);
    if (after !== undefined) {
      await client.send(new PutCommand({ TableName: table, Item: { ...CHECKPOINT_KEY, after, repaired } }));
    }
  } while (after !== undefined);
  await client.send(new DeleteCommand({ TableName: table, Key: CHECKPOINT_KEY }));
  return { repaired, finished: true };
}

async function readCheckpoint({ client, table }: ReindexRun): Promise<z.infer<typeof checkpointSchema> | undefined> {
  const answer = await client.send(new GetCommand({ TableName: table, Key: CHECKPOINT_KEY, ConsistentRead: true }));
  return checkpointSchema.safeParse(answer.Item).data;
}
