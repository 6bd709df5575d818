/** The effect of a stage's settings on the public pages. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Parser } from 'htmlparser2';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { BUILT_IN_PLANS, NO_PLAN, TRIAL_ALLOWANCE_ITEMS } from '../../../../core/billing/plans/built-in-plans.ts';
import { installOptions } from '../../../../core/api/front-door/install-options.ts';
import { measuredFigures } from '../../../../core/api/front-door/measured-figures.ts';
import type { DashboardSettings } from '../../../../functions/dashboard/dashboard-settings.ts';
import type { OpenApiDocument } from '../../../../functions/dashboard/public/api-reference.tsx';
import { PlanCards, PlanTable } from '../../../../functions/dashboard/public/tables.tsx';
import { PublicPages } from '../../../../functions/dashboard/public/public-pages.tsx';

const FIGURES = measuredFigures(JSON.parse(readFileSync('docs/evidence/performance.json', 'utf8')));
const SETTINGS: DashboardSettings = {
  baseUrl: 'https://mcp.test.example',
  allowedOrigins: [],
  docsBaseUrl: 'https://mcp.test.example',
  supportEmail: 'support@test.example',
  serviceName: 'Product Data',
  dashboardUrl: 'https://mcp.test.example/dashboard',
  upgradeUrl: 'https://mcp.test.example/plans',
  addressLimitPerMinute: 240,
  signIn: true,
  imprint: {
    owner: 'Norvane & Sons GmbH',
    logRetentionDays: 30,
    research: ['research.test.example'],
    region: 'eu-central-1',
  },
};
/** The guide as synthesis writes it. */
const GUIDES = {
  '/docs/connect': {
    title: 'Connect an assistant',
    description: 'How to connect {{SERVICE_NAME}}.',
    html: '{{LOCAL_KEYS}}{{INSTALL_OPTIONS}}',
  },
};
const LEGAL = {
  '/privacy': {
    title: 'Privacy',
    description: 'What is stored.',
    html: '{{OWNER}} {{REGION}} {{LOG_RETENTION_DAYS}} days {{RESEARCH_PROVIDERS}}',
  },
};
const PORTAL = 'https://billing.test.example/p?a=1&b="2"';
const TERMS = 'https://company.test.example/terms';

function pagesOf(settings: DashboardSettings): Readonly<Record<string, string>> {
  const openApi = () => JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApiDocument;
  const pages = new PublicPages(settings, {
    guides: GUIDES,
    legal: LEGAL,
    style: '/style.css',
    copying: '/copy.js',
    figures: FIGURES,
    openApi,
    answers: {},
  });
  const written = [...pages.written].map(([path, write]) => [path, write()] as const);
  return { '/': pages.home(undefined), ...Object.fromEntries(written) };
}

/** The texts of a page's rows, cell by cell. */
function rowsOf(html: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let cell: string[] | undefined;
  const parser = new Parser({
    onopentag(name) {
      if (name === 'tr') rows.push([]);
      if (name === 'td' || name === 'th') cell = [];
    },
    ontext: (text) => void cell?.push(text),
    onclosetag(name) {
      if (name !== 'td' && name !== 'th') return;
      rows.at(-1)?.push((cell ?? []).join(''));
      cell = undefined;
    },
  });
  parser.end(html);
  return rows;
}

test('the page that connects assistants names the demo keys on a local run alone', () => {
  const local = pagesOf({ ...SETTINGS, baseUrl: 'http://127.0.0.1:3000' });
  expect(local['/docs/connect']).toContain('.local/credentials.json');
  expect(pagesOf(SETTINGS)['/docs/connect']).not.toContain('.local');
});

