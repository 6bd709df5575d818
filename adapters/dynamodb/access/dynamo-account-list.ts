/** Reads the ids of all accounts from the partition that lists them, without reading any other row of the table. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ACCOUNT_LIST_PARTITION } from '../accounts-table/account-keys.ts';
import { queryRows } from '../client/query-rows.ts';

export class DynamoAccountList {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async *list(): AsyncGenerator<string> {
    const rows = queryRows(this.#client, this.#tableName, { partition: ACCOUNT_LIST_PARTITION });
    for await (const { sk } of rows) yield sk;
  }
}
