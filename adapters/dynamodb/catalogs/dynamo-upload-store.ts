/** Stores uploads in rows of their account, which DynamoDB deletes after a week. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  UpdateCommand,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import type { AuditLine } from '../../../core/billing/accounts/audit-line.ts';
import type { Upload, UploadChange, UploadKey } from '../../../core/catalogs/uploads/upload.ts';
import type { UploadStore } from '../../../core/catalogs/uploads/upload-store.ts';
import { writeAuditRow } from '../accounts-table/account-rows.ts';
import { UPLOAD_PREFIX, uploadKey, uploadTurnKey } from '../accounts-table/account-keys.ts';
import { queryAccountRows } from '../accounts-table/query-account-rows.ts';
import { transactWrite } from '../client/transact-write.ts';
import { readUploadRow, writeState, writeUploadRow } from './upload-rows.ts';

export class DynamoUploadStore implements UploadStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async create(upload: Upload): Promise<void> {
    const Item = writeUploadRow(upload);
    const ConditionExpression = 'attribute_not_exists(pk)';
    await this.#client.send(new PutCommand({ TableName: this.#tableName, Item, ConditionExpression }));
  }

  async read({ accountId, uploadId }: UploadKey): Promise<Upload | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#tableName, Key: uploadKey(accountId, uploadId), ConsistentRead: true }),
    );
    return Item === undefined ? undefined : readUploadRow(Item);
  }

  async list(accountId: string, limit: number): Promise<readonly Upload[]> {
    return (await queryAccountRows(this.#client, this.#tableName, accountId, UPLOAD_PREFIX, limit)).map(readUploadRow);
  }

  async receive({ accountId, uploadId }: UploadKey, part: number): Promise<Upload | undefined> {
    try {
      const { Attributes } = await this.#client.send(
        new UpdateCommand({
          TableName: this.#tableName,
          Key: uploadKey(accountId, uploadId),
          UpdateExpression: 'ADD received :part',
          ConditionExpression: '#status = :receiving',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':part': new Set([part]), ':receiving': 'receiving' },
          ReturnValues: 'ALL_NEW',
        }),
      );
      return readUploadRow(Attributes);
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      throw error;
    }
  }

  async change(upload: Upload, change: UploadChange, nowMs: number, audit?: AuditLine): Promise<Upload | undefined> {
    const changed: Upload = { ...upload, ...change, revision: upload.revision + 1, changedAtMs: nowMs };
    const { accountId, uploadId } = upload;
    const Update = {
      TableName: this.#tableName,
      Key: uploadKey(accountId, uploadId),
      UpdateExpression:
        'SET revision = :revision, #status = :status, #state = :state, replaces = :replaces, changed_at_ms = :now',
      ConditionExpression: 'revision = :was',
      ExpressionAttributeNames: { '#status': 'status', '#state': 'state' },
      ExpressionAttributeValues: {
        ':revision': changed.revision,
        ':was': upload.revision,
        ':status': changed.status,
        ':state': writeState(changed),
        ':replaces': changed.replaces,
        ':now': nowMs,
      },
    };
    const line = audit && { Put: { TableName: this.#tableName, Item: writeAuditRow(accountId, audit) } };
    const { kind } = await transactWrite(this.#client, [{ Update }, ...(line === undefined ? [] : [line])]);
    return kind === 'written' ? changed : undefined;
  }

  async takeTurn(
    { accountId, uploadId }: UploadKey,
    run: string,
    { nowMs, untilMs }: { readonly nowMs: number; readonly untilMs: number },
  ): Promise<boolean> {
    return this.#ifAllowed(
      new PutCommand({
        TableName: this.#tableName,
        Item: {
          ...uploadTurnKey(accountId),
          ...{ upload_id: uploadId, run, until_ms: untilMs, expires_at: Math.ceil(untilMs / 1000) },
        },
        // A row of this same run: the request is a retry after a lost answer.
        ConditionExpression: 'attribute_not_exists(pk) OR until_ms <= :now OR run = :run',
        ExpressionAttributeValues: { ':now': nowMs, ':run': run },
      }),
    );
  }

  async endTurn({ accountId }: UploadKey, run: string): Promise<void> {
    await this.#ifAllowed(
      new DeleteCommand({
        TableName: this.#tableName,
        Key: uploadTurnKey(accountId),
        ConditionExpression: 'run = :run',
        ExpressionAttributeValues: { ':run': run },
      }),
    );
  }

  async #ifAllowed(command: PutCommand | DeleteCommand): Promise<boolean> {
    try {
      await (command instanceof PutCommand ? this.#client.send(command) : this.#client.send(command));
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }
}
