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

describe('a stage without external pages', () => {
  test('mentions no terms, privacy policy or billing portal on any public page', () => {
    for (const [path, html] of Object.entries(pagesOf(SETTINGS)))
      expect([path, html]).toEqual([path, expect.not.stringMatching(/>Terms<|>Privacy<|portal|undefined/)]);
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

  test('links exactly those that it names at the foot of every public page', () => {
    for (const [path, html] of Object.entries(pagesOf(named))) {
      expect([path, html]).toEqual([path, expect.stringContaining(`<a href="${TERMS}">Terms</a>`)]);
      expect([path, html]).toEqual([path, expect.not.stringContaining('>Privacy<')]);
    }
  });

  test('links its billing portal, escaped, next to a failed payment and on the plans', () => {
    const { '/plans': plans, '/errors': errors } = pagesOf(named);
    const href = 'href="https://billing.test.example/p?a=1&amp;b=&quot;2&quot;"';
    expect(plans).toContain(href);
    expect(errors).toContain(href);
  });
});
