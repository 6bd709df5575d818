/**
 * Stores earlier matches of an account's rows (docs/reference/storage.md). Each account has one partition, so its
 * matches can be listed.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, QueryCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import {
  KEPT_FORGOTTEN_DAYS,
  MAX_FILES,
  placeOfUse,
  type LearnedKey,
  type LearnedMatch,
  type LearnedMatches,
  type LearnedUse,
  type Statement,
} from '../../../core/catalogs/rows/learned-matches.ts';
import type { AuditLine } from '../../../core/billing/accounts/audit-line.ts';
import { writeAuditRow } from '../accounts-table/account-rows.ts';
import { batchGet } from '../client/batch-get.ts';
import { batchWrite } from '../client/batch-write.ts';
import { queryBetween } from '../client/query-rows.ts';
import { rowId, type Row, type RowKey } from '../client/row-key.ts';

export class DynamoLearnedMatches implements LearnedMatches {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async readLearned(accountId: string, keys: readonly LearnedKey[]): Promise<ReadonlyMap<LearnedKey, LearnedMatch>> {
    if (keys.length === 0) return new Map();
    const wanted = keys.map((key) => rowOf(accountId, key));
    const rows = await batchGet(this.#client, this.#tableName, wanted, { consistent: true });
    return new Map([...rows.values()].map(readLearned).map((match) => [match.key, match]));
  }

  async storeLearned(accountId: string, matches: readonly LearnedMatch[]): Promise<void> {
    const puts = matches.map((match) => ({ put: learnedRow(accountId, match) }));
    await batchWrite(this.#client, this.#tableName, puts);
  }

  async listLearned(
    accountId: string,
    { after, limit }: { after: LearnedKey | null; limit: number },
  ): Promise<readonly LearnedMatch[]> {
    const rows: unknown[] = [];
    let from: Record<string, unknown> | undefined = after === null ? undefined : { ...rowOf(accountId, after) };
    do {
      const page = await this.#client.send(
        new QueryCommand({
          TableName: this.#tableName,
          KeyConditionExpression: 'pk = :pk AND sk >= :first',
          ExpressionAttributeValues: { ':pk': partitionOf(accountId), ':first': FIRST_KEY },
          ConsistentRead: true,
          Limit: limit - rows.length,
          ...(from && { ExclusiveStartKey: from }),
        }),
      );
      rows.push(...(page.Items ?? []));
      from = page.LastEvaluatedKey;
    } while (from !== undefined && rows.length < limit);
    return rows.map(readLearned);
  }

  async forgetLearned(accountId: string, keys: readonly LearnedKey[], nowMs: number, line?: AuditLine): Promise<void> {
    const known = await this.readLearned(accountId, keys);
    const expires_at = Math.ceil(nowMs / 1000) + KEPT_FORGOTTEN_DAYS * 86_400;
    const copies = [...known.values()].flatMap((match) =>
      [forgottenKey(accountId, match.key), ...(line === undefined ? [] : [forgettingKey(accountId, match.key)])].map(
        (key) => ({ put: { ...learnedRow(accountId, match), ...key, expires_at } }),
      ),
    );
    // The copies first: a killed run has forgotten nothing that cannot be restored.
    await batchWrite(this.#client, this.#tableName, copies);
    if (known.size > 0) await this.#audit(accountId, line);
    const deletes = keys.map((key) => ({ delete: rowOf(accountId, key) }));
    await batchWrite(this.#client, this.#tableName, deletes);
  }

  async listForgetting(accountId: string): Promise<readonly LearnedMatch[]> {
    const { rows } = await queryBetween(this.#client, this.#tableName, {
      partition: partitionOf(accountId),
      ...{ first: FORGETTING, last: `${FORGETTING}~`, limit: MAX_FORGETTING },
    });
    const open = rows.map((row) => readLearned({ ...row, sk: row.sk.slice(FORGETTING.length) }));
    // What was learned since is listed itself, and forgetting that reaches the same rows.
    const known = await this.readLearned(
      accountId,
      open.map(({ key }) => key),
    );
    return open.filter(({ key }) => !known.has(key));
  }

  async endForgetting(accountId: string, keys: readonly LearnedKey[]): Promise<void> {
    const deletes = keys.map((key) => ({ delete: forgettingKey(accountId, key) }));
    await batchWrite(this.#client, this.#tableName, deletes);
  }

  async restoreLearned(
    accountId: string,
    keys: readonly LearnedKey[],
    line?: AuditLine,
  ): Promise<readonly LearnedKey[]> {
    const wanted = keys.map((key) => forgottenKey(accountId, key));
    const rows = await batchGet(this.#client, this.#tableName, wanted, { consistent: true });
    const restored: LearnedKey[] = [];
    for (const { expires_at: _, ...row } of rows.values()) {
      const key = String(row.sk).slice(FORGOTTEN.length) as LearnedKey;
      await putUnlessKnown(this.#client, this.#tableName, { ...row, ...rowOf(accountId, key) });
      restored.push(key);
    }
    if (restored.length > 0) await this.#audit(accountId, line);
    const deletes = restored.flatMap((key) => [
      { delete: forgettingKey(accountId, key) },
      { delete: forgottenKey(accountId, key) },
    ]);
    await batchWrite(this.#client, this.#tableName, deletes);
    return restored;
  }

  async noteUses(accountId: string, uses: readonly LearnedUse[]): Promise<void> {
    if (uses.length === 0) return;
    const keys = uses.map((use) => useKey(accountId, use.key, placeOfUse(use)));
    // Another match may have given the first of them its item meanwhile, and the others still have theirs.
    const noted = await batchGet(this.#client, this.#tableName, keys, { consistent: true });
    const puts = uses.map((use, place) => {
      const key = keys[place]!;
      const before = noted.get(rowId(key));
      const rows = before === undefined ? use.rows : [...useSchema.parse(before).rows, ...use.rows];
      const all = [...new Set(rows)].toSorted((a, b) => a - b);
      return { put: { ...key, catalog_id: use.catalogId, rows_in: use.rowsIn, rows: all } };
    });
    await batchWrite(this.#client, this.#tableName, puts);
  }

  async listUses(
    accountId: string,
    key: LearnedKey,
    { after, limit }: { after: string | null; limit: number },
  ): Promise<readonly LearnedUse[]> {
    const { rows } = await this.#queryUses(accountId, key, after ?? '', limit);
    return rows
      .map((row) => ({ key, ...useSchema.parse(row) }))
      .map(({ key: of, catalog_id, rows_in, rows: all }) => ({
        key: of,
        catalogId: catalog_id,
        rowsIn: rows_in,
        rows: all,
      }));
  }

  async filesUsing(accountId: string, key: LearnedKey): Promise<readonly string[]> {
    const files = new Set<string>();
    for (let after = ''; ;) {
      const { rows, isLast } = await this.#queryUses(accountId, key, after, MAX_FILES);
      for (const row of rows) files.add(useSchema.parse(row).catalog_id);
      const last = rows.at(-1);
      if (isLast || last === undefined || files.size >= MAX_FILES) return [...files].slice(0, MAX_FILES);
      // A file may have used it for many rows.
      after = `${useSchema.parse(last).rows_in}#~`;
    }
  }

  #queryUses(accountId: string, key: LearnedKey, after: string, limit: number) {
    const prefix = useKey(accountId, key, '').sk;
    return queryBetween(this.#client, this.#tableName, {
      partition: partitionOf(accountId),
      // The space is the first character behind the last use.
      first: after === '' ? prefix : `${prefix}${after} `,
      last: `${prefix}~`,
      limit,
    });
  }

  /**
   * Before what it tells of is complete, so that a killed run leaves a line too many rather than none. It is in another
   * partition than the matches.
   */
  async #audit(accountId: string, line: AuditLine | undefined): Promise<void> {
    if (line === undefined) return;
    await this.#client.send(new PutCommand({ TableName: this.#tableName, Item: writeAuditRow(accountId, line) }));
  }
}

