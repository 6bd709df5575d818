/**
 * The contract of every research provider, against a stand-in made from the provider's documentation. No real provider
 * was called.
 *
 * - Icecat: "Manual for Icecat JSON product requests" (version 2.0), "Which JSON and XML error messages can I get using
 *   Icecat?" and "Access tokens as an alternative to IP whitelists", all on iceclog.com; the shape of a sheet also from
 *   sheets in public repositories.
 * - pages: schema.org/Product, and RFC 9309 for robots.txt.
 * - http: docs/guides/research-providers.md.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChain } from '../../../adapters/research/create-chain.ts';
import type { Transport } from '../../../adapters/research/ask-provider.ts';
import { chainLinkSchema, type ChainLinkInput } from '../../../core/sourcing/research/chain-configuration.ts';
import type { ResearchAnswer, ResearchTask } from '../../../core/sourcing/research/part-researcher.ts';
import { BUILT_IN_MANUFACTURERS } from '../../../core/index/manufacturers/built-in-manufacturers.ts';
import { MemoryProviderQuota } from '../../support/stores/memory-provider-quota.ts';
import {
  ProviderStandIn,
  resolving,
  saysJson,
  saysMegabytes,
  saysText,
  type Answering,
} from '../../support/research/provider-stand-in.ts';

const SECRET = 'the-operators-own-token';
const ECHO = 'words-of-the-provider';
const TASK: ResearchTask = {
  manufacturer: 'TI',
  partNumber: 'NV-7805',
  description: null,
  researchId: 'res_AAAAAAAAAAAAAAAAAAAA',
};
const GTIN = '00012345678905';

interface Provider {
  readonly name: string;
  readonly link: ChainLinkInput;
  /** The address of the stand-in, used instead of the provider's own. */
  readonly address: (port: number) => Partial<Record<string, unknown>>;
  readonly type: string;
  readonly part: (number: string) => Answering;
  readonly nothing: Answering;
  readonly errorInside: Answering;
  readonly whatThatMeans: ResearchAnswer['kind'];
  readonly wrongType: Answering;
  readonly badCredentials: Answering;
}

const LIMITS = { perDay: 1000, perMinute: 1000 } as const;
const READ = { termsReadOn: '2026-11-22' } as const;

const sheet = (number: string) => ({
  msg: 'OK',
  data: {
    GeneralInfo: {
      IcecatId: 4711,
      Title: 'NV regulator',
      Brand: 'Texas Instruments',
      BrandPartCode: number,
      GTIN: ['012345678905'],
      Category: { CategoryID: '1', Name: { Value: 'Regulators', Language: 'EN' } },
      Description: { LongDesc: 'Long words' },
      SummaryDescription: { ShortSummaryDescription: 'Short words' },
    },
    Image: { HighPic: 'https://images.icecat.biz/img/a.jpg' },
    Gallery: [{ Pic: 'https://images.icecat.biz/img/b.jpg' }],
    FeaturesGroups: [
      {
        FeatureGroup: { Name: { Value: 'Weight & dimensions' } },
        Features: [
          feature('Weight', '12', '12 g', 'g'),
          feature('Width', '10', '10 mm', 'mm'),
          feature('Height', '4', '4 mm', 'mm'),
        ],
      },
    ],
  },
});

function feature(name: string, raw: string, shown: string, unit: string) {
  const measured = { Measure: { Signs: { _: unit } }, Name: { Value: name } };
  return { RawValue: raw, Value: raw, PresentationValue: shown, Feature: measured };
}

const page = (number: string): string => `<!doctype html><title>x</title>
  <script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Product',
    mpn: number,
    gtin13: '0012345678905',
    name: 'NV regulator',
    brand: { '@type': 'Brand', name: 'Texas Instruments' },
    description: 'Long words',
    image: 'https://images.example/a.jpg',
    weight: { '@type': 'QuantitativeValue', value: 12, unitCode: 'GRM' },
    additionalProperty: [{ '@type': 'PropertyValue', name: 'Voltage', value: '5', unitText: 'V' }],
    offers: { '@type': 'Offer', price: '1.00', priceCurrency: 'USD' },
  })}</script>`;

const pageSays =
  (answering: Answering): Answering =>
  (request, response) =>
    request.url === '/robots.txt' ? void response.writeHead(404).end() : answering(request, response);

