/**
 * Finds accounts for an operator by name, id, member or key. It reads every account, so only operators may use it.
 */
import type { ClientRecord } from '../../billing/accounts/caller.ts';
import type { Account } from '../../billing/accounts/account.ts';

export interface SearchableAccount {
  readonly account: Account;
  /** Oldest first, revoked ones too. */
  readonly clients: readonly ClientRecord[];
  /** Email addresses of its members. */
  readonly members: readonly string[];
}

export interface FoundAccount extends SearchableAccount {
  /** The value that contains the text. */
  readonly because: string;
}

/** Returns the accounts with a name, id, member or key (id or name) that contains the text, ignoring case. */
export function findAccounts(entries: readonly SearchableAccount[], text: string): readonly FoundAccount[] {
  const wanted = text.trim().toLowerCase();
  const contains = (value: string): boolean => value.toLowerCase().includes(wanted);
  return entries.flatMap((entry) => {
    const because = reasonFound(entry, contains);
    return because === undefined ? [] : [{ ...entry, because }];
  });
}

function reasonFound(
  { account, clients, members }: SearchableAccount,
  contains: (value: string) => boolean,
): string | undefined {
  if (contains(account.name)) return 'name';
  if (contains(account.accountId)) return 'id';
  const member = members.find(contains);
  if (member !== undefined) return `member ${member}`;
  const client = clients.find(({ clientId, name }) => contains(clientId) || contains(name));
  return client === undefined ? undefined : `key ${client.clientId}`;
}

/** Returns the accounts with the same name, ignoring case and repeated or outer white space. */
export function namedAlike(entries: readonly SearchableAccount[], name: string): readonly Account[] {
  const key = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return entries.map(({ account }) => account).filter((account) => key(account.name) === key(name));
}
