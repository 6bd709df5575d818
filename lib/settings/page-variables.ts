/** Turns a stage's settings for its public pages into variables of the functions that show them. */
import { itemIdSchema } from '../../core/identifiers.ts';
import { httpsAddress, publicLine } from '../../core/parse-environment.ts';
import { OUR_NAME } from '../../core/service-face.ts';
import type { ResearchLink } from '../../functions/enrichment-worker/environment.ts';
import type { StageSettings } from './stage-settings.ts';

/** Names are shown on pages, in emails and in assistants, which cut long ones. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} .&'’-]{1,39}$/u;

/** @throws {Error} for a name that has other characters, or more than forty */
export function serviceNameOf({ face }: StageSettings): string {
  const name = face?.name ?? OUR_NAME;
  if (!NAME.test(name)) throw new Error(`face.name must have 2 to 40 letters, digits and spaces, not "${name}".`);
  return name;
}

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
  const { exampleItem, owner, vatId, testItemsPerDay = 'unlimited' } = settings;
  return {
    ...legalVariablesOf(settings),
    BILLING_PORTAL_URL: billingPortalOf(settings),
    OWNER_NAME: owner ?? 'none',
    OWNER_VAT_ID: vatId ?? 'none',
    LOG_RETENTION_DAYS: String(settings.logRetentionDays),
    RESEARCH_PROVIDERS: researchHosts(settings).join(','),
    EXAMPLE_ITEM: exampleItem === undefined ? 'none' : itemIdSchema.parse(exampleItem),
    TEST_RECORDS_PER_DAY: String(testItemsPerDay),
  };
}

function addressOrNone(address: string | undefined): string {
  return address === undefined ? 'none' : httpsAddress.parse(address);
}

/** @throws {Error} for a proof with other characters than those of one line */
export function proofVariablesOf({ proofs = {} }: StageSettings) {
  const orNone = (proof: string | undefined) => (proof === undefined ? 'none' : publicLine.parse(proof));
  return { OPENAI_CHALLENGE: orNone(proofs.openai), REGISTRY_PROOF: orNone(proofs.registry) };
}

/** The hosts that research sends part numbers and manufacturers to, for the privacy page. */
function researchHosts({ research }: StageSettings): readonly string[] {
  switch (research.researcher) {
    case 'file':
      return [];
    case 'http':
      return [new URL(research.url).hostname];
    case 'chain':
      return [...new Set(research.links.flatMap(hostsOfLink))];
  }
}

const ICECAT_HOST = 'live.icecat.biz';

function hostsOfLink(link: ResearchLink): readonly string[] {
  switch (link.provider) {
    case 'icecat':
      return [ICECAT_HOST];
    case 'http':
      return [new URL(link.url).hostname];
    case 'pages':
      return link.pages.map(({ address }) => new URL(address).hostname);
  }
}