const PROVIDERS: readonly Provider[] = [
  {
    name: 'Icecat',
    link: { provider: 'icecat', shopName: 'acme', secretName: 'icecat', ...LIMITS, ...READ },
    address: (port) => ({ address: `http://live.icecat.test:${port}/api` }),
    type: 'application/json',
    part: (number) => saysJson(200, sheet(number)),
    nothing: saysJson(404, { Code: 404, Message: 'The requested product is not present in the Icecat database' }),
    errorInside: saysJson(200, { Code: 8, Message: ECHO }),
    whatThatMeans: 'not_found',
    wrongType: saysText(200, `<html>${ECHO}</html>`),
    badCredentials: saysJson(200, { StatusCode: 6, Message: ECHO }),
  },
  {
    name: 'a page',
    link: {
      provider: 'pages',
      contact: 'https://service.example/bot',
      pages: [
        { manufacturer: 'Texas Instruments', address: 'https://www.ti.test/p/{number}', termsReadOn: '2026-11-22' },
      ],
      hostPerMinute: 60,
      ...LIMITS,
    },
    address: (port) => ({
      pages: [
        {
          manufacturer: 'Texas Instruments',
          address: `http://www.ti.test:${port}/p/{number}`,
          termsReadOn: '2026-11-22',
          storing: 'facts',
        },
      ],
    }),
    type: 'text/html',
    part: (number) => pageSays(saysText(200, page(number))),
    nothing: pageSays(saysText(404, ECHO)),
    errorInside: pageSays(saysText(200, `<h1>Not found ${ECHO}</h1>`)),
    whatThatMeans: 'not_found',
    wrongType: pageSays(saysJson(200, { error: ECHO })),
    badCredentials: pageSays(saysText(403, ECHO)),
  },
  {
    name: 'our own contract',
    link: { provider: 'http', url: 'https://provider.test/v1/parts', secretName: 'http', ...LIMITS, ...READ },
    address: (port) => ({ url: `http://provider.test:${port}/v1/parts` }),
    type: 'application/json',
    part: (number) =>
      saysJson(200, {
        found: true,
        record: { mpn: number, manufacturer: 'Texas Instruments', title: 'NV regulator', gtin: GTIN },
      }),
    nothing: saysJson(200, { found: false }),
    errorInside: saysJson(200, { error: ECHO }),
    whatThatMeans: 'unavailable',
    wrongType: saysText(200, `<html>${ECHO}</html>`),
    badCredentials: saysJson(401, { error: ECHO }),
  },
];

let standIn: ProviderStandIn;
beforeAll(async () => void (standIn = await ProviderStandIn.open()));
afterAll(() => standIn.close());

