/**
 * The activity of connected assistants in memory, with the same contract as the real store
 * (test/core/access/assistants/assistant-store-contract.ts).
 */
import type {
  AssistantActivityStore,
  AssistantUse,
  DayAmounts,
} from '../../../core/access/assistants/assistant-activity.ts';
import type {
  AssistantDay,
  AssistantListStore,
  AssistantRecord,
} from '../../../core/access/assistants/list-assistants.ts';
import { readClientId } from '../../../core/identifiers.ts';
import type { MemoryAdministration } from './memory-administration.ts';

export class MemoryAssistants implements AssistantActivityStore, AssistantListStore {
  readonly #keys: MemoryAdministration;
  readonly #assistants = new Map<string, AssistantRecord>();
  readonly #days = new Map<string, AssistantDay>();
  /** The number of writes so far. */
  writes = 0;

  /** @param keys the store of the key rows, which have the assistants' names */
  constructor(keys: MemoryAdministration) {
    this.#keys = keys;
  }

  async addName({ clientId, name }: AssistantUse, atMost: number) {
    this.writes += 1;
    return this.#keys.addAssistantName(clientId, name, atMost);
  }

  async addToDay({ clientId, name }: AssistantUse, day: string, amounts: DayAmounts, nowMs: number) {
    this.writes += 1;
    const key = JSON.stringify([clientId, name, day]);
    const before = this.#days.get(key) ?? { calls: 0, billed: 0, tokens: 0 };
    const sums = {
      calls: before.calls + amounts.calls,
      billed: before.billed + amounts.billed,
      tokens: before.tokens + amounts.tokens,
    };
    this.#days.set(key, { clientId, name, day, lastUsedMs: nowMs, ...sums });
    return sums.calls;
  }

  async noteUse({ clientId, name }: AssistantUse, nowMs: number) {
    this.writes += 1;
    const key = JSON.stringify([clientId, name]);
    const firstUsedMs = this.#assistants.get(key)?.firstUsedMs ?? nowMs;
    this.#assistants.set(key, { clientId, name, firstUsedMs, lastUsedMs: nowMs });
  }

  async listMembers() {
    return [];
  }

  async listClients(accountId: string) {
    return this.#keys.listClients(accountId);
  }

  async listAssistants(accountId: string) {
    return [...this.#assistants.values()].filter(isOf(accountId));
  }

  async listAssistantDays(accountId: string) {
    return [...this.#days.values()].filter(isOf(accountId));
  }
}

function isOf(accountId: string) {
  return ({ clientId }: { readonly clientId: string }) => readClientId(clientId)?.accountId === accountId;
}
