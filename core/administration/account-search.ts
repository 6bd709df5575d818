/**
 * Finds accounts by any text that an operator has, and suggests existing ids for an unknown one. This reads every account;
 * only operators may.
 */
import type { ClientRecord } from '../accounts/caller.ts';
import type { Account } from '../accounts/plan.ts';

export interface SearchableAccount {
  readonly account: Account;
  /** Oldest first, revoked ones too. */
  readonly clients: readonly ClientRecord[];
  /** Email addresses of its members. */
  readonly members: readonly string[];
}

/** The port: every account with its keys and people, by name. */
export interface AccountSearchStore {
  readAll(): Promise<readonly SearchableAccount[]>;
}

export interface FoundAccount extends SearchableAccount {
  /** Which of its values contain the text. */
  readonly because: string;
}

/** The accounts whose name, id, members or keys (id or name) contain the text, ignoring case. */
export function findAccounts(entries: readonly SearchableAccount[], text: string): readonly FoundAccount[] {
  const wanted = text.trim().toLowerCase();
  const holds = (value: string): boolean => value.toLowerCase().includes(wanted);
  return entries.flatMap((entry) => {
    const because = reasonFound(entry, holds);
    return because === undefined ? [] : [{ ...entry, because }];
  });
}

function reasonFound(
  { account, clients, members }: SearchableAccount,
  holds: (value: string) => boolean,
): string | undefined {
  if (holds(account.name)) return 'name';
  if (holds(account.accountId)) return 'id';
  const member = members.find(holds);
  if (member !== undefined) return `member ${member}`;
  const client = clients.find(({ clientId, name }) => holds(clientId) || holds(name));
  return client === undefined ? undefined : `key ${client.clientId}`;
}

/** Accounts with the same name, ignoring case and outer spaces. */
export function namedAlike(entries: readonly SearchableAccount[], name: string): readonly Account[] {
  const key = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return entries.map(({ account }) => account).filter((account) => key(account.name) === key(name));
}
