/**
 * Stores what the billing system reported about payments in the Accounts table. Each event is one transaction that
 * checks the account's revision, so two events of one account are processed one after the other.
 */
import { GetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Account } from '../../../core/billing/accounts/account.ts';
import type { Versioned } from '../../../core/access/administration/administration-store.ts';
import type { HeardInvoice, PaymentChange, PaymentStore } from '../../../core/access/payments/payment-store.ts';
import { readAccountRow, writeAccountRow, writeAuditRow } from '../accounts-table/account-rows.ts';
import { accountKey, billingCustomerKey, invoiceKey } from '../accounts-table/account-keys.ts';
import type { Row, RowKey } from '../client/row-key.ts';
import { transactWrite } from '../client/transact-write.ts';
import { changeOver, putNew } from '../client/revision-write.ts';
import { putInvoice, readInvoiceRow } from '../accounts-table/invoice-rows.ts';

const customerSchema = z.object({ account_id: z.string() });

export class DynamoPaymentStore implements PaymentStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  /** @param client may repeat calls by itself: every write here is conditional */
  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async findAccount(customer: string): Promise<string | undefined> {
    const row = await this.#get(billingCustomerKey(customer));
    return row && customerSchema.parse(row).account_id;
  }

  async readAccount(accountId: string): Promise<Versioned<Account> | undefined> {
    const row = await this.#get(accountKey(accountId));
    return row && { value: readAccountRow(row), revision: Number(row['revision']) };
  }

  async readInvoice(accountId: string, invoice: string): Promise<HeardInvoice | undefined> {
    const row = await this.#get(invoiceKey(accountId, invoice));
    return row && readInvoiceRow(row);
  }

  async writeHeard({ account, revision, heard, audit }: PaymentChange): Promise<boolean> {
    const { accountId } = account;
    const written = await transactWrite(this.#client, [
      changeOver(this.#tableName, writeAccountRow(account), revision),
      putInvoice(this.#tableName, accountId, heard),
      ...(audit === undefined ? [] : [putNew(this.#tableName, writeAuditRow(accountId, audit))]),
    ]);
    return written.kind === 'written';
  }

  async changeCustomer({
    account,
    revision,
    former,
    audit,
  }: Parameters<PaymentStore['changeCustomer']>[0]): Promise<'changed' | 'taken' | 'changed_meanwhile'> {
    const { accountId, billingCustomer } = account;
    const named = billingCustomer === undefined ? [] : [this.#named(billingCustomer, accountId)];
    const written = await transactWrite(this.#client, [
      ...named,
      changeOver(this.#tableName, writeAccountRow(account), revision),
      putNew(this.#tableName, writeAuditRow(accountId, audit)),
      ...(former === undefined
        ? []
        : [{ Delete: { TableName: this.#tableName, Key: { ...billingCustomerKey(former) } } }]),
    ]);
    if (written.kind === 'written') return 'changed';
    const isTaken = named.length > 0 && written.reasons[0]?.Code === 'ConditionalCheckFailed';
    return isTaken ? 'taken' : 'changed_meanwhile';
  }

  #named(customer: string, accountId: string) {
    const row: z.infer<typeof customerSchema> = { account_id: accountId };
    return putNew(this.#tableName, { ...billingCustomerKey(customer), ...row });
  }

  async #get(key: RowKey): Promise<Row | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#tableName, Key: { ...key }, ConsistentRead: true }),
    );
    return Item as Row | undefined;
  }
}
