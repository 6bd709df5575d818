/** Every public page as the running service serves it, and every address that it links to. */
import { readdirSync } from 'node:fs';
import { Parser } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentsOf } from '../../adapters/dynamodb/client/document-client.ts';
import { DynamoItemWriter } from '../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { ERROR_CODES } from '../../core/error-codes.ts';
import { openApiText } from '../../tools/docs/openapi/openapi-document.ts';
import { installOptions } from '../../core/api/front-door/install-options.ts';
import { localSettings, stageSettings } from '../../lib/settings/stage-settings.ts';
import { recordOf } from '../support/fixtures/item-records.ts';
import { startRunningService, type RunningService } from '../support/service/running-service.ts';

/** The headers that browsers send when a person opens an address. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Links that open an assistant; test/core/api/front-door/install-options.test.ts reads them. */
const ASSISTANTS = new Set(['vscode:', 'vscode-insiders:', 'cursor:', 'goose:', 'lmstudio:']);

/** The item that the local stage names, with other contents. */
const SHOWN = recordOf({
  id: localSettings({}).exampleItem ?? '',
  manufacturer: 'Texas Instruments',
  mpn: 'LM317T',
  title: 'LM317T, adjustable regulator, 1.5 A',
  description: 'Gives up to <i>1.5 A</i>.',
  confidence: 97,
});

interface ReadPage {
  readonly html: string;
  readonly links: readonly string[];
  readonly ids: ReadonlySet<string>;
}

function readPage(html: string): ReadPage {
  const links: string[] = [];
  const ids = new Set<string>();
  const parser = new Parser({
    onopentag: (_name, { href, src, action, id }) => {
      links.push(...[href, src, action].filter((link) => link !== undefined));
      if (id !== undefined) ids.add(id);
    },
  });
  parser.end(html);
  return { html, links, ids };
}

function readText(html: string): string {
  const texts: string[] = [];
  new Parser({ ontext: (text) => void texts.push(text) }).end(html);
  return texts.join('');
}

