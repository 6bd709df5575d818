/** The Lambda handler of POST /v1/billing/events. */
import { createBillingEventsHandler } from './create-billing-events-handler.ts';
import { billingEventsDependencies } from './dependencies.ts';

export const handler = createBillingEventsHandler(billingEventsDependencies(process.env));
