/** The port to what the billing system says of payments. Every read sees every finished write. */
import type { AuditLine } from '../accounts/audit-line.ts';
import type { Account } from '../accounts/plan.ts';
import type { Versioned } from '../administration/administration-store.ts';

/** What was heard of one invoice. */
export interface HeardInvoice {
  readonly invoice: string;
  /** This is final: a failure that is reported later happened before. */
  readonly isSettled: boolean;
  /** The events that were heard of it, the latest last. */
  readonly eventIds: readonly string[];
}

export interface PaymentChange {
  readonly account: Account;
  /** Of the account as it was read. */
  readonly revision: number;
  readonly heard: HeardInvoice;
  /** Absent: the event changes nothing, and is only remembered. */
  readonly audit?: AuditLine;
}

export interface PaymentStore {
  /** The account that has the billing system's customer. */
  findAccount(customer: string): Promise<string | undefined>;
  readAccount(accountId: string): Promise<Versioned<Account> | undefined>;
  /** Undefined: nothing was heard of it. */
  readInvoice(accountId: string, invoice: string): Promise<HeardInvoice | undefined>;
  /** In one transaction. False when the account was changed since it was read; every event changes it. */
  writeHeard(change: PaymentChange): Promise<boolean>;
  /**
   * Gives the account its customer, and takes the former from it.
   * @returns `taken`: another account has the customer
   */
  changeCustomer(
    change: Pick<PaymentChange, 'account' | 'revision'> & {
      readonly former: string | undefined;
      readonly audit: AuditLine;
    },
  ): Promise<'changed' | 'taken' | 'changed_meanwhile'>;
}
