/** The port that stores payment news from the billing system. Every read sees every finished write. */
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import type { Account } from '../../billing/accounts/account.ts';
import type { Versioned } from '../administration/administration-store.ts';

/** The news about one invoice. */
export interface HeardInvoice {
  readonly invoice: string;
  /** Final: a failure that is reported later happened earlier. */
  readonly isSettled: boolean;
  /** The events received for the invoice, latest last. */
  readonly eventIds: readonly string[];
}

export interface PaymentChange {
  readonly account: Account;
  /** The revision of the account as read. */
  readonly revision: number;
  readonly heard: HeardInvoice;
  /** Absent if the event changes nothing and is only recorded. */
  readonly audit?: AuditLine;
}

export interface PaymentStore {
  /** Returns the account with the billing system's customer. */
  findAccount(customer: string): Promise<string | undefined>;
  readAccount(accountId: string): Promise<Versioned<Account> | undefined>;
  readInvoice(accountId: string, invoice: string): Promise<HeardInvoice | undefined>;
  /**
   * Writes in one transaction, which changes the account's revision. Returns false if the account changed since it was
   * read.
   */
  writeHeard(change: PaymentChange): Promise<boolean>;
  /**
   * Links the account to a customer and removes the former link.
   * @returns `taken` if another account has the customer
   */
  changeCustomer(
    change: Pick<PaymentChange, 'account' | 'revision'> & {
      readonly former: string | undefined;
      readonly audit: AuditLine;
    },
  ): Promise<'changed' | 'taken' | 'changed_meanwhile'>;
}
