/**
 * Stores operators' aliases for the code that changes them. An alias is one row, written in one transaction with its
 * audit line.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AuditLine } from '../../../core/billing/accounts/audit-line.ts';
import type {
  ManufacturerAliasStore,
  StoredAliases,
} from '../../../core/index/manufacturers/administer-manufacturers.ts';
import type { ManufacturerAlias } from '../../../core/index/manufacturers/manufacturer-alias.ts';
import { batchGet } from '../client/batch-get.ts';
import { transactWrite } from '../client/transact-write.ts';
import { STAGE_TRAIL } from '../accounts-table/account-keys.ts';
import { writeAuditRow } from '../accounts-table/account-rows.ts';
import {
  MANUFACTURER_ALIASES_KEY,
  readManufacturerAliasRow,
  writeManufacturerAliasRow,
} from './manufacturer-alias-rows.ts';

export class DynamoManufacturerAliasStore implements ManufacturerAliasStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async readAliases(): Promise<StoredAliases> {
    const rows = await batchGet(this.#client, this.#tableName, [MANUFACTURER_ALIASES_KEY], { consistent: true });
    return readManufacturerAliasRow([...rows.values()][0]);
  }

  async writeAliases(aliases: readonly ManufacturerAlias[], revision: number, audit: AuditLine): Promise<boolean> {
    const TableName = this.#tableName;
    const isFirst = { ConditionExpression: 'attribute_not_exists(pk)' };
    const isUnchanged = {
      ConditionExpression: 'revision = :revision',
      ExpressionAttributeValues: { ':revision': revision },
    };
    const condition = revision === 0 ? isFirst : isUnchanged;
    const { kind } = await transactWrite(this.#client, [
      { Put: { TableName, Item: writeManufacturerAliasRow(aliases, revision + 1), ...condition } },
      { Put: { TableName, Item: writeAuditRow(STAGE_TRAIL, audit), ...isFirst } },
    ]);
    return kind === 'written';
  }
}
