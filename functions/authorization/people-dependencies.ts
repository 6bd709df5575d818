/**
 * The dependencies of the consent pages: people and their sessions, the mail queue, and the stores that a consent
 * writes to.
 */
import type { MailQueue } from '../../core/dashboard/mail/email-order.ts';
import type { ConsentPorts } from '../../core/access/oauth/grant-consent.ts';
import type { RegisteredClientStore } from '../../core/access/oauth/registered-clients.ts';
import type { PeopleStore } from '../../core/access/people/people-store.ts';
import type { RateCounter } from '../../core/billing/rate-limit/rate-counter.ts';
import type { RateWindows } from '../../core/billing/rate-limit/rate-window.ts';
import type { ServiceSettings } from '../../core/service-settings.ts';

export interface PeopleDependencies {
  readonly settings: ServiceSettings;
  readonly people: PeopleStore;
  readonly consent: ConsentPorts;
  readonly registered: RegisteredClientStore;
  readonly mail: MailQueue;
  readonly rates: RateWindows;
  readonly counter: RateCounter;
}
