/**
 * Serves the files of the dashboard, which are read once from the folder next to the bundle, and the public pages of
 * this stage, which are rendered on the first request.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { MeasuredFigures } from '../../core/api/front-door/measured-figures.ts';
import { movedPermanently, pageMeantBy, VIEW_PATHS } from '../../core/dashboard/views/page-address.ts';
import { escapeHtml } from '../../core/http/escape-html.ts';
import type { HttpRequest, HttpResponse } from '../../core/http/http-message.ts';
import { refuse } from '../../core/api/refusals/http-refusal.ts';
import type { DashboardSettings } from './dashboard-settings.ts';
import type { Example } from './public/example-record.ts';
import type { EndpointAnswers, OpenApiDocument } from './public/api-reference.tsx';
import { PublicPages, type Guide } from './public/public-pages.tsx';

interface ServedFile {
  readonly type: string;
  readonly caching: string;
  readonly body: string;
  /** The body is Base64, because the file is a picture. */
  readonly isBinary?: boolean;
}

export interface Pages {
  /** Files by path. */
  readonly files: ReadonlyMap<string, ServedFile>;
  /** The pages of the stage's company elsewhere, by the path of the service's own. */
  readonly elsewhere: ReadonlyMap<string, string>;
  /** Undefined if nothing was built (tests without a bundle). */
  readonly home: ((nowMs: number) => Promise<string>) | undefined;
  /**
   * Returns the description of the HTTP API with this stage's URLs, read on the first request. Undefined like `home`.
   */
  readonly openApi: (() => string) | undefined;
}

const HTML = 'text/html; charset=utf-8';
const TYPES: Readonly<Record<string, string>> = {
  '.html': HTML,
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};
const BINARY = new Set(['.png', '.ico']);

/** The names of the script and the style sheet contain a hash of their content. */
const HASHED = /-[A-Z0-9]{8}\.(?:js|css)$/;
const FOR_EVER = 'public, max-age=31536000, immutable';
/** For the style sheet and the pictures, whose names never change. */
const FIVE_MINUTES = 'public, max-age=300';
const ASK_EACH_TIME = 'no-cache';
const APP = '/dashboard';
/** Files from synthesis: the guides with the name of the style sheet and the measured figures, and the HTTP API. */
const GUIDES = 'guides.json';
const OPENAPI = 'openapi.json';

/**
 * @param folder the output of lib/constructs/build-pages.ts; there are no pages if it is absent (tests without a
 * bundle)
 */
export function readPages(folder: string, settings: DashboardSettings, example: Example): Pages {
  if (!existsSync(folder)) return { files: new Map(), elsewhere: new Map(), home: undefined, openApi: undefined };
  const files = filesIn(folder).map((file): readonly [string, ServedFile] => {
    const extension = path.extname(file);
    const caching = extension === '.html' ? ASK_EACH_TIME : HASHED.test(file) ? FOR_EVER : FIVE_MINUTES;
    const isBinary = BINARY.has(extension);
    const read = readFileSync(path.join(folder, file), isBinary ? 'base64' : 'utf8');
    const body = extension === '.html' ? fillName(read, settings) : read;
    return [pathOf(file), { type: TYPES[extension] ?? 'application/octet-stream', caching, body, isBinary }];
  });
  const { style, copying, guides, legal, figures, answers } = JSON.parse(
    readFileSync(path.join(folder, GUIDES), 'utf8'),
  ) as {
    readonly style: string;
    readonly copying: string;
    readonly guides: Readonly<Record<string, Guide>>;
    readonly legal: Readonly<Record<string, Guide>>;
    readonly figures: MeasuredFigures;
    readonly answers: EndpointAnswers;
  };
  const openApi = once(() => fill(readFileSync(path.join(folder, OPENAPI), 'utf8'), settings));
  const pages = new PublicPages(settings, {
    guides,
    legal,
    style,
    copying,
    figures,
    answers,
    openApi: () => JSON.parse(openApi()) as OpenApiDocument,
  });
  const written = [...pages.written].map(([address, write]): readonly [string, ServedFile] => {
    const body = once(write);
    return [
      address,
      {
        type: HTML,
        caching: ASK_EACH_TIME,
        get body() {
          return body();
        },
      },
    ];
  });
  return {
    files: new Map([...files, ...written]),
    elsewhere: pagesElsewhere(settings),
    home: async (nowMs) => pages.home(await example.record(nowMs)),
    openApi,
  };
}

