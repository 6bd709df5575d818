/**
 * Researches on a manufacturer's product page: the URL is from a template for each manufacturer, the facts from the
 * page's schema.org JSON-LD. The reader identifies itself, obeys robots.txt (RFC 9309) and its `Crawl-delay`, follows
 * redirects only within the site, and reads pages no more often than the site allows. json-ld-product.ts decides which
 * part of the page is the product.
 */
import { request } from 'node:https';
import { pageAddress, type ManufacturerPages } from '../../core/sourcing/research/chain-configuration.ts';
import type { PartResearcher, ResearchAnswer, ResearchTask } from '../../core/sourcing/research/part-researcher.ts';
import type { ProviderQuota } from '../../core/sourcing/research/provider-quota.ts';
import { isManufacturer } from '../../core/sourcing/research/research-chain.ts';
import type { ManufacturerTable } from '../../core/index/manufacturers/manufacturer-table.ts';
import {
  askProvider,
  guardSettings,
  tooMany,
  unavailable,
  usedUp,
  utf8,
  type Transport,
  type Tried,
} from './ask-provider.ts';
import { exchangeGuarded, type GuardSettings, type GuardedBytes } from '../http/guarded-request.ts';
import { jsonLdBlocks } from './json-ld-blocks.ts';
import { productOnPage } from './json-ld-product.ts';
import { MAX_ROBOTS_BYTES, robotsRules, type RobotsRules } from './robots-rules.ts';
import { HOUR_MS } from '../../core/time.ts';
import { readJsonText } from '../../core/json.ts';

/** The reader's name in robots.txt files. */
const AGENT = 'ProductDataBot';
const MAX_PAGE_BYTES = 2_000_000;
const TOTAL_TIMEOUT_MS = 20_000;
const MAX_TRIES = 2;
const MAX_REDIRECTS = 3;
const ROBOTS_FRESH_MS = HOUR_MS;
const MAX_REMEMBERED_SITES = 500;
const DAY_SECONDS = 86_400;

interface PageSettings extends Transport {
  readonly pages: readonly ManufacturerPages[];
  readonly contact: string;
  readonly hostPerMinute: number;
  readonly quota: ProviderQuota;
  readonly manufacturers: () => Promise<ManufacturerTable>;
  readonly nowMs: () => number;
}

export class PageResearcher implements PartResearcher {
  readonly #settings: PageSettings;
  readonly #guard: GuardSettings;
  readonly #headers: Readonly<Record<string, string>>;
  /** Cached in this process, per origin. */
  readonly #robots = new Map<string, { readonly rules: RobotsRules; readonly untilMs: number }>();

  constructor(settings: PageSettings) {
    this.#settings = settings;
    this.#guard = guardSettings(settings, request);
    this.#headers = { 'user-agent': `${AGENT}/1.0 (+${settings.contact})` };
  }

  async research(task: ResearchTask): Promise<ResearchAnswer> {
    const table = await this.#settings.manufacturers();
    const pages = this.#settings.pages.find(({ manufacturer }) =>
      isManufacturer(task.manufacturer, manufacturer, table),
    );
    if (pages === undefined) return { kind: 'not_found', detail: 'no page is known for this manufacturer' };
    const url = pageAddress(pages.address, task.partNumber);
    if (url === undefined) return { kind: 'not_found', detail: 'the number cannot be in an address' };
    const timeoutMs = this.#settings.totalTimeoutMs ?? TOTAL_TIMEOUT_MS;
    return askProvider(task, { maxTries: MAX_TRIES, timeoutMs }, (signal) => this.#try(task, pages, url, signal));
  }

  async #try(task: ResearchTask, pages: ManufacturerPages, from: URL, signal: AbortSignal): Promise<Tried> {
    let url = from;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const refused = await this.#mayRead(url, signal);
      if (refused !== undefined) return refused;
      const headers = { ...this.#headers, accept: 'text/html,application/xhtml+xml' };
      const maxBytes = (status: number) => (status === 200 ? MAX_PAGE_BYTES : 0);
      const received = await exchangeGuarded(this.#guard, url, { method: 'GET', headers, maxBytes }, signal);
      if (received.status === 429) return this.#restSite(url, received);
      if (!isRedirect(received)) return this.#read(received, task, pages, url);
      const next = within(url, received.headers.location);
      if (next === undefined) return { final: unavailable('The page redirects to another site') };
      url = next;
    }
    return { final: unavailable('The page redirects too often') };
  }

