/**
 * The port to people: their rows, their memberships, links and sessions. Every change of an account's members is written with its line in the
 * audit trail, over the account as it was read, so that of two changes at once one decides again.
 * One suite (test/adapters/dynamodb/people/dynamo-people-store.contract.test.ts) holds for every implementation.
 */
import type { AuditLine } from '../accounts/audit-line.ts';
import type { Account } from '../accounts/plan.ts';
import type { Versioned } from '../administration/administration-store.ts';
import type { Member, Person } from './person.ts';

export interface AccountMembers {
  readonly account: Versioned<Account>;
  /** Who accepted, in the order of invitation. */
  readonly members: readonly Member[];
  /** Who has not accepted yet, in the order of invitation: they see nothing of the account, and can do nothing in it. */
  readonly invited: readonly Member[];
}

/** A link to sign in with, as it is stored: hashes alone. */
export interface StoredLink {
  readonly personId: string;
  readonly tokenSha256: string;
  /** Of what the browser that asked holds. */
  readonly browserSha256: string;
  readonly validUntilMs: number;
}

export interface StoredSession {
  readonly personId: string;
  readonly secretSha256: string;
  readonly createdAtMs: number;
  readonly usedAtMs: number;
}

/** What one read tells about who is signed in. */
export interface SessionRows {
  readonly session: StoredSession | undefined;
  /** Undefined for whoever is only invited. */
  readonly member: Member | undefined;
  readonly account: Account | undefined;
}

export type RedeemOutcome = 'signed_in' | 'unknown_link' | 'other_browser' | 'changed_meanwhile';

export interface PeopleStore {
  findPerson(email: string): Promise<Versioned<Person> | undefined>;
  readPerson(personId: string): Promise<Versioned<Person> | undefined>;
  /** Undefined when there is no such account. Consistent, as all reads here. */
  readMembers(accountId: string): Promise<AccountMembers | undefined>;
  /** The person's memberships and invitations, in the order of `accountIds`. */
  readMemberships(person: Pick<Person, 'personId' | 'accountIds'>): Promise<readonly Member[]>;

  /**
   * Writes the member, the person with the account among theirs, and a change of the account's revision.
   * @param personRevision of the person as read, or 0 for one who is new
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
  /** Takes the member from the account, and the account from the person. */
  removeMember(
    change: { readonly person: Person; readonly personRevision: number; readonly member: Member },
    accountRevision: number,
    audit: AuditLine,
  ): Promise<boolean>;
  /** False when the person was changed since. */
  markUndeliverable(person: Person, revision: number, sinceMs: number | null): Promise<boolean>;
  /** Deletes everything that is kept of the person: rows, address, links, sessions. May be killed and repeated. */
  deletePerson(person: Pick<Person, 'personId' | 'email'>): Promise<void>;

  putLink(link: StoredLink): Promise<void>;
  /**
   * Spends the link, begins the session and notes that mail reaches the person, all or nothing, while the person is known and a member of the account.
   * A link that another browser shows stays.
   * @param begun.memberOf the account that notes the sign-in; null for a person who is only invited
   */
  redeemLink(
    link: Omit<StoredLink, 'validUntilMs'>,
    begun: { readonly session: StoredSession; readonly memberOf: string | null },
    nowMs: number,
  ): Promise<RedeemOutcome>;

  /** Session, member and account in one consistent read. */
  readSession(key: Pick<StoredSession, 'personId' | 'secretSha256'>, accountId: string): Promise<SessionRows>;
  /** Nothing when the session is gone meanwhile. */
  touchSession(session: StoredSession, nowMs: number): Promise<void>;
  endSession(key: Pick<StoredSession, 'personId' | 'secretSha256'>): Promise<void>;
  /**
   * Revokes what the person allowed assistants in the account, each with its line in the trail. May be killed and repeated.
   * @returns the client ids of what was in force
   */
  endSignIns(
    key: Pick<Member, 'accountId' | 'personId'>,
    auditOf: (clientId: string) => AuditLine,
    nowMs: number,
  ): Promise<readonly string[]>;

  /** Every session and every unspent link of the person. @returns how many sessions */
  endSessions(personId: string): Promise<number>;
}