describe.each(PROVIDERS)('$name', (provider) => {
  const nowMs = Date.UTC(2026, 10, 22, 12);
  let quota: MemoryProviderQuota;
  beforeEach(() => void (quota = new MemoryProviderQuota()));

  function chain(transport: Partial<Transport> = {}, changed: Partial<ChainLinkInput> = {}) {
    const link = chainLinkSchema.parse({ ...provider.link, ...changed });
    return createChain([{ ...link, ...provider.address(standIn.port) }], {
      quota,
      manufacturers: async () => BUILT_IN_MANUFACTURERS,
      clock: { nowMs: () => nowMs },
      secret: () => async () => SECRET,
      transport: { ...standIn.transport, ...transport },
    });
  }
  const ask = (changed: Partial<ResearchTask> = {}) => chain().research({ ...TASK, ...changed });
  /** The requests about the part, without those for robots.txt. */
  const asked = () => standIn.asked.filter((line) => line !== 'GET /robots.txt');

  test('finds a part, with its source and the confidence of each section', async () => {
    standIn.says(provider.part('NV-7805'));
    const answer = await ask();
    expect(answer).toMatchObject({ kind: 'found', record: { mpn: 'NV-7805', title: 'NV regulator' } });
    const { record } = answer as { record: Record<string, unknown> };
    if (provider.link.provider === 'http') return;
    expect(record['sources']).toEqual([
      expect.objectContaining({
        retrieved_at: new Date(nowMs).toISOString(),
        sections: expect.arrayContaining(['title']) as unknown,
      }),
    ]);
    expect(record['section_confidence']).toMatchObject({ title: record['confidence'], weight: record['confidence'] });
    expect(record['weight']).toEqual({ value: 12, unit: 'g' });
    // Texts and pictures belong to the manufacturer; they are kept only if the operator has confirmed the right.
    expect(JSON.stringify(record)).not.toMatch(/words|\.jpg|price/i);
  });

  test('does not find an unknown part', async () => {
    standIn.says(provider.nothing);
    expect((await ask()).kind).toBe('not_found');
  });

  test('does not treat a 200 with an error inside as a part, and repeats none of its text', async () => {
    standIn.says(provider.errorInside);
    const answer = await ask();
    expect(answer.kind).toBe(provider.whatThatMeans);
    expect(JSON.stringify(answer)).not.toContain(ECHO);
  });

  test('refuses an unexpected kind of document as unusable', async () => {
    standIn.says(provider.wrongType);
    const answer = await ask();
    expect(answer.kind).toBe('unavailable');
    expect(JSON.stringify(answer)).not.toContain(ECHO);
  });

  test.each(['http://169.254.169.254/latest/meta-data/', 'http://10.0.0.7/', 'http://[::1]/', '//127.0.0.1/'])(
    'does not follow a redirect to %s',
    async (location) => {
      standIn.says(pageSays(saysText(302, '', { location })));
      expect((await ask()).kind).toBe('unavailable');
      expect(asked()).toHaveLength(1);
    },
  );

  test('reads ten megabytes only up to the limit', async () => {
    let written = 0;
    standIn.says(pageSays(saysMegabytes(40, provider.type, (bytes) => void (written = bytes))));
    expect(await ask()).toMatchObject({ kind: 'unavailable', detail: expect.stringContaining('larger') as string });
    expect(written).toBeLessThan(20_000_000);
  });

  test('does not unpack compression that was not requested', async () => {
    standIn.says(pageSays(saysText(200, 'x', { 'content-type': provider.type, 'content-encoding': 'gzip' })));
    expect(await ask()).toMatchObject({ kind: 'unavailable', detail: expect.stringContaining('compressed') as string });
  });

  test('treats another part as not found', async () => {
    standIn.says(provider.part('NV-7806'));
    expect(await ask()).toMatchObject({ kind: 'not_found', detail: expect.stringContaining('another part') as string });
  });

  test('treats the part of another manufacturer as not found', async () => {
    standIn.says(provider.part('NV-7805'));
    expect((await ask({ manufacturer: 'Murata' })).kind).toBe('not_found');
  });

  test('accepts the same item for every part number only once', async () => {
    standIn.says(provider.part('NV-7805'));
    const kinds = [];
    for (const partNumber of ['NV-1', 'NV-7805', 'NV-2', 'NV-7805X']) kinds.push((await ask({ partNumber })).kind);
    expect(kinds).toEqual(['not_found', 'found', 'not_found', 'not_found']);
  });

  test('treats a part with another GTIN as not found', async () => {
    standIn.says(provider.part('NV-7805'));
    expect((await ask({ gtin: GTIN })).kind).toBe('found');
    expect((await ask({ gtin: '00036000291452' })).kind).toBe('not_found');
  });

  test('abandons a missing response', async () => {
    standIn.says(pageSays(() => undefined));
    const answer = await chain({ totalTimeoutMs: 200 }).research(TASK);
    expect(answer).toMatchObject({ kind: 'unavailable', detail: expect.stringContaining('too long') as string });
  });

  test('abandons a response that arrives a byte at a time', async () => {
    standIn.says(
      pageSays((_, response) => {
        response.writeHead(200, { 'content-type': provider.type });
        const timer = setInterval(() => response.write(' '), 10);
        response.once('close', () => clearInterval(timer));
      }),
    );
    expect(await chain({ totalTimeoutMs: 200 }).research(TASK)).toMatchObject({ kind: 'unavailable' });
  });

  test('postpones the part after 429 as long as it says, and sends no other request until then', async () => {
    standIn.says(pageSays(saysText(429, ECHO, { 'retry-after': '7200' })));
    expect(await ask()).toMatchObject({ kind: 'used_up', retryAfterSeconds: 7200 });
    const before = asked().length;
    expect(await ask({ partNumber: 'NV-2' })).toMatchObject({ kind: 'used_up', retryAfterSeconds: 7200 });
    expect(asked()).toHaveLength(before);
  });

  test('sends nothing once the requests of a day are used up', async () => {
    standIn.says(provider.part('NV-7805'));
    const limited = chain({}, { perDay: 2 });
    const kinds = [];
    for (const _ of [1, 2, 3]) kinds.push((await limited.research(TASK)).kind);
    expect(kinds).toEqual(['found', 'found', 'used_up']);
    expect(asked()).toHaveLength(2);
  });

  test('reports wrong credentials as unusable, and repeats them nowhere', async () => {
    standIn.says(provider.badCredentials);
    const answer = await ask();
    expect(answer.kind).toBe('unavailable');
    expect(JSON.stringify(answer)).not.toMatch(new RegExp(`${SECRET}|${ECHO}`));
  });

  test('does not connect to a name that resolves to a private address', async () => {
    standIn.says(provider.part('NV-7805'));
    const answer = await chain({ resolve: resolving('10.0.0.7') }).research(TASK);
    expect(answer).toMatchObject({ kind: 'unavailable', detail: expect.stringContaining('not public') as string });
    expect(standIn.asked).toEqual([]);
  });

  test('does not connect to one that resolves to a private address the second time', async () => {
    standIn.says(saysText(500, ''));
    await chain({ resolve: resolving('127.0.0.1', '10.0.0.7') }).research(TASK);
    expect(standIn.asked).toHaveLength(1);
  });

  test('is off until the operator confirms that its terms were read', async () => {
    standIn.says(provider.part('NV-7805'));
    const unread =
      provider.link.provider === 'pages'
        ? { pages: provider.link.pages.map(({ manufacturer, address }) => ({ manufacturer, address })) }
        : { termsReadOn: undefined };
    const link = chainLinkSchema.parse({ ...provider.link, ...unread });
    const off = createChain([link], {
      quota,
      manufacturers: async () => BUILT_IN_MANUFACTURERS,
      clock: { nowMs: () => nowMs },
      secret: () => async () => SECRET,
      transport: standIn.transport,
    });
    expect((await off.research(TASK)).kind).toBe('not_found');
    expect(standIn.asked).toEqual([]);
  });
});

