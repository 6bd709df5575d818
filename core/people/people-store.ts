/**
 * The port to people: their rows, their memberships, links and sessions. Every change of an account's members is written with its line in the
 * audit trail, on condition that the account is unchanged, so that of two concurrent changes one is decided again.
 * One suite (test/adapters/dynamodb/people/dynamo-people-store.contract.test.ts) tests every implementation.
 */
import type { AuditLine } from '../accounts/audit-line.ts';
import type { Account } from '../accounts/plan.ts';
import type { Versioned } from '../administration/administration-store.ts';
import type { Member, Person } from './person.ts';

export interface AccountMembers {
  readonly account: Versioned<Account>;
  /** The people who accepted, in the order of invitation. */
  readonly members: readonly Member[];
  /** The people who have not accepted yet, in the order of invitation: they see nothing of the account and can do nothing in it. */
  readonly invited: readonly Member[];
}

/** A sign-in link as stored: only hashes. */
export interface StoredLink {
  readonly personId: string;
  readonly tokenSha256: string;
  /** Hash of the cookie of the browser that asked. */
  readonly browserSha256: string;
  readonly validUntilMs: number;
}

export interface StoredSession {
  readonly personId: string;
  readonly secretSha256: string;
  readonly createdAtMs: number;
  readonly usedAtMs: number;
}

/** What one read returns about the signed-in person. */
export interface SessionRows {
  readonly session: StoredSession | undefined;
  /** Undefined for a person who is only invited. */
  readonly member: Member | undefined;
  readonly account: Account | undefined;
}

export type RedeemOutcome = 'signed_in' | 'unknown_link' | 'other_browser' | 'changed_meanwhile';

export interface PeopleStore {
  findPerson(email: string): Promise<Versioned<Person> | undefined>;
  readPerson(personId: string): Promise<Versioned<Person> | undefined>;
  /** Undefined when the account does not exist. Consistent, like all reads here. */
  readMembers(accountId: string): Promise<AccountMembers | undefined>;
  /** The person's memberships and invitations, in the order of `accountIds`. */
  readMemberships(person: Pick<Person, 'personId' | 'accountIds'>): Promise<readonly Member[]>;

  /**
   * Writes the member, adds the account to the person, and changes the account's revision.
   * @param personRevision of the person as read, or 0 for a new one
   */
  addMember(
    change: { readonly person: Person; readonly personRevision: number; readonly member: Member },
    accountRevision: number,
    audit: AuditLine,
  ): Promise<boolean>;
  /** Writes role and notices. */
  changeMember(member: Member, accountRevision: number, audit: AuditLine): Promise<boolean>;
  /** Writes when they accepted, and when they signed in. */
  acceptMember(member: Member, accountRevision: number, audit: AuditLine): Promise<boolean>;
  /** Removes the member from the account, and the account from the person. */
  removeMember(
    change: { readonly person: Person; readonly personRevision: number; readonly member: Member },
    accountRevision: number,
    audit: AuditLine,
  ): Promise<boolean>;
  /** Returns false when the person has changed since. */
  markUndeliverable(person: Person, revision: number, sinceMs: number | null): Promise<boolean>;
  /** Deletes everything stored about the person: rows, address, links, sessions. Safe to kill and repeat. */
  deletePerson(person: Pick<Person, 'personId' | 'email'>): Promise<void>;

  putLink(link: StoredLink): Promise<void>;
  /**
   * Spends the link, starts the session and notes that mail reaches the person, all or nothing, if the person exists and is a member of the account.
   * A link used by another browser stays valid.
   * @param begun.memberOf the account that notes the sign-in; null for a person who is only invited
   */
  redeemLink(
    link: Omit<StoredLink, 'validUntilMs'>,
    begun: { readonly session: StoredSession; readonly memberOf: string | null },
    nowMs: number,
  ): Promise<RedeemOutcome>;

  /** Session, member and account in one consistent read. */
  readSession(key: Pick<StoredSession, 'personId' | 'secretSha256'>, accountId: string): Promise<SessionRows>;
  /** Does nothing when the session is gone meanwhile. */
  touchSession(session: StoredSession, nowMs: number): Promise<void>;
  endSession(key: Pick<StoredSession, 'personId' | 'secretSha256'>): Promise<void>;
  /**
   * Revokes the assistant sign-ins of the person in the account, each with its line in the audit trail. Safe to kill and repeat.
   * @returns the client ids of the revoked ones
   */
  endSignIns(
    key: Pick<Member, 'accountId' | 'personId'>,
    auditOf: (clientId: string) => AuditLine,
    nowMs: number,
  ): Promise<readonly string[]>;

  /** Every session and every unspent link of the person. @returns how many sessions */
  endSessions(personId: string): Promise<number>;
}