function pagesElsewhere({
  legal = { terms: undefined, privacy: undefined },
}: DashboardSettings): ReadonlyMap<string, string> {
  const pages = [
    ['/terms', legal.terms],
    ['/privacy', legal.privacy],
  ] as const;
  return new Map(pages.flatMap(([path, page]) => (page === undefined ? [] : [[path, page] as const])));
}

/** Renders on the first call, so that a cold start waits only for the requested page. */
function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}

/** Fills the placeholders inside JSON strings. */
function fill(json: string, { baseUrl, supportEmail, serviceName }: DashboardSettings): string {
  const values = { BASE_URL: baseUrl, SUPPORT_EMAIL: supportEmail, SERVICE_NAME: serviceName };
  return Object.entries(values).reduce(
    (filled, [name, text]) => filled.replaceAll(`{{${name}}}`, () => JSON.stringify(text).slice(1, -1)),
    json,
  );
}

function fillName(html: string, { serviceName }: DashboardSettings): string {
  return html.replaceAll('{{SERVICE_NAME}}', () => escapeHtml(serviceName));
}

export async function servePage(
  { files, elsewhere, home }: Pages,
  { method, path: asked }: HttpRequest,
  nowMs: number,
  requestId: string,
): Promise<HttpResponse> {
  const location = elsewhere.get(asked);
  if (location !== undefined) return { status: 302, headers: { location, 'cache-control': ASK_EACH_TIME }, body: '' };
  const found =
    asked === '/' && home !== undefined
      ? ({ type: HTML, caching: ASK_EACH_TIME, body: await home(nowMs) } satisfies ServedFile)
      : (files.get(asked) ?? (isOfDashboard(asked) ? files.get(APP) : undefined));
  if (found === undefined) {
    const meant = pageMeantBy(asked);
    return meant === undefined ? refuse('not_found', 'There is no such page.') : movedPermanently(meant);
  }
  // The dashboard says in its frame that it has no such view, with the id of this request.
  const isUnknown = isOfDashboard(asked) && !isView(asked) && !files.has(asked);
  const body = isUnknown
    ? found.body.replace('<head>', () => `<head><meta name="request-id" content="${escapeHtml(requestId)}">`)
    : found.body;
  return {
    status: isUnknown ? 404 : 200,
    headers: {
      'content-type': found.type,
      'cache-control': found.caching,
      // Assistants and directories show the pictures on pages of their own.
      ...(found.type.startsWith('image/') && { 'cross-origin-resource-policy': 'cross-origin' }),
    },
    body: method === 'HEAD' ? '' : body,
    ...(found.isBinary === true && { isBase64: true }),
  };
}

/** All views of the dashboard are one file, which shows the view of the URL. */
function isOfDashboard(asked: string): boolean {
  return /^\/dashboard\/[a-z-]+$/.test(asked);
}

function isView(asked: string): boolean {
  return VIEW_PATHS.some((view) => asked === `${APP}/${view}`);
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => path.extname(file) !== '' && file !== GUIDES && file !== OPENAPI,
  );
}

/** Serves `index.html` as `/`, `docs/connect.html` as `/docs/connect`, and `dashboard/assets/app-….js` unchanged. */
function pathOf(file: string): string {
  const url = `/${file.split(path.sep).join('/')}`;
  return url.replace(/(index)?\.html$/, '').replace(/(.)\/$/, '$1');
}
