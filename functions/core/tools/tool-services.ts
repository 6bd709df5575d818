/** What tools and their pipeline may use: the ports of the rooms, and the addresses that answers point to. */
import type { AssistantActivityStore } from '../auth/assistant-activity.ts';
import type { AccountLedger } from '../billing/account-ledger.ts';
import type { CatalogReader } from '../catalogs/catalog-store.ts';
import type { ProductIndex } from '../products/product-index.ts';
import type { RateWindows } from '../rate-limit/rate-window.ts';

export interface ToolServices {
  readonly products: ProductIndex;
  readonly catalogs: CatalogReader;
  readonly ledger: AccountLedger;
  readonly rates: RateWindows;
  readonly activity: AssistantActivityStore;
  /** The customer's dashboard, for answers that carry `dashboard_url`. */
  readonly dashboardUrl: string;
  /** Where a trial becomes a plan. */
  readonly upgradeUrl: string;
}
