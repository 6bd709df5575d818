/** What a stage's settings change on the public pages. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { measuredFigures } from '../../../../core/front-door/measured-figures.ts';
import type { DashboardSettings } from '../../../../functions/dashboard/dashboard-settings.ts';
import type { OpenApiDocument } from '../../../../functions/dashboard/public/api-reference.tsx';
import { PublicPages } from '../../../../functions/dashboard/public/public-pages.tsx';

const FIGURES = measuredFigures(JSON.parse(readFileSync('docs/evidence/performance.json', 'utf8')));
const SETTINGS: DashboardSettings = {
  baseUrl: 'https://mcp.test.example',
  allowedOrigins: [],
  docsBaseUrl: 'https://mcp.test.example',
  supportEmail: 'support@test.example',
  dashboardUrl: 'https://mcp.test.example/dashboard',
  upgradeUrl: 'https://mcp.test.example/plans',
  addressLimitPerMinute: 240,
  signIn: true,
};
const PORTAL = 'https://billing.test.example/p?a=1&b="2"';
const TERMS = 'https://company.test.example/terms';

function pagesOf(settings: DashboardSettings): Readonly<Record<string, string>> {
  const openApi = () => JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApiDocument;
  const pages = new PublicPages(settings, { guides: {}, style: '/style.css', figures: FIGURES, openApi });
  const written = [...pages.written].map(([path, write]) => [path, write()] as const);
  return { '/': pages.home(undefined), ...Object.fromEntries(written) };
}

describe('a stage without pages elsewhere', () => {
  test('says nothing of terms, privacy or a portal on any public page', () => {
    for (const [path, html] of Object.entries(pagesOf(SETTINGS)))
      expect([path, html]).toEqual([path, expect.not.stringMatching(/>Terms<|>Privacy<|portal|undefined/)]);
  });

  test('says at “Start free” to whom one writes for an account, and writes there where a payment failed', () => {
    const { '/plans': plans = '', '/errors': errors = '' } = pagesOf(SETTINGS);
    const start = /<section class="section" id="start">.*?<\/section>/.exec(plans)?.[0];
    expect(start).toContain('Write to <a href="mailto:support@test.example');
    const pastDue = /<article class="err" id="past_due">.*?<\/article>/.exec(errors)?.[0];
    expect(pastDue).toMatch(/href="mailto:support@test.example"[^>]*>(?:<[^>]*>)*Write to support@test.example/);
  });
});

describe('a stage that names pages elsewhere', () => {
  const named = { ...SETTINGS, billingPortal: PORTAL, legal: { terms: TERMS, privacy: undefined } };

  test('shows at the foot of every public page those that it names, and no other', () => {
    for (const [path, html] of Object.entries(pagesOf(named))) {
      expect([path, html]).toEqual([path, expect.stringContaining(`<a href="${TERMS}">Terms</a>`)]);
      expect([path, html]).toEqual([path, expect.not.stringContaining('>Privacy<')]);
    }
  });

  test('leads to its billing portal, escaped, where a payment failed and from the plans', () => {
    const { '/plans': plans, '/errors': errors } = pagesOf(named);
    const href = 'href="https://billing.test.example/p?a=1&amp;b=&quot;2&quot;"';
    expect(plans).toContain(href);
    expect(errors).toContain(href);
  });
});
