/** The services of tools and of their calls: ports, and the URLs in answers. */
import type { IntroductionStore } from '../assistants/introduced-name.ts';
import type { AssistantActivityStore } from '../assistants/assistant-activity.ts';
import type { UsageStore, ReceiptStore } from '../billing/usage-store.ts';
import type { CatalogReader } from '../catalogs/catalog-store.ts';
import type { EnrichmentStore } from '../enrichment/enrichment-store.ts';
import type { ResearchQueue } from '../enrichment/enrichment-queue.ts';
import type { PostingIndex } from '../search/posting-index.ts';
import type { ProductIndex } from '../items/product-index.ts';
import type { RateWindows } from '../rate-limit/rate-window.ts';
import type { SandboxCounter } from '../billing/sandbox.ts';
import type { RequestCounter } from '../rate-limit/request-count.ts';

export interface ToolServices {
  readonly products: ProductIndex & PostingIndex;
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
  /** The URL at which a trial is upgraded to a plan. */
  readonly upgradeUrl: string;
}

/** The ports that a tool reads with, and the URLs. Only call-tool.ts and counted calls (define-tool.ts) write. */
export interface ReadServices extends Pick<
  ToolServices,
  'products' | 'catalogs' | 'testItemsPerDay' | 'dashboardUrl' | 'upgradeUrl'
> {
  readonly enrichment: Pick<EnrichmentStore, 'readRequests' | 'readBeforeRequest'>;
}
