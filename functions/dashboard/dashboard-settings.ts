/** The stage's settings that the dashboard and the public pages need. */
import type { ServiceSettings } from '../../core/service-settings.ts';

export interface DashboardSettings extends ServiceSettings {
  readonly dashboardUrl: string;
  readonly upgradeUrl: string;
  readonly addressLimitPerMinute: number;
  /** Whether assistants can sign in. */
  readonly signIn: boolean;
  readonly imprint: Imprint;
  /** The items that an account's test keys may read in a day; undefined without a limit. */
  readonly testItemsPerDay?: number | undefined;
  /** The URL where customers change their card and find invoices. */
  readonly billingPortal?: string | undefined;
}

/** What the privacy and terms pages say about this stage. */
interface Imprint {
  /** Undefined if the stage names nobody; the pages then say so. */
  readonly owner?: string | undefined;
  readonly vatId?: string | undefined;
  readonly logRetentionDays: number;
  /** Hosts that research sends part numbers to. */
  readonly research: readonly string[];
  /** The AWS region in which everything is stored; undefined outside Lambda. */
  readonly region?: string | undefined;
}
