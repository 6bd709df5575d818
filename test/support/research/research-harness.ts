/**
 * Runs research on real tables or in memory (RESEARCH_STORES=memory). Tests control the clock, the order of the queue,
 * the provider, and the processes, which die where a plan says. A process is one call of the tool, one delivery to the
 * worker, or one sweep.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Caller } from '../../../core/billing/accounts/caller.ts';
import type { PeriodUsage, TrialUsage } from '../../../core/billing/accounts/usage.ts';
import type { EnrichmentStore } from '../../../core/sourcing/enrichment/enrichment-store.ts';
import type { ItemWriter } from '../../../core/sourcing/item-import/item-writer.ts';
import type { ItemIndex } from '../../../core/index/items/item-index.ts';
import type { AdministrationStore } from '../../../core/access/administration/administration-store.ts';
import { TRIAL_USAGE_KEY } from '../../../core/billing/meter/usage-debit.ts';
import { numberName, type EnrichmentRequest } from '../../../core/sourcing/enrichment/enrichment-request.ts';
import type { PartResearcher, ResearchAnswer, ResearchTask } from '../../../core/sourcing/research/part-researcher.ts';
import { researchPart, type MessageEnd, type ResearchPorts } from '../../../core/sourcing/research/research-part.ts';
import type { ResearchMessage, ResearchQueue } from '../../../core/sourcing/enrichment/enrichment-queue.ts';
import { sweepOutbox, type Sweep } from '../../../core/sourcing/enrichment/sweep-outbox.ts';
import type { ServiceError } from '../../../core/errors.ts';
import { readClientId, type ClientIdentity } from '../../../core/identifiers.ts';
import type { StoredCaller } from '../../../core/access/auth/client-store.ts';
import { periodKeysToRead } from '../../../core/billing/meter/periods.ts';
import { toManufacturerKey } from '../../../core/index/part-keys/manufacturer-name.ts';
import { partKey } from '../../../core/index/part-keys/part-number.ts';
import type { Result } from '../../../core/result.ts';
import { requestEnrichmentTool } from '../../../core/api/tools/definitions/request-enrichment.ts';
import type { ToolAnswer } from '../../../core/api/tools/define-tool.ts';
import type { ToolPorts } from '../../../core/api/tools/tool-ports.ts';
import { openAccountIn, type WantedAccount } from '../fixtures/accounts.ts';
import { periodUsage } from '../fixtures/callers.ts';
import { MemoryAdministration } from '../stores/memory-administration.ts';
import { MemoryEnrichment, MemoryPartResearch } from '../stores/memory-enrichment.ts';
import { MemoryItems } from '../stores/memory-items.ts';
import type { ResearchOnTables } from './research-on-tables.ts';
import type { ProcessPlan, ProcessStores } from './research-process.ts';
import type { OpenTables } from '../stores/tables.ts';

const ADDRESSES = {
  dashboardUrl: 'https://dashboard.test.example',
  upgradeUrl: 'https://dashboard.test.example/upgrade',
};

export interface AskedItem {
  readonly manufacturer: string;
  readonly part_number: string;
  readonly description?: string;
}

export interface ResultEntry {
  readonly input_index: number;
  readonly status: 'already_in_index' | 'queued' | 'refused';
  readonly item: { readonly id: string } | null;
  readonly enrich_price: string | null;
  readonly charged_only_if_found: boolean | null;
  readonly check_back_after: string | null;
  readonly error_code: string | null;
  readonly message: string | null;
}

export type ToolOutcome = Result<ToolAnswer<{ readonly results: readonly ResultEntry[] }>, ServiceError>;

const NO_FAULTS: ProcessPlan = () => undefined;

/** Keeps the messages; the test decides the order and the number of their deliveries. */
class TestQueue implements ResearchQueue {
  readonly messages: ResearchMessage[] = [];
  /** Every message that was ever accepted. */
  readonly sent: ResearchMessage[] = [];

  async send(messages: readonly ResearchMessage[]): Promise<void> {
    this.messages.push(...messages);
    this.sent.push(...messages);
  }
}

/** Answers as `answer` says, and records its tasks. */
class TestResearcher implements PartResearcher {
  readonly tasks: ResearchTask[] = [];
  answer: (task: ResearchTask) => ResearchAnswer | Promise<ResearchAnswer>;

  constructor(answer: (task: ResearchTask) => ResearchAnswer | Promise<ResearchAnswer>) {
    this.answer = answer;
  }

  async research(task: ResearchTask): Promise<ResearchAnswer> {
    this.tasks.push(task);
    return this.answer(task);
  }
}

export class ResearchHarness {
  nowMs = Date.UTC(2026, 10, 18, 12);
  readonly queue = new TestQueue();
  readonly researcher = new TestResearcher((task) => ({ kind: 'found', record: { title: `A ${task.partNumber}` } }));
  readonly store: EnrichmentStore;
  readonly index: ItemIndex;
  readonly writer: ItemWriter;
  readonly administration: AdministrationStore;
  readonly #backing: ResearchOnTables | InMemory;

  private constructor(backing: ResearchOnTables | InMemory) {
    this.#backing = backing;
    const { enrichment, index, writer } = this.#process(NO_FAULTS);
    this.store = enrichment;
    this.index = index;
    this.writer = writer;
    this.administration = backing.administration;
  }

  static async open(): Promise<ResearchHarness> {
    if (process.env.RESEARCH_STORES === 'memory') return new ResearchHarness(new InMemory());
    // Tests in memory do not load the database client, because loading takes longer than most of them run.
    const { openResearchOnTables } = await import('./research-on-tables.ts');
    return new ResearchHarness(await openResearchOnTables());
  }

