/**
 * Accounts, keys and their audit trail in memory, for tests of rules that need no engine, with the same contract as the
 * real store (test/core/access/administration/administration-store-contract.ts).
 */
import type {
  ChangedBudgets,
  AdministrationStore,
  ClientWithSecrets,
  Versioned,
} from '../../../core/access/administration/administration-store.ts';
import type { AuditLine } from '../../../core/billing/accounts/audit-line.ts';
import type { Account } from '../../../core/billing/accounts/account.ts';
import { numberedWith } from '../../../core/billing/plans/budget.ts';
import type { ClientIdentity } from '../../../core/identifiers.ts';

type StoredClient = Versioned<ClientWithSecrets>;

export class MemoryAdministration implements AdministrationStore {
  readonly #accounts = new Map<string, Versioned<Account>>();
  readonly #clients = new Map<string, StoredClient>();
  readonly #lines: { readonly accountId: string; readonly line: AuditLine }[] = [];

  async readAccount(accountId: string) {
    return this.#accounts.get(accountId);
  }

  async addStageLine(audit: AuditLine) {
    this.#note('stage', audit);
  }

  async listStageLines(limit: number) {
    return this.listAuditLines('stage', limit);
  }

  async createAccount(account: Account, audit: AuditLine) {
    if (this.#accounts.has(account.accountId)) return false;
    this.#accounts.set(account.accountId, { value: account, revision: 1 });
    return this.#note(account.accountId, audit);
  }

  async changeAccount(account: Account, revision: number, audit: AuditLine) {
    if (this.#accounts.get(account.accountId)?.revision !== revision) return false;
    this.#accounts.set(account.accountId, { value: account, revision: revision + 1 });
    return this.#note(account.accountId, audit);
  }

  async readClient({ clientId }: ClientIdentity) {
    return this.#clients.get(clientId);
  }

  async listClients(accountId: string) {
    return [...this.#clients.values()]
      .map(({ value }) => value.client)
      .filter((client) => client.accountId === accountId)
      .sort((a, b) => a.createdAtMs - b.createdAtMs);
  }

  async createClient(made: ClientWithSecrets, audit: AuditLine, accountRevision: number, budgeted?: ChangedBudgets) {
    const { accountId, clientId } = made.client;
    const account = this.#accounts.get(accountId);
    if (account?.revision !== accountRevision || this.#clients.has(clientId)) return false;
    const { number } = made.client;
    const numbered = Math.max(account.value.clientsNumbered ?? 0, number === undefined ? 0 : numberedWith(number));
    const value = {
      ...account.value,
      ...(numbered > 0 && { clientsNumbered: numbered }),
      ...(budgeted && { budgets: budgeted.budgets }),
    };
    this.#accounts.set(accountId, { value, revision: accountRevision + 1 });
    const client = { ...made.client, assistantNames: new Set<string>() };
    this.#clients.set(clientId, { value: { ...made, client }, revision: 1 });
    if (budgeted !== undefined) this.#note(accountId, budgeted.audit);
    return this.#note(accountId, audit);
  }

  async changeClient(changed: ClientWithSecrets, revision: number, audit: AuditLine) {
    const stored = this.#clients.get(changed.client.clientId);
    if (stored?.revision !== revision) return false;
    // Only requests add names of assistants; a change of the key keeps them.
    const client = { ...changed.client, assistantNames: stored.value.client.assistantNames };
    this.#clients.set(client.clientId, { value: { ...changed, client }, revision: revision + 1 });
    return this.#note(client.accountId, audit);
  }

  async listAuditLines(accountId: string, limit: number) {
    return this.#lines
      .filter((one) => one.accountId === accountId)
      .map(({ line }) => line)
      .sort((a, b) => b.atMs - a.atMs)
      .slice(0, limit);
  }

  /** Adds the name of an assistant to the row of its key and keeps the revision, as a request does. */
  addAssistantName(clientId: string, name: string, atMost: number): boolean {
    const stored = this.#clients.get(clientId);
    if (stored === undefined) return false;
    const { assistantNames } = stored.value.client;
    if (!assistantNames.has(name) && assistantNames.size >= atMost) return false;
    const client = { ...stored.value.client, assistantNames: new Set([...assistantNames, name]) };
    this.#clients.set(clientId, { ...stored, value: { ...stored.value, client } });
    return true;
  }

  /**
   * Notes the time of a token in the row of an assistant sign-in and keeps the revision, as the token endpoint does.
   */
  noteToken(clientId: string, tokenAtMs: number): void {
    const stored = this.#clients.get(clientId);
    if (stored?.value.client.signIn === undefined) return;
    const client = { ...stored.value.client, signIn: { ...stored.value.client.signIn, tokenAtMs } };
    this.#clients.set(clientId, { ...stored, value: { ...stored.value, client } });
  }

  #note(accountId: string, line: AuditLine): true {
    this.#lines.push({ accountId, line });
    return true;
  }
}

/**
 * Returns the store as a slow operator sees it: before each change of the operator, one of the rivals makes a change.
 */
export function contested(
  store: AdministrationStore,
  rivals: readonly (() => Promise<unknown>)[],
): AdministrationStore {
  const waiting = [...rivals];
  const letRivalGoFirst = async (): Promise<unknown> => waiting.shift()?.();
  return {
    readAccount: (accountId) => store.readAccount(accountId),
    createAccount: (account, audit) => store.createAccount(account, audit),
    changeAccount: async (...change) => {
      await letRivalGoFirst();
      return store.changeAccount(...change);
    },
    readClient: (identity) => store.readClient(identity),
    listClients: (accountId) => store.listClients(accountId),
    createClient: (...made) => store.createClient(...made),
    changeClient: async (client, revision, audit) => {
      await letRivalGoFirst();
      return store.changeClient(client, revision, audit);
    },
    addStageLine: (audit) => store.addStageLine(audit),
    listStageLines: (limit) => store.listStageLines(limit),
    listAuditLines: (accountId, limit) => store.listAuditLines(accountId, limit),
  };
}