describe('a public page', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startRunningService(async ({ client, outputs }) => {
      const { ProductIndexTable = '' } = outputs;
      await new DynamoItemWriter(documentsOf(client), ProductIndexTable).writeItem(SHOWN);
    });
  });
  afterAll(() => service?.stop());

  function open(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { accept: BROWSER };
    return fetch(new URL(path, service.baseUrl), { headers, redirect: 'manual', ...init });
  }

  /** Opens each address once and continues with its links. Each problem is a line of the result. */
  async function crawl(starts: readonly string[]) {
    const pages = new Map<string, ReadPage>();
    const faults: string[] = [];
    const waiting = starts.map((to) => ({ from: 'the test', to }));
    const fragments: { from: string; page: string; id: string }[] = [];
    for (const { from, to } of waiting) {
      const target = new URL(to, new URL(from === 'the test' ? '/' : from, service.baseUrl));
      if (target.protocol === 'mailto:' || ASSISTANTS.has(target.protocol)) continue;
      if (target.origin !== service.baseUrl) {
        faults.push(`${from} leads to ${to}, elsewhere`);
        continue;
      }
      const page = target.pathname + target.search;
      if (target.hash !== '') fragments.push({ from, page, id: decodeURIComponent(target.hash.slice(1)) });
      if (pages.has(page)) continue;
      const answer = await open(page);
      const text = await answer.text();
      const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
      if (answer.status !== 200) faults.push(`${from} leads to ${to}, which answers ${answer.status}`);
      const read = readPage(isPage ? text : '');
      pages.set(page, read);
      if (/\{\{|%7B%7B/i.test(read.html)) faults.push(`${page} holds a placeholder`);
      waiting.push(...read.links.map((link) => ({ from: page, to: link })));
    }
    for (const { from, page, id } of fragments)
      if (!pages.get(page)?.ids.has(id)) faults.push(`${from} leads to #${id}, which ${page} does not have`);
    return { faults, pages };
  }

  test('links only to existing pages and headings, from the home page and from every error’s doc_url', async () => {
    const errors = Object.keys(ERROR_CODES).map((code) => `/errors#${code}`);
    const { faults, pages } = await crawl(['/', ...errors]);
    expect(faults).toEqual([]);
    const guides = readdirSync('web/guides').map((file) => `/docs/${file.replace('.md', '')}`);
    const all = ['/', '/plans', '/errors', '/dashboard', ...guides];
    expect([...pages.keys()]).toEqual(expect.arrayContaining(all));
  });

  test('about connecting has the install links and texts of this stage', async () => {
    const { html, links } = readPage(await (await open('/docs/connect')).text());
    const options = installOptions({ baseUrl: service.baseUrl, serviceName: 'Product Data' });
    expect(links.filter((link) => ASSISTANTS.has(new URL(link, service.baseUrl).protocol))).toEqual(
      options.flatMap(({ link }) => link ?? []),
    );
    for (const { text } of options) expect(readText(html)).toContain(text);
  });

  test('contains no inline script or style, and loads nothing from another origin', async () => {
    const { pages } = await crawl(['/', '/errors', '/nowhere']);
    for (const [page, { html }] of pages) {
      if (html === '' || page.startsWith('/dashboard')) continue;
      const loaded = [...html.matchAll(/<(?:link|img|iframe)\b[^>]*>/g)].map(([tag]) => tag);
      // The canonical address is named and not loaded.
      const addresses = loaded.flatMap((tag) =>
        tag.includes('rel="canonical"') ? [] : (/(?:href|src)="([^"]*)"/.exec(tag)?.[1] ?? tag),
      );
      expect([page, [...new Set(addresses)].sort()]).toEqual([
        page,
        [
          '/apple-touch-icon.png',
          '/dashboard/assets/mark.svg',
          expect.stringMatching(/^\/dashboard\/assets\/style[^"]*\.css$/),
          '/favicon.ico',
        ],
      ]);
      expect([page, html]).toEqual([
        page,
        expect.not.stringMatching(
          /<style|\son\w+=|style="|<script(?! type="module" src="\/dashboard\/assets\/copy(?:-[\w]+)?\.js"><\/script>)/,
        ),
      ]);
    }
  });

  test('of the home page shows the item of the index that the stage names, and how to connect each assistant', async () => {
    const { html } = readPage(await (await open('/')).text());
    const text = readText(html);
    // A need, without the names of a part.
    expect(text).toContain('I need a part: adjustable regulator, 1.5 A.');
    for (const shown of [`${SHOWN.mpn ?? ''} of ${SHOWN.manufacturer ?? ''}`, `${SHOWN.confidence ?? ''} of 100`])
      expect(text).toContain(shown);
    // Markup in the item is shown as text.
    expect(html).not.toContain('<i>');
    for (const client of ['Claude Code', 'Cursor', 'VS Code', 'The official SDK'])
      expect(text).toContain(
        installOptions({ baseUrl: service.baseUrl, serviceName: 'Product Data' }).find((one) => one.client === client)
          ?.text,
      );
  });

  test('contains no notes of its authors', async () => {
    const { pages } = await crawl(['/', '/errors']);
    for (const { html } of pages.values()) expect(html).not.toMatch(/npm run|do not edit|<!--|core\/errors/);
  });

  test.each(['/nowhere', '/docs/nowhere', '/docs/connect/more', '/dashboard/a/b', '/dashboard/api/nowhere', '/.env'])(
    'answers %s, which does not exist, with useful links',
    async (path) => {
      const answer = await open(path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      const { links, html } = readPage(await answer.text());
      expect(html).toContain('<h1>There is no page at this address</h1>');
      expect(html).toContain(`<code>POST ${service.baseUrl}/mcp</code>`);
      expect(html).toContain(`<pre tabindex="0">${answer.headers.get('x-request-id') ?? ''}</pre>`);
      expect(links.length).toBeGreaterThan(2);
      expect((await crawl(links)).faults).toEqual([]);
    },
  );

  test.each([
    ['/dashboard/', '/dashboard'],
    ['/dashboard/keys/', '/dashboard/keys'],
    ['/plans/', '/plans'],
    ['/errors/', '/errors'],
    ['/docs/connect/', '/docs/connect'],
    ['/docs', '/docs/connect'],
    ['/docs/', '/docs/connect'],
  ])('is also found at %s', async (path, page) => {
    const answer = await open(path, { redirect: 'follow' });
    expect([answer.status, answer.url]).toEqual([200, `${service.baseUrl}${page}`]);
  });

  test.each(['/', '/plans', '/errors', '/docs/connect', '/docs/api', '/dashboard'])(
    'answers HEAD of %s as GET without a body, and refuses POST',
    async (path) => {
      const head = await open(path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      const post = await open(path, { method: 'POST' });
      expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    },
  );

  describe('GET /v1/openapi.json', () => {
    const path = '/v1/openapi.json';

    test('is docs/openapi.json with the addresses of this stage, public and cacheable for an hour', async () => {
      const answer = await open(path, {
        headers: { origin: 'https://anyone.example.net', authorization: 'Bearer x:y' },
      });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      const settings = { baseUrl: service.baseUrl, supportEmail: stageSettings('local').supportEmail };
      expect(await answer.json()).toEqual(JSON.parse(openApiText(settings)));
    });

    test('is not sent again to a client that has it', async () => {
      const etag = (await open(path)).headers.get('etag') ?? '';
      const again = await open(path, { headers: { 'if-none-match': etag } });
      expect([again.status, await again.text()]).toEqual([304, '']);
    });

    test('answers HEAD as GET without a body, a preflight of any page, and no other method', async () => {
      const head = await open(path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      const headers = { origin: 'https://anyone.example.net', 'access-control-request-method': 'GET' };
      const preflight = await open(path, { method: 'OPTIONS', headers });
      expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD']);
      for (const method of ['POST', 'DELETE']) {
        const refused = await open(path, { method });
        expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
        expect(await refused.json()).toMatchObject({ data: null, errors: [{ code: 'method_not_allowed' }] });
      }
    });
  });

  test('of the HTTP API has every endpoint with its command, every status, header and error', async () => {
    const { html, ids } = readPage(await (await open('/docs/api')).text());
    const text = readText(html);
    const document = JSON.parse(openApiText({ baseUrl: service.baseUrl, supportEmail: '' }));
    for (const [path, methods] of Object.entries<any>(document.paths))
      for (const [method, operation] of Object.entries<any>(methods)) {
        expect(text).toContain(`${method.toUpperCase()} ${path}`);
        expect(ids).toContain(operation.operationId);
        expect(text).toContain(operation['x-codeSamples'][0].source);
        for (const { name } of operation.parameters ?? []) expect(text).toContain(name ?? 'Idempotency-Key');
      }
    const { headers, responses, schemas } = document.components;
    for (const said of [
      ...Object.keys(headers),
      ...Object.values<any>(responses).map(({ description }) => description),
    ])
      expect(text).toContain(said);
    for (const code of schemas.ErrorAnswer.properties.errors.items.properties.code.enum)
      expect(html).toContain(`href="/errors#${code}"`);
  });
});
