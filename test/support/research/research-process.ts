/** A process of research in tests: its dependencies, and the plan of its faults. */
import type { ClientStore } from '../../../core/access/auth/client-store.ts';
import type { EnrichmentStore } from '../../../core/sourcing/enrichment/enrichment-store.ts';
import type { PartResearchStore } from '../../../core/sourcing/research/part-research-store.ts';
import type { ResearchQueue } from '../../../core/sourcing/enrichment/enrichment-queue.ts';
import type { ItemWriter } from '../../../core/sourcing/item-import/item-writer.ts';
import type { ItemIndex } from '../../../core/index/items/item-index.ts';
import type { Fault } from '../stores/faulty-client.ts';

/** The fault of the process's n-th call (storage and queue counted together, from 1), if any. */
export type ProcessPlan = (call: number) => Fault | undefined;

/** The dependencies of one process. */
export interface ProcessStores {
  readonly enrichment: EnrichmentStore;
  readonly partResearch: PartResearchStore;
  readonly index: ItemIndex;
  readonly writer: ItemWriter;
  readonly queue: ResearchQueue;
  readonly clients: Pick<ClientStore, 'readCaller'>;
}
