/** What tools may use: the ports of the rooms, and the addresses that answers point to. */
import type { ProductIndex } from '../products/product-index.ts';

export interface ToolServices {
  readonly products: ProductIndex;
  /** The customer's dashboard, for answers that carry `dashboard_url`. */
  readonly dashboardUrl: string;
}
