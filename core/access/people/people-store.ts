/**
 * The port to people, their memberships, links and sessions. Every change of an account's members is written with its
 * audit line, on the condition that the account is unchanged, so that one of two concurrent changes is decided again.
 * One suite (test/adapters/dynamodb/access/dynamo-people-store.contract.test.ts) tests every implementation.
 */
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import type { Account } from '../../billing/accounts/account.ts';
import type { Versioned } from '../administration/administration-store.ts';
import type { Member, Person } from './person.ts';

export interface AccountMembers {
  readonly account: Versioned<Account>;
  /** The people who accepted, in the order of invitation. */
  readonly members: readonly Member[];
  /** The people who have not accepted, in the order of invitation. They have no access to the account. */
  readonly invited: readonly Member[];
}

/** A sign-in link as stored: only hashes. */
export interface StoredLink {
  readonly personId: string;
  readonly tokenSha256: string;
  /** Hash of the cookie of the requesting browser. */
  readonly browserSha256: string;
  readonly validUntilMs: number;
}

export interface StoredSession {
  readonly personId: string;
  readonly secretSha256: string;
  readonly createdAtMs: number;
  readonly usedAtMs: number;
}

/** The rows of a signed-in person, from one read. */
export interface SessionRows {
  readonly session: StoredSession | undefined;
  /** Undefined for a person who is only invited. */
  readonly member: Member | undefined;
  readonly account: Account | undefined;
}

export type RedeemResult = 'signed_in' | 'unknown_link' | 'other_browser' | 'changed_meanwhile';

/** People and their memberships. */
export interface MemberStore {
  findPerson(email: string): Promise<Versioned<Person> | undefined>;
  readPerson(personId: string): Promise<Versioned<Person> | undefined>;
  /** Returns undefined if the account does not exist. Consistent, like all reads of this port. */
  readMembers(accountId: string): Promise<AccountMembers | undefined>;

  /**
   * Writes the member, adds the account to the person, and changes the account's revision.
   * @param change.personRevision the revision of the person as read, or 0 for a new one
   */
  addMember(
    change: { readonly person: Person; readonly personRevision: number; readonly member: Member },
    accountRevision: number,
    audit: AuditLine,
  ): Promise<boolean>;
  /** Writes role and notices. */
  changeMember(member: Member, accountRevision: number, audit: AuditLine): Promise<boolean>;
  /** Writes the times of acceptance and sign-in. */
  acceptMember(member: Member, accountRevision: number, audit: AuditLine): Promise<boolean>;
  /** Removes the member from the account, and the account from the person. */
  removeMember(
    change: { readonly person: Person; readonly personRevision: number; readonly member: Member },
    accountRevision: number,
    audit: AuditLine,
  ): Promise<boolean>;
  /**
   * Revokes the person's assistant sign-ins in the account, each with its audit line. Safe to kill and repeat.
   * @returns the client ids of the revoked sign-ins
   */
  endSignIns(
    key: Pick<Member, 'accountId' | 'personId'>,
    auditOf: (clientId: string) => AuditLine,
    nowMs: number,
  ): Promise<readonly string[]>;
  /** Deletes everything stored about the person: rows, address, links, sessions. Safe to kill and repeat. */
  deletePerson(person: Pick<Person, 'personId' | 'email'>): Promise<void>;
}

/** Adds what signing in and emails need. */
export interface PeopleStore extends MemberStore {
  /** Returns the person's memberships and invitations, in the order of `accountIds`. */
  readMemberships(person: Pick<Person, 'personId' | 'accountIds'>): Promise<readonly Member[]>;
  /** Returns false if the person has changed since. */
  markUndeliverable(person: Person, revision: number, sinceMs: number | null): Promise<boolean>;

  putLink(link: StoredLink): Promise<void>;
  /**
   * Atomically spends the link, starts the session and records that email reaches the person. The person must exist and
   * be a member of `memberOf`. A link used by another browser stays valid.
   * @param begun.memberOf the account that records the sign-in; null for a person who is only invited
   */
  redeemLink(
    link: Omit<StoredLink, 'validUntilMs'>,
    begun: { readonly session: StoredSession; readonly memberOf: string | null },
    nowMs: number,
  ): Promise<RedeemResult>;

  /** Reads session, member and account in one consistent read. */
  readSession(key: Pick<StoredSession, 'personId' | 'secretSha256'>, accountId: string): Promise<SessionRows>;
  /** Does nothing if the session was deleted meanwhile. */
  touchSession(session: StoredSession, nowMs: number): Promise<void>;
  endSession(key: Pick<StoredSession, 'personId' | 'secretSha256'>): Promise<void>;
  /** Ends every session and unspent link of the person. @returns the number of sessions */
  endSessions(personId: string): Promise<number>;
}
