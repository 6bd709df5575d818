/**
 * Stores what operators decide about charges in doubt (core/billing/meter/charge-in-doubt.ts). Such a row is written
 * with the void of its debit, and remains after it is resolved, so that a charge is resolved once.
 */
import { GetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AuditLine } from '../../../core/billing/accounts/audit-line.ts';
import type {
  ChargeInDoubt,
  DoubtPlace,
  DoubtRows,
  DoubtStore,
  ResolvedCharge,
} from '../../../core/billing/meter/charge-in-doubt.ts';
import { DOUBT_PREFIX, doubtKey, statementKey, usageKey } from '../accounts-table/account-keys.ts';
import { queryAccountRows } from '../accounts-table/query-account-rows.ts';
import { writeAuditRow } from '../accounts-table/account-rows.ts';
import { doubtRow, readDoubtRow } from './doubt-rows.ts';
import { readRow, voidAttribute } from './usage-rows.ts';
import { usageSubtraction } from './take-back-updates.ts';
import type { Row, RowKey } from '../client/row-key.ts';
import { transactWrite, type TransactItem } from '../client/transact-write.ts';
import { putNew } from '../client/revision-write.ts';

export class DynamoDoubtStore implements DoubtStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  /** @param client may retry calls by itself: every write here is conditional */
  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async listCharges(accountId: string): Promise<readonly ChargeInDoubt[]> {
    return (await queryAccountRows(this.#client, this.#tableName, accountId, DOUBT_PREFIX)).map(readDoubtRow);
  }

  async readDoubt({ accountId, usageKey: key, debitId }: DoubtPlace): Promise<DoubtRows> {
    const [charge, usage, statement] = await Promise.all([
      this.#get(doubtKey(accountId, key, debitId)),
      this.#get(usageKey(accountId, key)),
      this.#get(statementKey(accountId, key)),
    ]);
    return {
      charge: charge && readDoubtRow(charge),
      row: usage === undefined ? { usage } : readRow(key, usage),
      isVoid: usage?.[voidAttribute(debitId)] !== undefined,
      isStated: statement !== undefined,
    };
  }

  async resolve(charge: ResolvedCharge, isRecorded: boolean, audit: AuditLine): Promise<boolean> {
    const { accountId, usageKey: key, debitId, amounts, minute, resolution } = charge;
    const place = { accountId, usageKey: key };
    const taken = resolution === 'taken_back' ? amounts : {};
    const voided = isRecorded ? undefined : { debitId, minute };
    const isChanged = resolution === 'taken_back' || voided !== undefined;
    const written = await transactWrite(this.#client, [
      isRecorded ? this.#resolution(charge) : putNew(this.#tableName, doubtRow(charge)),
      ...(isChanged ? [{ Update: usageSubtraction(this.#tableName, place, taken, voided) }] : []),
      ...(resolution === 'taken_back' ? [this.#notStated(accountId, key)] : []),
      putNew(this.#tableName, writeAuditRow(accountId, audit)),
    ]);
    return written.kind === 'written';
  }

  #resolution({ accountId, usageKey: key, debitId, resolution }: ResolvedCharge): TransactItem {
    return {
      Update: {
        TableName: this.#tableName,
        Key: { ...doubtKey(accountId, key, debitId) },
        UpdateExpression: 'SET resolution = :resolution',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(resolution)',
        ExpressionAttributeValues: { ':resolution': resolution },
      },
    };
  }

  #notStated(accountId: string, key: string): TransactItem {
    return {
      ConditionCheck: {
        TableName: this.#tableName,
        Key: { ...statementKey(accountId, key) },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    };
  }

  async #get(key: RowKey): Promise<Row | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#tableName, Key: { ...key }, ConsistentRead: true }),
    );
    return Item as Row | undefined;
  }
}
