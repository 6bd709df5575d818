/** What the page needs to know of its stage. */
import type { ServiceSettings } from '../../core/service-settings.ts';

export interface DashboardSettings extends ServiceSettings {
  readonly dashboardUrl: string;
  readonly upgradeUrl: string;
  readonly addressLimitPerMinute: number;
  /** Whether assistants can sign in. */
  readonly signIn: boolean;
  /** Where customers change their card and find invoices. */
  readonly billingPortal?: string | undefined;
}
