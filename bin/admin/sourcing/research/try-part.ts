/**
 * Asks the providers for one part as the worker would, and returns their answers, the item that would be stored and the
 * charge. Only the request quotas are written, because the providers count these requests too.
 */
import { createChain, type ChainPorts } from '../../../../adapters/research/create-chain.ts';
import type { ChainLinkSettings } from '../../../../core/sourcing/research/chain-configuration.ts';
import type { LinkEnd } from '../../../../core/sourcing/research/research-chain.ts';
import type { ResearchTask } from '../../../../core/sourcing/research/part-researcher.ts';
import type { ProviderQuota } from '../../../../core/sourcing/research/provider-quota.ts';
import { randomAlphanumeric } from '../../../../core/identifiers.ts';
import { RESEARCH_PRICE_NANO_USD, type NanoUsd } from '../../../../core/money.ts';
import { findParts } from '../../../../core/index/lookup/find-parts.ts';
import type { PartByNumber } from '../../../../core/index/lookup/find-part.ts';
import type { ItemRecord } from '../../../../core/index/items/item-record.ts';
import type { ItemIndex } from '../../../../core/index/items/item-index.ts';
import { gtinsOf } from '../../../../core/index/items/item-identity.ts';
import { dayOf } from '../../../../core/time.ts';

export interface TriedLink extends LinkEnd {
  /** Number of requests sent to it, with retries. */
  readonly requests: number;
  /** Null if the settings have no price for a request. */
  readonly costNanoUsd: NanoUsd | null;
  /** Whether the worker uses it. */
  readonly on: boolean;
}

export interface Trial {
  readonly links: readonly TriedLink[];
  /** The item that would be stored, without its id; undefined if nothing would be stored. */
  readonly item: Omit<ItemRecord, 'id'> | undefined;
  /** The id of the item that the index already has for the part, which makes research unnecessary. */
  readonly inIndex: string | undefined;
  /** Whether the GTIN is omitted because another item has it. */
  readonly barcodeTaken: boolean;
  /** What a customer would be charged. */
  readonly chargeNanoUsd: NanoUsd;
}

type TrialPorts = ChainPorts & { readonly index: ItemIndex };

/** @param links are all asked, even if they are off */
export async function tryPart(
  links: readonly ChainLinkSettings[],
  part: PartByNumber,
  gtin: string | undefined,
  ports: TrialPorts,
): Promise<Trial> {
  const counts = new Map<string, number>();
  const today = dayOf(ports.clock.nowMs());
  const chain = createChain(
    links.map((link) => switchedOn(link, today)),
    { ...ports, quota: counting(ports.quota, counts) },
  );
  const [decision] = await findParts(ports.index, [part], []);
  const { ends, usable } = await chain.trace(taskOf(part, gtin));
  const taken = usable !== undefined && (await hasBarcode(ports.index, usable));
  const { id: _id, ...record } = taken ? { ...usable, gtin: null, upc: null } : (usable ?? { id: undefined });
  const inIndex = decision?.found?.id;
  return {
    links: ends.map((end) => triedLink(end, links, counts)),
    item: usable === undefined ? undefined : (record as Omit<ItemRecord, 'id'>),
    inIndex,
    barcodeTaken: taken,
    chargeNanoUsd: usable === undefined || inIndex !== undefined ? 0 : RESEARCH_PRICE_NANO_USD,
  };
}

function taskOf({ manufacturer, verbatim }: PartByNumber, gtin: string | undefined): ResearchTask {
  const researchId = `res_${randomAlphanumeric(20)}`;
  const task = { manufacturer, partNumber: verbatim, description: null, researchId };
  return gtin === undefined ? task : { ...task, gtin };
}

async function hasBarcode(index: ItemIndex, item: ItemRecord): Promise<boolean> {
  const barcodes = gtinsOf(item);
  if (barcodes.length === 0) return false;
  const filed = await index.readKeys(barcodes.map((gtin) => ({ by: 'gtin', gtin })));
  return filed.some((entries) => entries.length > 0);
}

function triedLink(end: LinkEnd, links: readonly ChainLinkSettings[], counts: ReadonlyMap<string, number>): TriedLink {
  const settings = links.find(({ provider }) => provider === end.link);
  const requests = counts.get(end.link) ?? 0;
  const price = settings?.costNanoUsd;
  return {
    ...end,
    requests,
    costNanoUsd: price === undefined ? null : price * requests,
    on: settings !== undefined && isOn(settings),
  };
}

function isOn(link: ChainLinkSettings): boolean {
  if (link.provider !== 'pages') return link.termsReadOn !== undefined;
  return link.pages.some(({ termsReadOn }) => termsReadOn !== undefined);
}

/** Switches a provider on for the trial, because operators try a provider before they read its terms. */
function switchedOn(link: ChainLinkSettings, today: string): ChainLinkSettings {
  if (link.provider !== 'pages') return { ...link, termsReadOn: link.termsReadOn ?? today };
  return { ...link, pages: link.pages.map((page) => ({ ...page, termsReadOn: page.termsReadOn ?? today })) };
}

function counting(quota: ProviderQuota, counts: Map<string, number>): ProviderQuota {
  return {
    take: async (provider, limits, nowMs) => {
      const permission = await quota.take(provider, limits, nowMs);
      if (permission.kind === 'granted') counts.set(provider, (counts.get(provider) ?? 0) + 1);
      return permission;
    },
    rest: async (provider, untilMs, nowMs) => quota.rest(provider, untilMs, nowMs),
  };
}
