/** What a stage's row says to its public pages, as variables of the functions that show them. */
import { itemIdSchema } from '../../core/identifiers.ts';
import { httpsAddress } from '../../core/parse-environment.ts';
import type { StageSettings } from './stage-settings.ts';

/** @throws {Error} for an address that is not of https: the deploy fails, not the function that reads it */
export function legalVariablesOf({ elsewhere = {} }: StageSettings) {
  return { TERMS_URL: addressOrNone(elsewhere.terms), PRIVACY_URL: addressOrNone(elsewhere.privacy) };
}

/** @throws {Error} as above, and for what is not an item's id */
export function pageVariablesOf(settings: StageSettings) {
  const { elsewhere = {}, exampleItem } = settings;
  return {
    ...legalVariablesOf(settings),
    BILLING_PORTAL_URL: addressOrNone(elsewhere.billingPortal),
    EXAMPLE_ITEM: exampleItem === undefined ? 'none' : itemIdSchema.parse(exampleItem),
  };
}

function addressOrNone(address: string | undefined): string {
  return address === undefined ? 'none' : httpsAddress.parse(address);
}
