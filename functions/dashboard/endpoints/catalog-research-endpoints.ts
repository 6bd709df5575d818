/**
 * Endpoints for enrichment of a catalog's missed parts: its maximum price, the requests, and the update of rows after
 * research. Each call handles some rows; the dashboard continues until none are left. Requests spend the account's
 * money: owners may make them, and members if the account allows their assistants to.
 */
import * as z from 'zod/mini';
import { capStanding } from '../../../core/billing/meter/cap-standing.ts';
import type { Catalog } from '../../../core/catalogs/rows/catalog.ts';
import { askForCatalog, countResearchable, followCatalog } from '../../../core/sourcing/enrichment/enrich-catalog.ts';
import {
  describeEnrichmentRefusal,
  type EnrichmentRefusal,
} from '../../../core/sourcing/enrichment/enrichment-refusal.ts';
import { RESEARCH_PRICE_NANO_USD } from '../../../core/money.ts';
import { refuse } from '../../../core/api/refusals/http-refusal.ts';
import { billingRefusal } from '../../../core/access/administration/billing-standing.ts';
import { catalogIdInput, placeInput, requireBillableCatalog, requireOwnCatalog } from './catalog-access.ts';
import { endpoint, type SignedInCall } from './define-endpoint.ts';

const COUNTED_AT_ONCE = 2_000;
/** Ten parts are one transaction. */
const ASKED_AT_ONCE = 50;
const FOLLOWED_AT_ONCE = 200;
const MAX_PARTS = 1_000_000;

const NOTHING_TO_FOLLOW = { enriched: 0, open: 0, next: null };

const NEVER = new AbortController().signal;

/** Returns the maximum price and requests nothing. */
export const researchOffer = endpoint({
  method: 'GET',
  path: '/catalogs/research',
  readsMuch: true,
  access: 'member',
  input: z.strictObject({
    catalog_id: catalogIdInput,
    after: placeInput,
    with_suggestions: z.optional(z.enum(['true', 'false'])),
  }),
  async handle(call) {
    const { dependencies, signedIn, input, nowMs } = call;
    const { account } = signedIn;
    const [catalog, usage, refusal] = await Promise.all([
      requireOwnCatalog(call),
      dependencies.reports.readUsageHistory(account.accountId),
      whyNot(call),
    ]);
    const counted = await countResearchable(dependencies.catalogs, {
      ...stretchOf(catalog, input.after, COUNTED_AT_ONCE),
      withCandidates: input.with_suggestions === 'true',
    });
    return {
      data: {
        parts: counted.parts,
        /** Rows without a manufacturer or part number, or that are not fitted. */
        left: counted.left,
        /** Rows that are left out because they have candidates. */
        held: counted.skipped,
        next: counted.next ?? null,
        price_nano_usd: RESEARCH_PRICE_NANO_USD,
        /** null without a cap. */
        cap_left_nano_usd: capStanding({ account, usage }, nowMs).leftNanoUsd,
        /** Why research cannot be requested; null if it can. */
        refusal: refusal ?? null,
      },
    };
  },
});

/** Requests enrichment for some of the rows, and for no more parts than the person agreed to. */
export const askForResearch = endpoint({
  method: 'POST',
  path: '/catalogs/research',
  readsMuch: true,
  access: 'member',
  input: z.strictObject({
    catalog_id: catalogIdInput,
    after: z.int().check(z.minimum(0)),
    with_suggestions: z.boolean(),
    most_parts: z.int().check(z.minimum(1), z.maximum(MAX_PARTS)),
  }),
  async handle(call) {
    const { dependencies, signedIn, input, nowMs } = call;
    const { accountId } = signedIn.account;
    const catalog = await requireBillableCatalog(call);
    if (!maySpend(call)) return refuse('forbidden', SPENDING_IS_OFF);
    // The catalog is marked before anything is requested. If the run is killed in between, the only cost is a needless
    // check of its rows.
    await dependencies.catalogs.markResearch(catalog, { before: catalog.researchAskedAtMs, now: nowMs });
    const readAccount = async () =>
      (await dependencies.administration.readAccount(accountId))?.value ?? signedIn.account;
    const requested = await askForCatalog(dependencies, readAccount, {
      ...stretchOf(catalog, input.after, ASKED_AT_ONCE),
      withCandidates: input.with_suggestions,
      mostParts: input.most_parts,
      counted: true,
      nowMs: () => nowMs,
      audit: (atMs) => ({
        who: signedIn.member.personId,
        what: 'research.asked_for_catalog',
        details: { catalog: catalog.catalogId },
        atMs,
      }),
    });
    return {
      data: {
        queued: requested.queued,
        /** Rows that cannot be researched, or not again yet. */
        left: requested.left,
        next: requested.next ?? null,
        refusal: requested.refusal === undefined ? null : describeRefusal(call, requested.refusal),
      },
    };
  },
});

/** Matches rows with the items that research found for them, which were paid for. */
export const followResearch = endpoint({
  method: 'POST',
  path: '/catalogs/follow',
  readsMuch: true,
  access: 'member',
  input: z.strictObject({ catalog_id: catalogIdInput, after: z.int().check(z.minimum(0)), is_still_open: z.boolean() }),
  async handle(call) {
    const { dependencies, input } = call;
    const catalog = await requireOwnCatalog(call);
    // Without research under way there is nothing to match, and no row is read.
    if (catalog.researchAskedAtMs === null) return { data: NOTHING_TO_FOLLOW };
    const run = stretchOf(catalog, input.after, FOLLOWED_AT_ONCE);
    const { enriched, open, next } = await followCatalog(dependencies, run);
    const isOver = next === undefined && open === 0 && !input.is_still_open;
    if (isOver) await dependencies.catalogs.markResearch(catalog, { before: catalog.researchAskedAtMs, now: null });
    return { data: { enriched, open, next: next ?? null } };
  },
});

function stretchOf({ accountId, catalogId, rowsIn }: Catalog, after = 0, mostRows: number) {
  return {
    key: { accountId, catalogId, rowsIn },
    stop: NEVER,
    onProgress: () => undefined,
    stretch: { after, mostRows },
  };
}

const SPENDING_IS_OFF =
  'Research is paid for by the account: ask an owner to start it, or to let members’ assistants spend.';

function maySpend({ signedIn: { account, member } }: SignedInCall<unknown>): boolean {
  return member.role === 'owner' || account.spendingBySignIn;
}

async function whyNot(call: SignedInCall<unknown>): Promise<string | undefined> {
  const { dependencies, signedIn, nowMs } = call;
  if (!maySpend(call)) return SPENDING_IS_OFF;
  const billing = await billingRefusal(dependencies.reports, signedIn.account, nowMs);
  if (billing !== undefined) return describeRefusal(call, billing);
  return signedIn.account.terms.researchAllowed ? undefined : describeRefusal(call, { kind: 'plan_without_research' });
}

function describeRefusal({ dependencies: { settings } }: SignedInCall<unknown>, refusal: EnrichmentRefusal): string {
  return describeEnrichmentRefusal(refusal, settings).message;
}
