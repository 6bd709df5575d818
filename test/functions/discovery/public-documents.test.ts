/** The documents that programs read before they have a key, as the discovery function serves them. */
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { SUPPORTED_VERSIONS } from '../../../core/api/mcp-message/protocol-version.ts';
import { SERVER_INFO } from '../../../core/api/mcp/server-info.ts';
import { ERROR_CODES } from '../../../core/error-codes.ts';
import { formatUsd } from '../../../core/money.ts';
import { BUILT_IN_PLANS } from '../../../core/billing/plans/built-in-plans.ts';
import { TOOLS } from '../../../core/api/tools/definitions/all-tools.ts';
import { createDiscoveryHandler } from '../../../functions/discovery/create-discovery-handler.ts';
import { NOON_MS } from '../../support/fixtures/accounts.ts';
import { callHandler, recordedLog, type SentRequest } from '../../support/service/gateway.ts';

const BASE_URL = 'https://mcp.example.com';
const settings = {
  baseUrl: BASE_URL,
  allowedOrigins: ['https://app.example.com'],
  docsBaseUrl: 'https://docs.example.com',
  supportEmail: 'support@example.com',
  serviceName: 'Product Data',
  signIn: false,
};
const handler = createDiscoveryHandler({ clock: { nowMs: () => NOON_MS }, log: recordedLog(), settings });
const call = (sent: SentRequest) => callHandler(handler, sent);
const read = async (path: string): Promise<string> => (await call({ path })).body;

const DOCUMENTS = [
  ['/llms.txt', 'text/plain; charset=utf-8'],
  ['/skill.md', 'text/markdown; charset=utf-8'],
  ['/mcp/server-card', 'application/mcp-server-card+json'],
  ['/.well-known/mcp/server-card.json', 'application/mcp-server-card+json'],
  ['/.well-known/ai-catalog.json', 'application/ai-catalog+json'],
  ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
] as const;
const PATHS = DOCUMENTS.map(([path]) => path);

