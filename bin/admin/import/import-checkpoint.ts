/**
 * How far the import of a file has come, kept in the table that it fills: a table that is restored or created again forgets its
 * imports with its data, and a second machine can resume where the first was stopped.
 *
 * A file is known by its first 4 kB, and a place in it counts only if everything before the place is still the same.
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
  /** Lines before the place whose record is stored, and lines that were refused. */
  stored: z.number().int().nonnegative(),
  bad: z.number().int().nonnegative(),
  /** Rows that the mapping leaves out. */
  passedOver: z.number().int().nonnegative(),
  /** Stored records with words that are not known. */
  unread: z.number().int().nonnegative(),
});
/** Every line before this place is dealt with: stored, or reported as bad. */
export type ImportCheckpoint = z.infer<typeof checkpointSchema>;

export const IMPORT_START: ImportCheckpoint = { ...FILE_START, stored: 0, bad: 0, passedOver: 0, unread: 0 };

export interface CheckpointStore {
  /** Where to resume; the start when nothing is known, or when the file has changed before that place. */
  find(path: string): Promise<ImportCheckpoint>;
  save(path: string, checkpoint: ImportCheckpoint): Promise<void>;
  forget(path: string): Promise<void>;
}

/** @param reading how the file is read, where it is not by itself: another mapping begins at the first line */
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

/** For a run that stores nothing: it begins at the first line, and leaves no place behind. */
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
