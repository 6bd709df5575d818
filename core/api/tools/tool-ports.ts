/** The ports of tools and of their calls, and the URLs in answers. */
import type { IntroductionStore } from '../../access/assistants/introduced-name.ts';
import type { AssistantActivityStore } from '../../access/assistants/assistant-activity.ts';
import type { UsageStore, ReceiptStore } from '../../billing/meter/usage-store.ts';
import type { CatalogReader } from '../../catalogs/rows/catalog-store.ts';
import type { EnrichmentStore } from '../../sourcing/enrichment/enrichment-store.ts';
import type { ResearchQueue } from '../../sourcing/enrichment/enrichment-queue.ts';
import type { PostingIndex } from '../../index/search/posting-index.ts';
import type { ItemIndex } from '../../index/items/item-index.ts';
import type { RateWindows } from '../../billing/rate-limit/rate-window.ts';
import type { SandboxCounter } from '../../billing/meter/sandbox.ts';
import type { RequestCounter } from '../../billing/rate-limit/request-count.ts';

export interface ToolPorts {
  readonly index: ItemIndex & PostingIndex;
  readonly catalogs: CatalogReader;
  readonly usageStore: UsageStore;
  readonly receipts: ReceiptStore;
  readonly rates: RateWindows;
  readonly requests: RequestCounter;
  readonly sandbox: SandboxCounter;
  /** The most items that the test keys of an account may read in a day; undefined for no limit. */
  readonly testItemsPerDay: number | undefined;
  readonly activity: AssistantActivityStore & IntroductionStore;
  readonly enrichment: EnrichmentStore;
  readonly researchQueue: ResearchQueue;
  /** The URL of the dashboard, for answers with `dashboard_url`. */
  readonly dashboardUrl: string;
  /** The URL at which the card is changed, if not in the dashboard. */
  readonly billingPortal?: string | undefined;
  /** The URL at which a trial is upgraded to a plan. */
  readonly upgradeUrl: string;
}

/** The ports that a tool reads with, and the URLs. Only call-tool.ts and counted calls (define-tool.ts) write. */
export interface ReadPorts extends Pick<
  ToolPorts,
  'index' | 'catalogs' | 'testItemsPerDay' | 'dashboardUrl' | 'billingPortal' | 'upgradeUrl'
> {
  readonly enrichment: Pick<EnrichmentStore, 'readRequests' | 'readBeforeRequest'>;
}