describe.each(DOCUMENTS)('%s', (path, type) => {
  test('is cacheable for an hour, with addresses from the settings, for pages of any origin', async () => {
    const headers = { origin: 'https://anyone.example.net', host: 'evil.example.net' };
    const answer = await call({ path, headers });
    expect([answer.statusCode, answer.body === '']).toEqual([200, false]);
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
    });
    expect(answer.body).not.toContain('evil');
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test('is not sent again to a client that has it', async () => {
    const { headers } = await call({ path });
    const again = await call({ path, headers: { 'if-none-match': headers['etag'] ?? '' } });
    expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', headers['etag']]);
    const weak = await call({ path, headers: { 'if-none-match': `"other", W/${headers['etag']}` } });
    expect(weak.statusCode).toBe(304);
    expect((await call({ path, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);
  });

  test('answers HEAD without a body, a preflight of any page, and no other method', async () => {
    const head = await call({ path, method: 'HEAD' });
    expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([200, '', type]);
    const preflight = { origin: 'https://anyone.example.net', 'access-control-request-method': 'GET' };
    const allowed = await call({ path, method: 'OPTIONS', headers: preflight });
    expect([allowed.statusCode, allowed.headers['access-control-allow-methods']]).toEqual([204, 'GET, HEAD']);
    const posted = await call({ path, method: 'POST' });
    expect([posted.statusCode, posted.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});

test('the OAuth documents stay closed to other origins', async () => {
  const path = '/.well-known/oauth-protected-resource';
  const answer = await call({ path, headers: { origin: 'https://anyone.example.net' } });
  expect(answer.statusCode).toBe(403);
});

describe('the server card', () => {
  /**
   * What SEP-2127, schema.json of modelcontextprotocol/experimental-ext-server-card, requires and restricts, without
   * other members.
   */
  const variable = z.strictObject({
    description: z.string(),
    isRequired: z.boolean(),
    isSecret: z.boolean().optional(),
    placeholder: z.string().optional(),
  });
  const cardSchema = z.strictObject({
    $schema: z.literal('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'),
    name: z
      .string()
      .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
      .max(200),
    title: z.string().min(1).max(100),
    description: z.string().min(1).max(100),
    version: z.string().max(255),
    websiteUrl: z.url(),
    icons: z.array(z.strictObject({ src: z.url(), mimeType: z.string(), sizes: z.array(z.string()) })).min(1),
    remotes: z.tuple([
      z.strictObject({
        type: z.literal('streamable-http'),
        url: z.string().regex(/^https?:\/\/\S+$/),
        headers: z.tuple([
          variable.extend({
            name: z.literal('Authorization'),
            value: z.string(),
            variables: z.record(z.string(), variable),
          }),
        ]),
        supportedProtocolVersions: z.array(z.string()),
      }),
    ]),
  });

  test('has the form of the draft, names the server’s title and version, and asks for the secret as such', async () => {
    const card = cardSchema.parse(JSON.parse(await read('/mcp/server-card')));
    expect([card.title, card.version]).toEqual([settings.serviceName, SERVER_INFO.version]);
    const [remote] = card.remotes;
    expect([remote.url, remote.supportedProtocolVersions]).toEqual([`${BASE_URL}/mcp`, [...SUPPORTED_VERSIONS]]);
    const [{ isSecret, value, variables }] = remote.headers;
    expect([isSecret, variables['client_secret']?.isSecret]).toEqual([true, true]);
    expect([...value.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(variables));
  });

  test('is at the address in the API catalog of the domain', async () => {
    const { specVersion, entries } = z
      .strictObject({
        specVersion: z.literal('1.0'),
        entries: z.tuple([z.strictObject({ identifier: z.string(), type: z.string(), url: z.string() })]),
      })
      .parse(JSON.parse(await read('/.well-known/ai-catalog.json')));
    expect(specVersion).toBe('1.0');
    const [{ identifier, type, url }] = entries;
    expect(identifier).toBe('urn:air:mcp.example.com:mcp:product-data');
    const answer = await call({ path: new URL(url).pathname, headers: { accept: type } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
  });
});

test('llms.txt and the skill file link to the description of the HTTP API', async () => {
  for (const path of ['/llms.txt', '/skill.md']) expect(await read(path)).toContain(`${BASE_URL}/v1/openapi.json`);
  expect(await read('/llms.txt')).toContain('https://docs.example.com/docs/api');
});

test('security.txt names the contact from the settings, and expires within a year (RFC 9116)', async () => {
  const fields = new Map(
    (await read('/.well-known/security.txt'))
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/, 2) as [string, string]),
  );
  expect(Object.fromEntries(fields)).toMatchObject({
    Contact: 'mailto:support@example.com',
    Canonical: `${BASE_URL}/.well-known/security.txt`,
  });
  const expiresMs = Date.parse(fields.get('Expires') ?? '');
  expect(expiresMs - NOON_MS).toBeGreaterThan(30 * 86_400_000);
  expect(expiresMs - NOON_MS).toBeLessThan(365 * 86_400_000);
});

describe('llms.txt', () => {
  test('lists the tools with their scopes, the prices of every plan, and every error', async () => {
    const text = await read('/llms.txt');
    const tools = [...text.matchAll(/^- `(\w+)`: .* Scope: `([\w:]+)`\.$/gm)].map(([, name, scope]) => [name, scope]);
    expect(tools).toEqual(TOOLS.map(({ name, scope }) => [name, scope]));
    for (const { name, tokensIncluded, overagePriceNanoUsdPerToken } of BUILT_IN_PLANS)
      expect(text).toContain(
        `- ${name}: ${tokensIncluded.toLocaleString('en-US')} tokens a month, then ${formatUsd(1_000 * overagePriceNanoUsdPerToken)} for 1,000;`,
      );
    const errors = [...text.matchAll(/errors#(\w+)\) \((\d+)\)/g)].map(([, code, status]) => [code, Number(status)]);
    expect(errors).toEqual(Object.entries(ERROR_CODES).map(([code, { httpStatus }]) => [code, httpStatus]));
  });

  test('begins as llmstxt.org requires: one title, then a summary', async () => {
    expect(await read('/llms.txt')).toMatch(/^# [^\n]+\n\n> [^\n]+\n/);
  });
});

describe('skill.md', () => {
  test('begins with the front matter of a skill', async () => {
    const [, name = '', description = ''] =
      /^---\nname: (.*)\ndescription: (.*)\n---\n/.exec(await read('/skill.md')) ?? [];
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(name.length).toBeLessThanOrEqual(64);
    expect(description.length).toBeGreaterThan(0);
    expect(description.length).toBeLessThanOrEqual(1_024);
    // Either of these ends a plain YAML scalar.
    expect(description).not.toMatch(/: | #/);
  });

  test('shows one call of each tool, which the tool accepts', async () => {
    const calls = [...(await read('/skill.md')).matchAll(/```json\n(.*)\n```/g)].map(
      ([, json = '']) => JSON.parse(json) as { name: string; arguments: unknown },
    );
    expect(calls.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    for (const [index, { name, arguments: args }] of calls.entries()) {
      await TOOLS[index]?.load();
      expect([name, TOOLS[index]?.prepare(args).ok]).toEqual([name, true]);
    }
  });

  test('names only existing tools, arguments, response members and errors', async () => {
    const known = new Set<string>([
      ...Object.keys(ERROR_CODES),
      ...TOOLS.flatMap(({ name, input, output }) => [name, ...namesIn(input), ...namesIn(output())]),
      'doc_url',
      'field',
    ]);
    const named = [...(await read('/skill.md')).matchAll(/`([a-z]+(?:_[a-z]+)*)`/g)].map(([, word = '']) => word);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((word) => !known.has(word))).toEqual([]);
  });
});

test.each(PATHS)('%s contains no unfilled placeholder', async (path) => {
  expect(await read(path)).not.toMatch(/undefined|\[object|\{\{|NaN/);
});

/** Returns every property of a schema, at any depth. */
function namesIn(schema: z.core.$ZodType): string[] {
  const names: string[] = [];
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), (key, value: unknown) => {
    if (key === 'properties') names.push(...Object.keys(value as object));
    return value;
  });
  return names;
}

describe('the proofs of the domain', () => {
  const proofs = { openai: 'openai-abc123', registry: 'v=MCPv1; k=ed25519; p=AbC=' };
  const proven = createDiscoveryHandler({
    clock: { nowMs: () => NOON_MS },
    log: recordedLog(),
    settings: { ...settings, proofs },
  });

  test.each([
    ['/.well-known/openai-apps-challenge', proofs.openai],
    ['/.well-known/mcp-registry-auth', proofs.registry],
  ])('%s is the text of the settings, and unknown without one', async (path, text) => {
    const answer = await callHandler(proven, { path });
    expect([answer.statusCode, answer.body]).toEqual([200, text]);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect((await call({ path })).statusCode).toBe(404);
  });
});

test('the sitemap names only public pages of this host, and robots.txt names the sitemap', async () => {
  const pages = [...(await read('/sitemap.xml')).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, page]) => page);
  expect(pages).toContain(`${BASE_URL}/docs/connect`);
  expect(pages).toContain(`${BASE_URL}/privacy`);
  expect(pages.filter((page) => !page?.startsWith(`${BASE_URL}/`) || page.includes('/dashboard'))).toEqual([]);
  expect(await read('/robots.txt')).toContain(
    `Disallow: /dashboard\nDisallow: /v1/oauth/\n\nSitemap: ${BASE_URL}/sitemap.xml\n`,
  );
});