describe('the plans page', () => {
  const { '/plans': plans = '' } = pagesOf(SETTINGS);
  const figure = (value: number) => value.toLocaleString('en-US');

  test('has every limit of each plan on sale, and of the trial, as core defines it', () => {
    const rows = rowsOf(plans);
    const limits: readonly (readonly [string, (plan: (typeof BUILT_IN_PLANS)[number]) => string, string])[] = [
      ['Monthly fee', () => 'Ask us', '–'],
      ['Included a month', (plan) => `${figure(plan.tokensIncluded)} tokens`, `${TRIAL_ALLOWANCE_ITEMS} records, once`],
      ['Requests a minute', (plan) => figure(plan.requestsPerMinute), figure(NO_PLAN.requestsPerMinute)],
      ['Parts in one call', (plan) => figure(plan.batchSize), figure(NO_PLAN.batchSize)],
      ['Parts in research concurrently', (plan) => figure(plan.openParts), '–'],
      ['Research without a find, a day', (plan) => figure(plan.notFoundPartsPerDay), '–'],
      ['List rows a month', (plan) => figure(plan.catalogRowsPerMonth), figure(NO_PLAN.catalogRowsPerMonth)],
    ];
    for (const [what, of, trial] of limits) expect(rows).toContainEqual([what, trial, ...BUILT_IN_PLANS.map(of)]);
  });

  test('shows the monthly fee of a plan as its large figure once one is set', () => {
    const sold = BUILT_IN_PLANS.map((plan, place) => (place === 1 ? { ...plan, monthlyFeeCents: 9_900 } : plan));
    const cards = renderToString(h(PlanCards, { support: SETTINGS.supportEmail, plans: sold }));
    const prices = [...cards.matchAll(/<p class="price num">([^<]*)<small>(.*?)<\/small>/g)];
    expect(prices.map(([, large]) => large === '$99.00')).toEqual(sold.map((_plan, place) => place === 1));
    expect(prices.map(([, , small]) => small?.includes('on request'))).toEqual(sold.map((_plan, place) => place !== 1));
    const table = renderToString(h(PlanTable, { support: SETTINGS.supportEmail, plans: sold }));
    const fees = rowsOf(table).find(([what]) => what === 'Monthly fee');
    expect(fees).toEqual(['Monthly fee', '–', ...sold.map((_plan, place) => (place === 1 ? '$99.00' : 'Ask us'))]);
  });

  test('has a button to request an account, and says whether testing is free', () => {
    expect(plans).toMatch(/<a class="btn primary lg" href="mailto:support@test\.example\?subject=[^"]+"/);
    expect(plans).toMatch(/<h3>Is testing free\?<\/h3><p>Yes\. Test keys read the real index and are never billed/);
  });
});

describe('the home page', () => {
  const { '/': home = '' } = pagesOf(SETTINGS);
  const [hero = ''] = /<section class="hero.*?<\/section>/s.exec(home) ?? [];

  test('shows above the fold the purpose of the service, its customers and its price', () => {
    expect(hero).toContain('For people who design, buy or list parts');
    expect(hero).toContain(`${TRIAL_ALLOWANCE_ITEMS} records free`);
    expect(hero).toContain(`less than ${FIGURES.RECORD_COST}`);
  });

  test('states the measured number of tokens of an item, and links to the measurement', () => {
    expect(home).toContain(`about ${FIGURES.TOKENS_A_RECORD} tokens`);
    expect(home).toContain(`about ${FIGURES.RECORDS_A_MILLION} records`);
    expect(home).toContain('href="/docs/measured#tokens-of-a-record"');
  });
});

describe('the page about connecting', () => {
  const tabsOf = (html: string) => [...html.matchAll(/<input class="unseen" type="radio"[^>]*>([^<]*)<\/label>/g)];

  test('has a tab for every client, and for connectors if assistants sign in; the style sheet shows the pane of each', () => {
    const clients = installOptions(SETTINGS).map(({ client }) => client);
    const { '/docs/connect': signedIn = '' } = pagesOf(SETTINGS);
    const { '/docs/connect': keyed = '' } = pagesOf({ ...SETTINGS, signIn: false });
    expect(tabsOf(keyed).map(([, name]) => name)).toEqual(clients);
    expect(tabsOf(signedIn).map(([, name]) => name)).toEqual(
      expect.arrayContaining([...clients, 'Claude and ChatGPT']),
    );
    const style = readFileSync('web/style/public-pages.css', 'utf8');
    expect(signedIn.match(/class="pane"/g)?.length).toBe(clients.length + 1);
    expect(style).toContain(`.pane:nth-of-type(${clients.length + 1})`);
  });
});

test('the errors page links a used-up cap to the calls that it refused', () => {
  const { '/errors': errors = '' } = pagesOf(SETTINGS);
  const cap = /<article class="err" id="spending_cap_reached">.*?<\/article>/.exec(errors)?.[0];
  expect(cap).toContain('href="https://mcp.test.example/dashboard/requests?result=refused"');
  expect(errors).toMatch(/<a href="\/docs\/tools" aria-current="page">Docs<\/a>/);
});

