/** What tools and their pipeline may use: the ports of the rooms, and the addresses that answers point to. */
import type { AssistantActivityStore } from '../auth/assistant-activity.ts';
import type { AccountLedger } from '../billing/account-ledger.ts';
import type { CatalogReader } from '../catalogs/catalog-store.ts';
import type { EnrichmentStore } from '../enrichment/enrichment-store.ts';
import type { ResearchQueue } from '../enrichment/research-queue.ts';
import type { PostingIndex } from '../products/posting-index.ts';
import type { ProductIndex } from '../products/product-index.ts';
import type { RateWindows } from '../rate-limit/rate-window.ts';

export interface ToolServices {
  readonly products: ProductIndex & PostingIndex;
  readonly catalogs: CatalogReader;
  readonly ledger: AccountLedger;
  readonly rates: RateWindows;
  readonly activity: AssistantActivityStore;
  readonly enrichment: EnrichmentStore;
  readonly researchQueue: ResearchQueue;
  /** The customer's dashboard, for answers that carry `dashboard_url`. */
  readonly dashboardUrl: string;
  /** Where a trial becomes a plan. */
  readonly upgradeUrl: string;
}
