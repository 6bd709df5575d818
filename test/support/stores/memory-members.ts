/**
 * People and their memberships in memory, for tests of rules that need no engine, with the same contract as the real
 * store (test/core/access/people/member-store-contract.ts).
 */
import type { Versioned } from '../../../core/access/administration/administration-store.ts';
import type { AccountMembers, MemberStore } from '../../../core/access/people/people-store.ts';
import { isMember, type Member, type Person } from '../../../core/access/people/person.ts';
import type { AuditLine } from '../../../core/billing/accounts/audit-line.ts';
import type { Account } from '../../../core/billing/accounts/account.ts';

type PersonChange = Parameters<MemberStore['addMember']>[0];

export class MemoryMembers implements MemberStore {
  readonly #accounts = new Map<string, Versioned<Account>>();
  readonly #people = new Map<string, Versioned<Person>>();
  readonly #members = new Map<string, Member>();
  readonly #signIns = new Map<string, Pick<Member, 'accountId' | 'personId'>>();
  readonly #lines: (AuditLine & { readonly accountId: string })[] = [];

  /** Adds or changes the account, like an operator. */
  putAccount(account: Account): void {
    const revision = (this.#accounts.get(account.accountId)?.revision ?? 0) + 1;
    this.#accounts.set(account.accountId, { value: account, revision });
  }

  putPerson(person: Person): void {
    const revision = (this.#people.get(person.personId)?.revision ?? 0) + 1;
    this.#people.set(person.personId, { value: person, revision });
  }

  putSignIn(clientId: string, of: Pick<Member, 'accountId' | 'personId'>): void {
    this.#signIns.set(clientId, of);
  }

  /** The client ids of the sign-ins in force. */
  get signIns(): readonly string[] {
    return [...this.#signIns.keys()];
  }

  linesOf(accountId: string): readonly AuditLine[] {
    return this.#lines.filter((line) => line.accountId === accountId).map(({ accountId: _, ...line }) => line);
  }

  async findPerson(email: string) {
    return [...this.#people.values()].find(({ value }) => value.email === email);
  }

  async readPerson(personId: string) {
    return this.#people.get(personId);
  }

  async readMembers(accountId: string): Promise<AccountMembers | undefined> {
    const account = this.#accounts.get(accountId);
    if (account === undefined) return undefined;
    const people = [...this.#members.values()]
      .filter((member) => member.accountId === accountId)
      .sort((a, b) => a.invitedAtMs - b.invitedAtMs);
    return { account, members: people.filter(isMember), invited: people.filter((one) => !isMember(one)) };
  }

  async addMember({ person, personRevision, member }: PersonChange, accountRevision: number, audit: AuditLine) {
    const isNew = personRevision === 0;
    const isKnown = isNew ? (await this.findPerson(person.email)) !== undefined : false;
    if (this.#members.has(keyOf(member)) || isKnown || !this.#isAt(person, personRevision)) return false;
    return this.#write(member, accountRevision, audit, () => {
      this.putPerson(person);
      this.#members.set(keyOf(member), member);
    });
  }

  async changeMember({ role, notices, ...member }: Member, accountRevision: number, audit: AuditLine) {
    return this.#change(member, { role, notices }, accountRevision, audit);
  }

  async acceptMember({ acceptedAtMs, signedInAtMs, ...member }: Member, accountRevision: number, audit: AuditLine) {
    return this.#change(member, { acceptedAtMs, signedInAtMs }, accountRevision, audit);
  }

  async removeMember({ person, personRevision, member }: PersonChange, accountRevision: number, audit: AuditLine) {
    if (!this.#members.has(keyOf(member)) || !this.#isAt(person, personRevision)) return false;
    return this.#write(member, accountRevision, audit, () => {
      this.putPerson(person);
      this.#members.delete(keyOf(member));
    });
  }

  async endSignIns(
    { accountId, personId }: Pick<Member, 'accountId' | 'personId'>,
    auditOf: (clientId: string) => AuditLine,
  ) {
    const ended = [...this.#signIns]
      .filter(([, of]) => of.accountId === accountId && of.personId === personId)
      .map(([clientId]) => clientId);
    for (const clientId of ended) {
      this.#signIns.delete(clientId);
      this.#lines.push({ accountId, ...auditOf(clientId) });
    }
    return ended;
  }

  async deletePerson({ personId }: Pick<Person, 'personId'>) {
    this.#people.delete(personId);
  }

  #change(member: Pick<Member, 'accountId' | 'personId'>, to: Partial<Member>, revision: number, audit: AuditLine) {
    const stored = this.#members.get(keyOf(member));
    if (stored === undefined) return false;
    return this.#write(member, revision, audit, () => this.#members.set(keyOf(member), { ...stored, ...to }));
  }

  #write({ accountId }: Pick<Member, 'accountId'>, revision: number, audit: AuditLine, write: () => unknown): boolean {
    const account = this.#accounts.get(accountId);
    if (account?.revision !== revision) return false;
    this.putAccount(account.value);
    write();
    this.#lines.push({ accountId, ...audit });
    return true;
  }

  #isAt({ personId }: Person, revision: number): boolean {
    return (this.#people.get(personId)?.revision ?? 0) === revision;
  }
}

function keyOf({ accountId, personId }: Pick<Member, 'accountId' | 'personId'>): string {
  return `${accountId} ${personId}`;
}