  async close(): Promise<void> {
    await this.#backing.close();
  }

  /** The real tables, for tests of rows. */
  get tables(): OpenTables {
    return this.#onTables().tables;
  }

  /** A client without faults, for preparing and inspecting data. */
  get client(): DynamoDBDocumentClient {
    return this.#onTables().client;
  }

  openAccount(wanted: WantedAccount = {}): ReturnType<typeof openAccountIn> {
    return openAccountIn(this.administration, wanted);
  }

  /** Runs one call of the tool by the key's owner, from reading the caller to the answer. */
  async ask(clientId: string, items: readonly AskedItem[], plan: ProcessPlan = NO_FAULTS): Promise<ToolOutcome> {
    const { enrichment, queue, index, clients } = this.#process(plan);
    const prepared = requestEnrichmentTool.prepare({ items });
    if (!prepared.ok) return prepared;
    const caller = await callerOf(clients, clientId, this.nowMs);
    const ports = { index, enrichment, researchQueue: queue, ...ADDRESSES } as unknown as ToolPorts;
    prepared.value.prefetch(ports);
    const call = { caller, ports, nowMs: this.nowMs, candidates: 100 };
    return (await prepared.value.answer(call, async () => ports)) as ToolOutcome;
  }

  /** Runs one delivery to the worker. */
  async work(message: ResearchMessage, plan: ProcessPlan = NO_FAULTS): Promise<MessageEnd> {
    return researchPart(this.workerPorts(plan), message);
  }

  workerPorts(plan: ProcessPlan = NO_FAULTS): ResearchPorts {
    return { ...this.#process(plan), researcher: this.researcher, clock: { nowMs: () => this.nowMs } };
  }

  async sweep(plan: ProcessPlan = NO_FAULTS): Promise<Sweep> {
    const { enrichment, queue } = this.#process(plan);
    return sweepOutbox(enrichment, queue, this.nowMs);
  }

  /** Delivers messages until the queue is empty; a message that returns is delivered again a little later. */
  async workAll(): Promise<MessageEnd[]> {
    const ends: MessageEnd[] = [];
    for (let message = this.queue.messages.shift(); message !== undefined; message = this.queue.messages.shift()) {
      const end = await this.work(message);
      ends.push(end);
      if (end.kind === 'busy' || end.kind === 'unavailable') this.queue.messages.push(message);
      this.nowMs += 1000;
    }
    return ends;
  }

  async request(accountId: string, item: AskedItem): Promise<EnrichmentRequest | undefined> {
    const [request] = await this.store.readRequests(accountId, [nameOf(item)]);
    return request;
  }

  /** Returns the usage row of a period, empty if there is none. */
  async usage(accountId: string, period = '2026-11'): Promise<PeriodUsage> {
    const row = (await this.store.readUsage(accountId, period)) as PeriodUsage | undefined;
    return row ?? { ...EMPTY_USAGE };
  }

  #process(plan: ProcessPlan): ProcessStores {
    return this.#backing.process(plan, this.queue);
  }

  #onTables(): ResearchOnTables {
    if (!(this.#backing instanceof InMemory)) return this.#backing;
    throw new Error('There are no tables in memory');
  }
}

/** The stores in memory. They inject no faults, because crashes are tested on tables. */
class InMemory {
  readonly administration = new MemoryAdministration();
  readonly #enrichment = new MemoryEnrichment(async (id) => (await this.administration.readAccount(id))?.value.status);
  readonly #partResearch = new MemoryPartResearch();
  readonly #index = new MemoryItems();

  async close(): Promise<void> {
    // Without a table, there are no open requests to check.
  }

  process(_plan: ProcessPlan, queue: ResearchQueue): ProcessStores {
    return {
      enrichment: this.#enrichment,
      partResearch: this.#partResearch,
      index: this.#index,
      writer: this.#index,
      queue,
      clients: { readCaller: (identity, nowMs) => this.#readCaller(identity, nowMs) },
    };
  }

  async #readCaller(identity: ClientIdentity, nowMs: number): Promise<StoredCaller | undefined> {
    const account = await this.administration.readAccount(identity.accountId);
    const client = await this.administration.readClient(identity);
    if (account === undefined || client === undefined) return undefined;
    const { usageStore } = this.#enrichment;
    const periods = periodKeysToRead(nowMs).flatMap((key) => {
      const row = usageStore.read(identity.accountId, key);
      return row !== undefined && 'tokensIncluded' in row ? [[key, row] as const] : [];
    });
    const trial = usageStore.read(identity.accountId, TRIAL_USAGE_KEY) as TrialUsage | undefined;
    return { account: account.value, ...client.value, usage: { periods: new Map(periods), trial } };
  }
}

const EMPTY_USAGE = periodUsage({ priceNanoUsdPerToken: 0, tokensIncluded: 0 });

export function nameOf({ manufacturer, part_number }: AskedItem) {
  return numberName({ manufacturerKey: toManufacturerKey(manufacturer), part: partKey(part_number) }, part_number);
}

async function callerOf(clients: ProcessStores['clients'], clientId: string, nowMs: number): Promise<Caller> {
  const identity = readClientId(clientId);
  const stored = identity && (await clients.readCaller(identity, nowMs));
  if (stored === undefined) throw new Error('There is no such client');
  return { ...stored, scopes: new Set(stored.client.scopes) };
}
