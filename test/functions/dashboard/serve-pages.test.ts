/**
 * The files that a cold start of the dashboard function reads: no page and no description before a request needs it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { DashboardSettings } from '../../../functions/dashboard/dashboard-settings.ts';
import { readPages, servePage } from '../../../functions/dashboard/serve-pages.ts';
import { buildPages } from '../../../lib/constructs/build-pages.ts';
import { buildFunction } from '../../../lib/constructs/function-code.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the description of the HTTP API is read only for itself and its page', () => {
  buildPages(folder);
  const pages = path.join(folder, 'pages');
  rmSync(path.join(pages, 'openapi.json'));
  const { files, openApi } = readPages(pages, SETTINGS, { record: async () => undefined } as never);
  expect(files.get('/docs/connect')?.body).toContain('Connect an assistant');
  expect(() => openApi?.()).toThrow('openapi.json');
  expect(() => files.get('/docs/api')?.body).toThrow('openapi.json');
});

const SETTINGS = {
  baseUrl: 'https://mcp.example.com',
  allowedOrigins: [],
  docsBaseUrl: 'https://mcp.example.com',
  supportEmail: 'support@example.com',
  serviceName: 'Product Data',
  dashboardUrl: 'https://mcp.example.com/dashboard',
  upgradeUrl: 'https://mcp.example.com/plans',
  addressLimitPerMinute: 240,
  signIn: false,
  imprint: { logRetentionDays: 7, research: [] },
};

const REQUEST_ID = 'req_Zt7eKq1cZt7eKq1cZt7e';

describe('what browsers ask for', () => {
  const asked = async (at: string, settings: Partial<DashboardSettings> = {}) => {
    buildPages(folder);
    const pages = readPages(path.join(folder, 'pages'), { ...SETTINGS, ...settings }, {
      record: async () => undefined,
    } as never);
    const http = { method: 'GET', path: at, headers: {}, body: new Uint8Array(), sourceAddress: '' };
    return servePage(pages, http, 0, REQUEST_ID);
  };

  test('an address of no view is a 404 of the frame, with the id of its request; a view has none', async () => {
    const [unknown, view] = [await asked('/dashboard/catalogues'), await asked('/dashboard/catalogs')];
    expect([unknown.status, view.status]).toEqual([404, 200]);
    expect(unknown.body).toContain(`<meta name="request-id" content="${REQUEST_ID}">`);
    expect(view.body).not.toContain(REQUEST_ID);
  });

  test.each([
    ['/favicon.ico', 'image/x-icon', '00000100'],
    ['/apple-touch-icon.png', 'image/png', '89504e47'],
    ['/dashboard/assets/mark-512.png', 'image/png', '89504e47'],
    ['/dashboard/assets/preview.png', 'image/png', '89504e47'],
  ])('%s is sent as bytes, and pages of other origins may show it', async (at, type, begins) => {
    const { headers, body, isBase64 } = await asked(at);
    expect(isBase64).toBe(true);
    expect(Buffer.from(body, 'base64').subarray(0, 4).toString('hex')).toBe(begins);
    expect(headers).toEqual({
      'content-type': type,
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  test('the dashboard has the stage’s name, escaped', async () => {
    const { body } = await asked('/dashboard', { serviceName: 'Norvane & Sons' });
    expect(body).toContain('<title>Norvane &amp; Sons</title>');
    expect(body).not.toContain('{{');
  });

  test.each(['/privacy', '/terms', '/support'])('%s is a page without open places', async (at) => {
    const { status, body } = await asked(at);
    expect(status).toBe(200);
    expect(body).not.toMatch(/\{\{|undefined|<!-- /);
  });

  test.each(['/docs/tools', '/docs/api'])('%s prints answers with the dashboard of the stage', async (at) => {
    const { body } = await asked(at);
    expect(body).toContain(SETTINGS.dashboardUrl);
    expect(body).not.toMatch(/DASHBOARD_URL|dashboard\.example\.com/);
  });

  test('each tool links its errors: those of money only where item data is returned', async () => {
    const { body } = await asked('/docs/tools');
    const [, batch = ''] = /id="lookup_parts"([^]*?)id="search_items"/.exec(body) ?? [];
    const [, usage = ''] = /id="get_usage"([^]*?)id="/.exec(body) ?? [];
    for (const code of ['batch_too_large', 'past_due', 'missing_parameter'])
      expect(batch).toContain(`/errors#${code}"`);
    expect(usage).toContain('/errors#insufficient_scope"');
    expect(usage).not.toMatch(/errors#(?:past_due|batch_too_large|not_found)"/);
  });

  test('the plans say how much of the index test keys read in a day, where the stage limits it', async () => {
    expect((await asked('/plans', { testItemsPerDay: 2_000 })).body).toContain('never billed, 2,000 items a day.');
    expect((await asked('/plans')).body).toContain('never billed.');
  });

  test('the company’s own privacy page is where /privacy leads', async () => {
    const privacy = 'https://company.example/privacy';
    const { status, headers } = await asked('/privacy', { legal: { terms: undefined, privacy } });
    expect([status, headers['location']]).toEqual([302, privacy]);
    expect((await asked('/terms', { legal: { terms: undefined, privacy } })).status).toBe(200);
  });
});

test.each([
  [
    'dashboard',
    ['docs/openapi.json', 'bin/', 'core/api/http-api/endpoints.ts', 'core/api/tools/definitions/lookup-parts.ts'],
  ],
  ['discovery', ['docs/openapi.json', 'bin/', 'core/api/http-api/endpoints.ts']],
  ['v1', ['docs/openapi.json', 'bin/', 'functions/dashboard/']],
])('the bundle of the %s function contains neither the description nor its generator', (name, absent) => {
  const { inputs } = buildFunction(path.resolve('functions', name, 'handler.ts'), path.join(folder, name));
  const held = Object.keys(inputs).map((file) => path.relative('.', path.resolve(file)));
  expect(held.length).toBeGreaterThan(50);
  for (const part of absent) expect(held.filter((file) => file.startsWith(part))).toEqual([]);
});
