/** Turns a stage's settings for its public pages into variables of the functions that show them. */
import { itemIdSchema } from '../../core/identifiers.ts';
import { httpsAddress } from '../../core/parse-environment.ts';
import type { StageSettings } from './stage-settings.ts';

/** @throws {Error} for a URL that is not https, so that the deploy fails and not the function that reads it */
export function legalVariablesOf({ elsewhere = {} }: StageSettings) {
  return { TERMS_URL: addressOrNone(elsewhere.terms), PRIVACY_URL: addressOrNone(elsewhere.privacy) };
}

/** @throws {Error} as above */
export function billingPortalOf({ elsewhere = {} }: StageSettings): string {
  return addressOrNone(elsewhere.billingPortal);
}

/** @throws {Error} as above, and for an invalid item id */
export function pageVariablesOf(settings: StageSettings) {
  const { exampleItem } = settings;
  return {
    ...legalVariablesOf(settings),
    BILLING_PORTAL_URL: billingPortalOf(settings),
    EXAMPLE_ITEM: exampleItem === undefined ? 'none' : itemIdSchema.parse(exampleItem),
  };
}

function addressOrNone(address: string | undefined): string {
  return address === undefined ? 'none' : httpsAddress.parse(address);
}
