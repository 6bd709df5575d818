/**
 * Assistant sign-ins and registered assistants in memory, for tests of rules that need no engine, with the same
 * contracts as the real stores (test/core/access/oauth/assistant-sign-in-store-contract.ts,
 * test/core/access/oauth/registered-client-store-contract.ts).
 */
import type { AuditLine } from '../../../core/billing/accounts/audit-line.ts';
import type { ClientIdentity } from '../../../core/identifiers.ts';
import type {
  AssistantClient,
  AssistantSignInStore,
  StoredCode,
  StoredAssistantSignIn,
} from '../../../core/access/oauth/assistant-sign-in-store.ts';
import type { RegisteredClient, RegisteredClientStore } from '../../../core/access/oauth/registered-clients.ts';
import type { RefreshChain } from '../../../core/access/oauth/assistant-sign-in.ts';
import type { AccountMembers } from '../../../core/access/people/people-store.ts';
import type { Member } from '../../../core/access/people/person.ts';
import type { MemoryAdministration } from './memory-administration.ts';

type Tokens = Pick<StoredAssistantSignIn, 'code' | 'chain'>;

export class MemorySignIns implements AssistantSignInStore {
  readonly #administration: MemoryAdministration;
  readonly #members: Member[] = [];
  readonly #tokens = new Map<string, Tokens>();

  constructor(administration: MemoryAdministration) {
    this.#administration = administration;
  }

  addMember(key: Pick<Member, 'accountId' | 'personId'>): void {
    const email = `${key.personId}@customer.example`;
    this.#members.push({
      ...key,
      email,
      role: 'member',
      notices: [],
      invitedAtMs: 0,
      acceptedAtMs: 0,
      signedInAtMs: null,
    });
  }

  removeMember({ accountId, personId }: Pick<Member, 'accountId' | 'personId'>): void {
    const at = this.#members.findIndex((one) => one.accountId === accountId && one.personId === personId);
    this.#members.splice(at, 1);
  }

  async readMembers(accountId: string): Promise<AccountMembers | undefined> {
    const account = await this.#administration.readAccount(accountId);
    return (
      account && { account, members: this.#members.filter((member) => member.accountId === accountId), invited: [] }
    );
  }

  async createSignIn(
    client: AssistantClient,
    code: Omit<StoredCode, 'usedAtMs'>,
    audit: AuditLine,
    accountRevision: number,
    _clientsNumbered?: number,
  ): Promise<boolean> {
    if (!(await this.#administration.createClient({ client, secrets: [] }, audit, accountRevision))) return false;
    this.#tokens.set(client.clientId, { code: { ...code, usedAtMs: null }, chain: undefined });
    return true;
  }

  async readSignIn(identity: ClientIdentity): Promise<StoredAssistantSignIn | undefined> {
    const tokens = this.#tokens.get(identity.clientId);
    const [found, stored] = [await this.readMembers(identity.accountId), await this.#administration.readClient(identity)]; // prettier-ignore
    const client = stored?.value.client;
    if (tokens === undefined || found === undefined || client?.signIn === undefined) return undefined;
    const { signIn } = client;
    const isMember = found.members.some(({ personId }) => personId === signIn.personId);
    return { account: found.account.value, client: { ...client, signIn }, isMember, ...tokens };
  }

  async redeemCode(identity: ClientIdentity, codeSha256: string, begun: RefreshChain, nowMs: number): Promise<boolean> {
    return this.#setChain(identity, begun, ({ code }) =>
      code.sha256 === codeSha256 && code.usedAtMs === null ? { ...code, usedAtMs: nowMs } : undefined,
    );
  }

  async rotate(identity: ClientIdentity, read: RefreshChain, next: RefreshChain): Promise<boolean> {
    return this.#setChain(identity, next, ({ code, chain }) =>
      chain?.currentSha256 === read.currentSha256 ? code : undefined,
    );
  }

  /** @param decide returns the new code, or undefined if the change is not allowed */
  async #setChain(
    identity: ClientIdentity,
    chain: RefreshChain,
    decide: (tokens: Tokens) => StoredCode | undefined,
  ): Promise<boolean> {
    const stored = await this.readSignIn(identity);
    if (stored === undefined) return false;
    const code = stored.client.revokedAtMs === null ? decide(stored) : undefined;
    // A write whose response was lost is repeated.
    if (code === undefined) return stored.chain?.currentSha256 === chain.currentSha256;
    this.#tokens.set(identity.clientId, { code, chain });
    this.#administration.noteToken(identity.clientId, chain.atMs);
    return true;
  }
}

export class MemoryRegisteredClients implements RegisteredClientStore {
  readonly #clients = new Map<string, RegisteredClient>();

  get size(): number {
    return this.#clients.size;
  }

  async readClient(clientId: string): Promise<RegisteredClient | undefined> {
    return this.#clients.get(clientId);
  }

  async putClient(registered: RegisteredClient): Promise<void> {
    this.#clients.set(registered.client.clientId, registered);
  }

  async keepClient(clientId: string, expiresAtMs: number): Promise<void> {
    const stored = this.#clients.get(clientId);
    if (stored !== undefined && stored.expiresAtMs < expiresAtMs)
      this.#clients.set(clientId, { ...stored, expiresAtMs });
  }
}