/** A match that was learned since is the newer decision and stays. */
async function putUnlessKnown(client: DynamoDBDocumentClient, TableName: string, Item: Row): Promise<void> {
  try {
    await client.send(new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' }));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

/** Sorted before the keys of matches that are remembered. */
const FORGOTTEN = 'FORGOTTEN#';
const FORGETTING = 'FORGETTING#';
const FIRST_KEY = 'NUMBER#';
/** The most that are listed; the others follow when these are done. */
const MAX_FORGETTING = 200;

function forgottenKey(accountId: string, key: LearnedKey): RowKey {
  return { pk: partitionOf(accountId), sk: `${FORGOTTEN}${key}` };
}

function forgettingKey(accountId: string, key: LearnedKey): RowKey {
  return { pk: partitionOf(accountId), sk: `${FORGETTING}${key}` };
}

/** Sorted before the matches, too: an earlier version lists only what comes behind. */
function useKey(accountId: string, key: LearnedKey, place: string): RowKey {
  return { pk: partitionOf(accountId), sk: `APPLIED#${key}#${place}` };
}

function partitionOf(accountId: string): string {
  return `LEARNED#${accountId}`;
}

function rowOf(accountId: string, key: LearnedKey): RowKey {
  return { pk: partitionOf(accountId), sk: key };
}

const text = z._default(z.nullable(z.string()), null);
const statement = z.pipe(
  z.tuple([z.nullable(z.string()), z.nullable(z.string()), z.nullable(z.string())]),
  z.transform(([supplier, partNumber, gtin]): Statement => ({ supplier, partNumber, gtin })),
);

const useSchema = z.object({ catalog_id: z.string(), rows_in: z.string(), rows: z.array(z.int()) });

const rowSchema = z.object({
  sk: z.pipe(
    z.string(),
    z.transform((key) => key as LearnedKey),
  ),
  item_number: text,
  stated: statement,
  item_id: text,
  named: z._default(z.nullable(statement), null),
  catalog_id: z.string(),
  replacement_id: z.optional(z.string()),
  accepted_by: text,
  learned_at_ms: z.int().check(z.nonnegative()),
});

function readLearned(row: unknown): LearnedMatch {
  const stored = rowSchema.parse(row);
  return {
    key: stored.sk,
    itemNumber: stored.item_number,
    stated: stored.stated,
    itemId: stored.item_id,
    named: stored.named,
    catalogId: stored.catalog_id,
    ...(stored.replacement_id !== undefined && { replacementId: stored.replacement_id }),
    acceptedBy: stored.accepted_by,
    learnedAtMs: stored.learned_at_ms,
  };
}

/** Leaves out null values. */
export function learnedRow(accountId: string, match: LearnedMatch): Row {
  return {
    ...rowOf(accountId, match.key),
    item_number: match.itemNumber ?? undefined,
    stated: cellsOf(match.stated),
    item_id: match.itemId ?? undefined,
    named: match.named === null ? undefined : cellsOf(match.named),
    catalog_id: match.catalogId,
    replacement_id: match.replacementId,
    accepted_by: match.acceptedBy ?? undefined,
    learned_at_ms: match.learnedAtMs,
  };
}

function cellsOf({ supplier, partNumber, gtin }: Statement): readonly (string | null)[] {
  return [supplier, partNumber, gtin];
}
