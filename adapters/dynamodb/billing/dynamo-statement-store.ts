/**
 * Stores statements in the Accounts table. A statement is put once, in one transaction with its corrections and its
 * audit line, on the condition that its period's row is as it was read. Its parts are written before it, in rows that
 * are read only with the statement and do not change afterward.
 */
import { GetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AuditLine, StoredAuditLine } from '../../../core/billing/accounts/audit-line.ts';
import type { Account } from '../../../core/billing/accounts/account.ts';
import type { PeriodUsage, UsageSnapshot } from '../../../core/billing/accounts/usage.ts';
import type { ChargedPart } from '../../../core/billing/statements/found-parts.ts';
import type { ClientDays } from '../../../core/billing/statements/key-use.ts';
import type { Correction, FoundPart, Statement } from '../../../core/billing/statements/statement.ts';
import type {
  StatementStore,
  StatementToWrite,
  WriteResult,
} from '../../../core/billing/statements/statement-store.ts';
import {
  accountKey,
  accountPartition,
  ACTIVITY_PREFIX,
  AUDIT_PREFIX,
  CLIENT_PREFIX,
  CORRECTION_PREFIX,
  correctionKey,
  ENRICH_PREFIX,
  STATEMENT_PREFIX,
  statedPartsPrefix,
  statementKey,
  USAGE_PREFIX,
  usageKey,
} from '../accounts-table/account-keys.ts';
import { queryAccountRows } from '../accounts-table/query-account-rows.ts';
import { readAccountRow, readAuditRow, readClientRow, writeAuditRow } from '../accounts-table/account-rows.ts';
import { readAssistantDay } from '../accounts-table/activity-rows.ts';
import { readUsageHistory } from './usage-rows.ts';
import { queryBetween } from '../client/query-rows.ts';
import type { Row } from '../client/row-key.ts';
import { transactWrite, type TransactItem } from '../client/transact-write.ts';
import { readRequestRow } from '../accounts-table/enrichment-rows.ts';
import {
  readOpenCorrection,
  readStatedParts,
  readStatementRow,
  usageAsRead,
  writeCorrectionRow,
  writeStatedParts,
  writeStatementRow,
} from './statement-rows.ts';

