/** What Lambda calls for POST /v1/billing/events. */
import { createBillingEventsHandler } from './create-billing-events-handler.ts';
import { billingEventsDependencies } from './dependencies.ts';

export const handler = createBillingEventsHandler(billingEventsDependencies(process.env));