describe('a stage without external pages', () => {
  test('links its own terms and privacy pages at the foot of every public page, and mentions no billing portal', () => {
    for (const [path, html] of Object.entries(pagesOf(SETTINGS))) {
      expect([path, html]).toEqual([path, expect.not.stringMatching(/portal|undefined/)]);
      for (const link of [
        '<a href="/terms">Terms</a>',
        '<a href="/privacy">Privacy</a>',
        '<a href="/support">Support</a>',
      ])
        expect([path, html]).toEqual([path, expect.stringContaining(link)]);
    }
  });

  test('names the sales address at “Start free” and next to a failed payment', () => {
    const { '/plans': plans = '', '/errors': errors = '' } = pagesOf(SETTINGS);
    const start = /<section class="section" id="start">.*?<\/section>/.exec(plans)?.[0];
    expect(start).toContain('Write to <a href="mailto:support@test.example');
    const pastDue = /<article class="err" id="past_due">.*?<\/article>/.exec(errors)?.[0];
    expect(pastDue).toMatch(/href="mailto:support@test.example"[^>]*>(?:<[^>]*>)*Write to support@test.example/);
  });
});

describe('a stage with external pages', () => {
  const named = { ...SETTINGS, billingPortal: PORTAL, legal: { terms: TERMS, privacy: undefined } };

  test('links the pages that its settings name instead of its own at the foot of every public page', () => {
    for (const [path, html] of Object.entries(pagesOf(named))) {
      expect([path, html]).toEqual([path, expect.stringContaining(`<a href="${TERMS}">Terms</a>`)]);
      expect([path, html]).toEqual([path, expect.stringContaining('<a href="/privacy">Privacy</a>')]);
    }
  });

  test('links its billing portal, escaped, next to a failed payment and on the plans', () => {
    const { '/plans': plans, '/errors': errors } = pagesOf(named);
    const href = 'href="https://billing.test.example/p?a=1&amp;b=&quot;2&quot;"';
    expect(plans).toContain(href);
    expect(errors).toContain(href);
  });
});

describe('the head of a public page', () => {
  const NAMED = { ...SETTINGS, serviceName: 'Norvane & Sons' };

  test('has the name, a description, and the card that messengers show, with absolute addresses', () => {
    const { '/': home = '', '/docs/connect': connect = '' } = pagesOf(NAMED);
    expect(home).toContain('<title>Product data for AI assistants – Norvane &amp; Sons</title>');
    expect(connect).toContain('<meta name="description" content="How to connect Norvane &amp; Sons."/>');
    expect(connect).toContain('<link rel="canonical" href="https://mcp.test.example/docs/connect"/>');
    expect(connect).toContain('<meta property="og:site_name" content="Norvane &amp; Sons"/>');
    const picture = 'https://mcp.test.example/dashboard/assets/preview.png';
    expect(connect).toContain(`<meta property="og:image" content="${picture}"/>`);
    expect(connect).not.toContain('Product Data');
  });

  test('names the icons that browsers and telephones ask for', () => {
    const { '/plans': plans = '' } = pagesOf(SETTINGS);
    for (const link of ['rel="icon" href="/favicon.ico"', 'rel="apple-touch-icon" href="/apple-touch-icon.png"'])
      expect(plans).toContain(link);
  });
});

describe('the privacy page', () => {
  test('names the owner, the log’s retention, the hosts of research and the region', () => {
    const { '/privacy': privacy } = pagesOf(SETTINGS);
    expect(privacy).toContain('Product Data is run by Norvane &amp; Sons GmbH, who answers for this page.');
    expect(privacy).toContain('<code>eu-central-1</code>');
    expect(privacy).toContain('30 days <code>research.test.example</code>');
  });

  test('of a stage without an owner says so, and who gets the parts when nobody does', () => {
    const { '/privacy': privacy } = pagesOf({ ...SETTINGS, imprint: { logRetentionDays: 7, research: [] } });
    expect(privacy).toContain('This stage names no company that runs it');
    expect(privacy).toContain('7 days nobody at present');
    expect(privacy).not.toContain('Amazon');
  });
});
