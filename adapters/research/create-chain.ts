/**
 * Builds a chain of providers from an operator's settings. A provider is off unless the operator has stated to have
 * read its terms.
 */
import type { Clock } from '../../core/time.ts';
import type { ChainLinkSettings } from '../../core/sourcing/research/chain-configuration.ts';
import type { PartResearcher } from '../../core/sourcing/research/part-researcher.ts';
import type { ProviderQuota } from '../../core/sourcing/research/provider-quota.ts';
import { ResearchChain, type ChainLink } from '../../core/sourcing/research/research-chain.ts';
import type { ManufacturerTable } from '../../core/index/manufacturers/manufacturer-table.ts';
import type { Transport } from './ask-provider.ts';
import { HttpResearcher } from './http-researcher.ts';
import { IcecatResearcher } from './icecat-researcher.ts';
import { PageResearcher } from './page-researcher.ts';

/** The limit for all links together: the rest of the worker's 60 seconds is for look-up, storing and settling. */
const TOTAL_TIME_MS = 40_000;

export interface ChainPorts {
  readonly quota: ProviderQuota;
  readonly manufacturers: () => Promise<ManufacturerTable>;
  readonly clock: Clock;
  /** Returns a reader of the secret with that name. */
  readonly secret: (name: string) => () => Promise<string>;
  /** For tests. */
  readonly transport?: Transport;
}

export function createChain(links: readonly ChainLinkSettings[], ports: ChainPorts): ResearchChain {
  const on = links.flatMap(switchedOn);
  const { quota, manufacturers, clock } = ports;
  return new ResearchChain({
    links: on.map((link) => chainLink(link, ports)),
    quota,
    manufacturers,
    clock,
    totalTimeMs: TOTAL_TIME_MS,
  });
}

/** Returns no link if the provider is off, otherwise the link with its enabled parts. */
function switchedOn(link: ChainLinkSettings): readonly ChainLinkSettings[] {
  if (link.provider !== 'pages') return link.termsReadOn === undefined ? [] : [link];
  const pages = link.pages.filter(({ termsReadOn }) => termsReadOn !== undefined);
  return pages.length === 0 ? [] : [{ ...link, pages }];
}

function chainLink(link: ChainLinkSettings, ports: ChainPorts): ChainLink {
  const { provider: name, perMinute, perDay, fills } = link;
  const manufacturers =
    link.provider === 'pages' ? link.pages.map(({ manufacturer }) => manufacturer) : link.manufacturers;
  return { name, researcher: researcherOf(link, ports), limits: { perMinute, perDay }, manufacturers, fills };
}

function researcherOf(
  link: ChainLinkSettings,
  { secret, transport, clock, quota, manufacturers }: ChainPorts,
): PartResearcher {
  const nowMs = () => clock.nowMs();
  switch (link.provider) {
    case 'icecat':
      return new IcecatResearcher({ ...transport, ...link, readSecret: secret(link.secretName), nowMs });
    case 'pages': {
      const { pages, contact, hostPerMinute } = link;
      return new PageResearcher({ ...transport, pages, contact, hostPerMinute, quota, manufacturers, nowMs });
    }
    case 'http':
      return new HttpResearcher({ ...transport, url: link.url, readSecret: secret(link.secretName) });
  }
}