export class DynamoStatementStore implements StatementStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  /** @param client may retry calls by itself: every write here is conditional */
  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async readAccount(accountId: string): Promise<Account | undefined> {
    const row = await this.#get(accountKey(accountId));
    return row && readAccountRow(row);
  }

  async readTrail(accountId: string, sinceMs: number): Promise<readonly StoredAuditLine[]> {
    const { rows } = await queryBetween(this.#client, this.#tableName, {
      partition: accountPartition(accountId),
      first: `${AUDIT_PREFIX}${new Date(sinceMs).toISOString()}`,
      last: `${AUDIT_PREFIX}~`,
    });
    return rows.map(readAuditRow);
  }

  async readUsageHistory(accountId: string): Promise<UsageSnapshot> {
    return readUsageHistory(await this.#rows(accountId, USAGE_PREFIX));
  }

  async readChargedParts(accountId: string): Promise<readonly ChargedPart[]> {
    return (await this.#rows(accountId, ENRICH_PREFIX)).flatMap((row) => {
      const { asked, chargedOn } = readRequestRow(row);
      if (chargedOn === null) return [];
      const { manufacturer, partNumber } = asked;
      return [{ manufacturer, partNumber, foundAtMs: chargedOn.atMs, periodKey: chargedOn.usageKey }];
    });
  }

  async readClientDays(accountId: string): Promise<ClientDays> {
    const [clients, days] = await Promise.all([
      this.#rows(accountId, CLIENT_PREFIX),
      this.#rows(accountId, ACTIVITY_PREFIX),
    ]);
    return { clients: clients.map((row) => readClientRow(row).client), days: days.map(readAssistantDay) };
  }

  async listStatements(accountId: string): Promise<readonly Statement[]> {
    return (await this.#rows(accountId, STATEMENT_PREFIX)).map(readStatementRow);
  }

  async readStatement(accountId: string, periodKey: string): Promise<Statement | undefined> {
    const row = await this.#get(statementKey(accountId, periodKey));
    return row && readStatementRow(row);
  }

  async readStatedParts({ accountId, periodKey }: Statement): Promise<readonly FoundPart[]> {
    return (await this.#rows(accountId, statedPartsPrefix(periodKey))).flatMap(readStatedParts);
  }

  async writeStatement({ statement, usage, found, audit }: StatementToWrite): Promise<WriteResult> {
    const { accountId, periodKey } = statement;
    for (const Item of writeStatedParts(statement, found)) {
      const parts = await transactWrite(this.#client, [
        this.#notStated(statement),
        { Put: { TableName: this.#tableName, Item } },
      ]);
      if (parts.kind === 'refused') return 'exists';
    }
    const written = await transactWrite(this.#client, [
      this.#putOnce(writeStatementRow(statement)),
      this.#unchanged(accountId, periodKey, usage),
      ...statement.corrections.map((correction) => this.#takeUp(statement, correction)),
      this.#putOnce(writeAuditRow(accountId, audit)),
    ]);
    if (written.kind === 'written') return 'written';
    return written.reasons[0]?.Code === 'ConditionalCheckFailed' ? 'exists' : 'changed';
  }

  async listOpenCorrections(accountId: string): Promise<readonly Correction[]> {
    return (await this.#rows(accountId, CORRECTION_PREFIX)).flatMap((row) => readOpenCorrection(row) ?? []);
  }

  async addCorrection(accountId: string, correction: Correction, audit: AuditLine): Promise<boolean> {
    const items = [writeCorrectionRow(accountId, correction), writeAuditRow(accountId, audit)];
    const written = await transactWrite(
      this.#client,
      items.map((row) => this.#putOnce(row)),
    );
    return written.kind === 'written';
  }

  async #get(key: ReturnType<typeof accountKey>): Promise<Row | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#tableName, Key: { ...key }, ConsistentRead: true }),
    );
    return Item as Row | undefined;
  }

  #rows(accountId: string, prefix: string): Promise<readonly Row[]> {
    return queryAccountRows(this.#client, this.#tableName, accountId, prefix);
  }

  #putOnce(Item: Row): TransactItem {
    return { Put: { TableName: this.#tableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } };
  }

  #notStated({ accountId, periodKey }: Statement): TransactItem {
    return {
      ConditionCheck: {
        TableName: this.#tableName,
        Key: { ...statementKey(accountId, periodKey) },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    };
  }

  /**
   * Requires that the period's row is as it was read; a missing attribute counts as 0. Without usage, no call may have
   * been billed.
   */
  #unchanged(accountId: string, periodKey: string, usage: PeriodUsage | undefined): TransactItem {
    const Key = { ...usageKey(accountId, periodKey) };
    if (usage === undefined)
      return {
        ConditionCheck: { TableName: this.#tableName, Key, ConditionExpression: 'attribute_not_exists(price)' },
      };
    const read = Object.entries({ ...usageAsRead(usage), fee: usage.monthlyFeeNanoUsd ?? 0 });
    return {
      ConditionCheck: {
        TableName: this.#tableName,
        Key,
        ConditionExpression: read
          .map(([name, value]) =>
            value === 0 ? `(attribute_not_exists(#${name}) OR #${name} = :${name})` : `#${name} = :${name}`,
          )
          .join(' AND '),
        ExpressionAttributeNames: Object.fromEntries(read.map(([name]) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries(read.map(([name, value]) => [`:${name}`, value])),
      },
    };
  }

  #takeUp({ accountId, periodKey }: Statement, { correctionId }: Correction): TransactItem {
    return {
      Update: {
        TableName: this.#tableName,
        Key: { ...correctionKey(accountId, correctionId) },
        UpdateExpression: 'SET stated_in = :period',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(stated_in)',
        ExpressionAttributeValues: { ':period': periodKey },
      },
    };
  }
}
