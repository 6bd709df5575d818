/** Stores accounts, keys and their audit trail for the code that changes them. Each change is one transaction. */
import { GetCommand, PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type {
  AdministrationStore,
  ChangedBudgets,
  ClientWithSecrets,
  Versioned,
} from '../../../core/access/administration/administration-store.ts';
import type { AuditLine, StoredAuditLine } from '../../../core/billing/accounts/audit-line.ts';
import { numberedWith } from '../../../core/billing/plans/budget.ts';
import type { ClientRecord } from '../../../core/billing/accounts/caller.ts';
import type { Account } from '../../../core/billing/accounts/account.ts';
import type { ClientIdentity } from '../../../core/identifiers.ts';
import {
  accountKey,
  accountListKey,
  AUDIT_PREFIX,
  CLIENT_PREFIX,
  clientKey,
  STAGE_TRAIL,
} from '../accounts-table/account-keys.ts';
import {
  readAccountRow,
  readAuditRow,
  readClientRow,
  writeAccountRow,
  writeAuditRow,
  writeBudgets,
  writeClientRow,
} from '../accounts-table/account-rows.ts';
import { queryAccountRows } from '../accounts-table/query-account-rows.ts';
import type { Row, RowKey } from '../client/row-key.ts';
import { transactWrite, type TransactItem } from '../client/transact-write.ts';
import { changeOver, putNew } from '../client/revision-write.ts';
import { settleInvoice } from '../accounts-table/invoice-rows.ts';

export class DynamoAdministrationStore implements AdministrationStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async readAccount(accountId: string): Promise<Versioned<Account> | undefined> {
    const row = await this.#get(accountKey(accountId));
    return row === undefined ? undefined : { value: readAccountRow(row), revision: Number(row['revision']) };
  }

  async readClient(identity: ClientIdentity): Promise<Versioned<ClientWithSecrets> | undefined> {
    const row = await this.#get(clientKey(identity));
    return row === undefined ? undefined : { value: readClientRow(row), revision: Number(row['revision']) };
  }

  async listClients(accountId: string): Promise<readonly ClientRecord[]> {
    const rows = await queryAccountRows(this.#client, this.#tableName, accountId, CLIENT_PREFIX);
    return rows.map((row) => readClientRow(row).client).sort((a, b) => a.createdAtMs - b.createdAtMs);
  }

  async listAuditLines(accountId: string, limit: number): Promise<readonly StoredAuditLine[]> {
    const rows = await queryAccountRows(this.#client, this.#tableName, accountId, AUDIT_PREFIX, limit);
    return rows.map(readAuditRow);
  }

  async addStageLine(audit: AuditLine): Promise<void> {
    const Item = writeAuditRow(STAGE_TRAIL, audit);
    await this.#client.send(new PutCommand({ TableName: this.#tableName, Item }));
  }

  async listStageLines(limit: number): Promise<readonly StoredAuditLine[]> {
    return this.listAuditLines(STAGE_TRAIL, limit);
  }

  async createAccount(account: Account, audit: AuditLine): Promise<boolean> {
    return this.#write(account.accountId, audit, [
      this.#put({ ...writeAccountRow(account), revision: 1 }),
      this.#put({ ...accountListKey(account.accountId) }),
    ]);
  }

  async createClient(
    client: ClientWithSecrets,
    audit: AuditLine,
    accountRevision: number,
    budgeted?: ChangedBudgets,
  ): Promise<boolean> {
    const { accountId } = client.client;
    const account = { ...accountKey(accountId), ...numbered(client.client) };
    return this.#write(accountId, audit, [
      this.#change({ ...account, ...(budgeted && { budgets: writeBudgets(budgeted.budgets) }) }, accountRevision),
      this.#put({ ...writeClientRow(client), revision: 1 }),
      ...(budgeted === undefined ? [] : [this.#put(writeAuditRow(accountId, budgeted.audit, true))]),
    ]);
  }

  async changeAccount(
    account: Account,
    revision: number,
    audit: AuditLine,
    settledInvoices: readonly string[] = [],
  ): Promise<boolean> {
    return this.#write(account.accountId, audit, [
      this.#change(writeAccountRow(account), revision),
      ...settledInvoices.map((invoice) => settleInvoice(this.#tableName, account.accountId, invoice)),
    ]);
  }

  async changeClient(client: ClientWithSecrets, revision: number, audit: AuditLine): Promise<boolean> {
    return this.#write(client.client.accountId, audit, [this.#change(writeClientRow(client), revision)]);
  }

  /** Returns false when a condition failed: the caller reads again and retries. */
  async #write(accountId: string, audit: AuditLine, items: readonly TransactItem[]): Promise<boolean> {
    const auditRow = this.#put(writeAuditRow(accountId, audit));
    return (await transactWrite(this.#client, [...items, auditRow])).kind === 'written';
  }

  #put(row: Row): TransactItem {
    return putNew(this.#tableName, row);
  }

  #change(row: Row, revision: number): TransactItem {
    return changeOver(this.#tableName, row, revision);
  }

  async #get(key: RowKey): Promise<Row | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#tableName, Key: { pk: key.pk, sk: key.sk }, ConsistentRead: true }),
    );
    return Item as Row | undefined;
  }
}

/** The count of numbered clients once this one has its number: the revision shows that no other client got it. */
function numbered({ number }: Pick<ClientRecord, 'number'>): { readonly clients_numbered?: number } {
  return number === undefined ? {} : { clients_numbered: numberedWith(number) };
}
