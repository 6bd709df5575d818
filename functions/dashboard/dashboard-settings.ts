/** The stage's settings that the dashboard and the public pages need. */
import type { ServiceSettings } from '../../core/service-settings.ts';

export interface DashboardSettings extends ServiceSettings {
  readonly dashboardUrl: string;
  readonly upgradeUrl: string;
  readonly addressLimitPerMinute: number;
  /** Whether assistants can sign in. */
  readonly signIn: boolean;
  /** The URL where customers change their card and find invoices. */
  readonly billingPortal?: string | undefined;
}