describe('the sites of several manufacturers', () => {
  test('are counted separately: one that refuses delays none of the others', async () => {
    const pages = ['a', 'b'].map((site, place) => ({
      manufacturer: ['Murata', 'Texas Instruments'][place] ?? '',
      address: `https://www.${site}.test/p/{number}`,
      ...READ,
    }));
    const link = chainLinkSchema.parse({ provider: 'pages', contact: 'https://service.example/bot', pages, ...LIMITS });
    if (link.provider !== 'pages') throw new Error('It is');
    const local = link.pages.map((one) => ({
      ...one,
      address: one.address.replace('https:', 'http:').replace('.test/', `.test:${standIn.port}/`),
    }));
    const quota = new MemoryProviderQuota();
    const chain = createChain([{ ...link, pages: local, hostPerMinute: 2 }], {
      quota,
      manufacturers: async () => BUILT_IN_MANUFACTURERS,
      clock: { nowMs: () => Date.UTC(2026, 10, 22, 12) },
      secret: () => async () => SECRET,
      transport: standIn.transport,
    });
    standIn.says(
      pageSays((request, response) =>
        request.headers.host?.includes('.a.')
          ? void response.writeHead(429, { 'retry-after': '600' }).end()
          : saysText(200, page('NV-7805'))(request, response),
      ),
    );
    expect(await chain.research({ ...TASK, manufacturer: 'Murata' })).toMatchObject({ retryAfterSeconds: 600 });
    for (const kind of ['found', 'found', 'used_up']) expect((await chain.research(TASK)).kind).toBe(kind);
    expect((await chain.research({ ...TASK, manufacturer: 'Murata' })).kind).toBe('used_up');
    const ofPages = await quota.take('pages', { perMinute: 100, perDay: 100 }, Date.UTC(2026, 10, 22, 12));
    expect(ofPages.kind).toBe('granted');
  });

  test('may redirect within a site, checked against robots.txt again, but not to another site', async () => {
    const answers: Record<string, Answering> = {
      '/robots.txt': saysText(200, 'User-agent: ProductDataBot\nDisallow: /secret', { 'content-type': 'text/plain' }),
      '/p/NV-7805': saysText(301, '', { location: '/q/NV-7805' }),
      '/q/NV-7805': saysText(200, page('NV-7805')),
      '/p/NV-2': saysText(301, '', { location: '/secret/NV-2' }),
      '/p/NV-3': saysText(301, '', { location: 'http://elsewhere.test/NV-3' }),
      '/p/NV-4': saysText(301, '', { location: '/p/NV-4' }),
    };
    standIn.says((request, response) => (answers[request.url ?? ''] ?? saysText(404, ''))(request, response));
    const provider = PROVIDERS[1];
    const link = chainLinkSchema.parse(provider?.link);
    const chain = createChain([{ ...link, ...provider?.address(standIn.port) }], {
      quota: new MemoryProviderQuota(),
      manufacturers: async () => BUILT_IN_MANUFACTURERS,
      clock: { nowMs: () => Date.UTC(2026, 10, 22, 12) },
      secret: () => async () => SECRET,
      transport: standIn.transport,
    });
    const ask = (partNumber: string) => chain.research({ ...TASK, partNumber });
    expect((await ask('NV-7805')).kind).toBe('found');
    expect(await ask('NV-2')).toMatchObject({ kind: 'not_found', detail: expect.stringContaining('robots') as string });
    expect(await ask('NV-3')).toMatchObject({
      kind: 'unavailable',
      detail: expect.stringContaining('another site') as string,
    });
    expect(await ask('NV-4')).toMatchObject({
      kind: 'unavailable',
      detail: expect.stringContaining('too often') as string,
    });
    expect(standIn.asked.filter((line) => line === 'GET /robots.txt')).toHaveLength(1);
    expect(standIn.asked).not.toContain('GET /secret/NV-2');
  });
});