  /** Returns undefined when reading is allowed. */
  async #mayRead(url: URL, signal: AbortSignal): Promise<Tried | undefined> {
    const rules = await this.#rulesOf(url.origin, signal);
    if (rules === undefined) return { passing: unavailable('The robots.txt of the site cannot be had') };
    if (!rules.isAllowed(url)) return { final: { kind: 'not_found', detail: 'robots.txt does not allow the page' } };
    const { quota, hostPerMinute, nowMs } = this.#settings;
    const limits = withinDelay(hostPerMinute, rules.crawlDelaySeconds);
    const permission = await quota.take(siteOf(url), limits, nowMs());
    if (permission.kind === 'granted') return undefined;
    const { retryAfterSeconds } = permission;
    return { final: { ...usedUp('The requests to the site are used up', retryAfterSeconds), ofOneSite: true } };
  }

  /** The site of one manufacturer requested a pause; other sites are not affected. */
  async #restSite(url: URL, { headers }: GuardedBytes): Promise<Tried> {
    const answer = tooMany(headers['retry-after']);
    const nowMs = this.#settings.nowMs();
    await this.#settings.quota.rest(siteOf(url), nowMs + answer.retryAfterSeconds * 1000, nowMs);
    return { final: { ...answer, ofOneSite: true } };
  }

  async #rulesOf(origin: string, signal: AbortSignal): Promise<RobotsRules | undefined> {
    const nowMs = this.#settings.nowMs();
    const known = this.#robots.get(origin);
    if (known !== undefined && nowMs < known.untilMs) return known.rules;
    const rules = await this.#readRobots(new URL('/robots.txt', origin), signal);
    if (rules === undefined) return undefined;
    if (this.#robots.size >= MAX_REMEMBERED_SITES) this.#robots.clear();
    this.#robots.set(origin, { rules, untilMs: nowMs + ROBOTS_FRESH_MS });
    return rules;
  }

  async #readRobots(robotsUrl: URL, signal: AbortSignal): Promise<RobotsRules | undefined> {
    let url = robotsUrl;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const maxBytes = (status: number) => (status === 200 ? MAX_ROBOTS_BYTES : 0);
      const sent = { method: 'GET', headers: { ...this.#headers, accept: 'text/plain' }, maxBytes } as const;
      const received = await exchangeGuarded(this.#guard, url, sent, signal);
      if (!isRedirect(received)) return robotsRules(robotsUrl, received.status, utf8(received.body), AGENT);
      const next = within(url, received.headers.location);
      if (next === undefined) return undefined;
      url = next;
    }
    return undefined;
  }

  #read({ status, headers, body }: GuardedBytes, task: ResearchTask, pages: ManufacturerPages, url: URL): Tried {
    if (status === 404 || status === 410) return { final: { kind: 'not_found' } };
    if (status >= 500) return { passing: unavailable(`The site answered ${status}`) };
    if (status !== 200) return { final: unavailable(`The site answered ${status}`) };
    const contentType = headers['content-type'] ?? '';
    const html = isHtml(contentType) ? decoded(body, contentType) : undefined;
    if (html === undefined) return { final: unavailable('The site answered with something that is not HTML') };
    const documents = jsonLdBlocks(html).flatMap((block) => readJsonText(block) ?? []);
    const { partNumber, gtin } = task;
    const page = {
      url: url.href,
      manufacturer: pages.manufacturer,
      storing: pages.storing,
      nowMs: this.#settings.nowMs(),
    };
    const product = productOnPage(documents, { partNumber, gtin }, page);
    switch (product.kind) {
      case 'found':
        return { final: { kind: 'found', record: product.record } };
      case 'another_part':
        return { final: { kind: 'not_found', detail: 'the page is about another part' } };
      case 'no_product':
        return { final: { kind: 'not_found', detail: 'the page holds no schema.org Product' } };
    }
  }
}

/** The name under which requests to the site are counted. */
function siteOf({ host }: URL): string {
  return `pages/${host}`;
}

function isRedirect({ status }: GuardedBytes): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** Returns the target of a redirect if it is on the same site: the host itself, or the host with or without `www.`. */
function within(from: URL, location: string | undefined): URL | undefined {
  if (location === undefined || !URL.canParse(location, from.href)) return undefined;
  const to = new URL(location, from.href);
  const bare = ({ host }: URL) => host.replace(/^www\./, '');
  return to.protocol === from.protocol && bare(to) === bare(from) && to.username === '' && to.password === ''
    ? to
    : undefined;
}

/** The reader's own rate, or the site's if that is lower. */
function withinDelay(perMinute: number, delaySeconds: number | undefined): { perMinute: number; perDay: number } {
  const perDay = perMinute * 60 * 24;
  if (delaySeconds === undefined) return { perMinute, perDay };
  return {
    perMinute: Math.max(1, Math.min(perMinute, Math.floor(60 / delaySeconds))),
    perDay: Math.max(1, Math.min(perDay, Math.floor(DAY_SECONDS / delaySeconds))),
  };
}

function isHtml(contentType: string): boolean {
  const [type = ''] = contentType.split(';', 1);
  return ['text/html', 'application/xhtml+xml'].includes(type.trim().toLowerCase());
}

/** Decodes the encoding that the header names, otherwise UTF-8; undefined for bytes that are invalid in it. */
function decoded(body: Buffer, contentType: string): string | undefined {
  const label = /charset="?(?<label>[\w-]{1,40})/i.exec(contentType)?.groups?.['label'];
  if (label === undefined) return utf8(body);
  try {
    return new TextDecoder(label, { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}
