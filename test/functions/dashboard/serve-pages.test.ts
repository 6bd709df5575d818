/** The files that a cold start of the dashboard function reads: no page and no description before a request needs it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readPages } from '../../../functions/dashboard/serve-pages.ts';
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
  dashboardUrl: 'https://mcp.example.com/dashboard',
  upgradeUrl: 'https://mcp.example.com/plans',
  addressLimitPerMinute: 240,
  signIn: false,
};

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
