/**
 * Stores the progress of a file import in the table it fills. A restored or recreated table therefore has no stale
 * progress, and another machine can resume the import.
 *
 * The key is a hash of the first 4 kB of the file; a checkpoint is used only if everything before it is unchanged.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { DeleteCommand, GetCommand, PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { FILE_START, isSamePrefix } from './read-lines.ts';

const FILE_KEY_BYTES = 4_096;

const checkpointSchema = z.object({
  offset: z.number().int().nonnegative(),
  line: z.number().int().nonnegative(),
  prefixSha256: z.string(),
  /** Lines before `offset` that were stored, and lines that were refused. */
  stored: z.number().int().nonnegative(),
  bad: z.number().int().nonnegative(),
  /** Rows that the mapping skips. */
  passedOver: z.number().int().nonnegative(),
  /** Stored items with unknown words. */
  unread: z.number().int().nonnegative(),
});
/** Every line before this place was stored, skipped, or reported as bad. */
export type ImportCheckpoint = z.infer<typeof checkpointSchema>;

export const IMPORT_START: ImportCheckpoint = { ...FILE_START, stored: 0, bad: 0, passedOver: 0, unread: 0 };

export interface CheckpointStore {
  /** Returns where to resume: the start if there is no checkpoint, or if the file has changed before it. */
  find(path: string): Promise<ImportCheckpoint>;
  save(path: string, checkpoint: ImportCheckpoint): Promise<void>;
  forget(path: string): Promise<void>;
}

/** @param reading identifies the mapping, if any: an import with another mapping starts at the first line */
export function checkpointsIn(client: DynamoDBDocumentClient, table: string, reading = ''): CheckpointStore {
  const keyOf = async (path: string) => ({ pk: `IMPORT#${await fileKey(path, reading)}`, sk: 'CHECKPOINT' });
  return {
    find: async (path) => {
      const answer = await client.send(
        new GetCommand({ TableName: table, Key: await keyOf(path), ConsistentRead: true }),
      );
      const known = checkpointSchema.safeParse(answer.Item);
      return known.success && (await isSamePrefix(path, known.data)) ? known.data : IMPORT_START;
    },
    save: async (path, checkpoint) => {
      await client.send(new PutCommand({ TableName: table, Item: { ...(await keyOf(path)), ...checkpoint } }));
    },
    forget: async (path) => {
      await client.send(new DeleteCommand({ TableName: table, Key: await keyOf(path) }));
    },
  };
}

/** For dry runs, which start at the first line and store no progress. */
export const NO_CHECKPOINTS: CheckpointStore = {
  find: () => Promise.resolve(IMPORT_START),
  save: () => Promise.resolve(),
  forget: () => Promise.resolve(),
};

async function fileKey(path: string, reading: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { end: FILE_KEY_BYTES - 1 })) hash.update(chunk as Buffer);
  return hash.update(reading).digest('hex');
}
