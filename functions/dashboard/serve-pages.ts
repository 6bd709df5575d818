/**
 * Serves the files of the dashboard, which are read once from the folder next to the bundle, and the public pages of this stage, which are
 * rendered on the first request.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { MeasuredFigures } from '../../core/api/front-door/measured-figures.ts';
import { movedPermanently, pageMeantBy, VIEW_PATHS } from '../../core/dashboard/views/page-address.ts';
import type { HttpRequest, HttpResponse } from '../../core/http/http-message.ts';
import { refuse } from '../../core/api/refusals/http-refusal.ts';
import type { DashboardSettings } from './dashboard-settings.ts';
import type { Example } from './public/example-record.ts';
import type { OpenApiDocument } from './public/api-reference.tsx';
import { PublicPages, type Guide } from './public/public-pages.tsx';

interface ServedFile {
  readonly type: string;
  readonly caching: string;
  readonly body: string;
}

export interface Pages {
  /** Files by path. */
  readonly files: ReadonlyMap<string, ServedFile>;
  /** Undefined if nothing was built (tests without a bundle). */
  readonly home: ((nowMs: number) => Promise<string>) | undefined;
  /** Returns the description of the HTTP API with this stage's URLs, read on the first request. Undefined like `home`. */
  readonly openApi: (() => string) | undefined;
}

const HTML = 'text/html; charset=utf-8';
const TYPES: Readonly<Record<string, string>> = {
  '.html': HTML,
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The names of assets contain a hash of their content. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** For the style sheet, whose name never changes. */
const FIVE_MINUTES = 'public, max-age=300';
const ASK_EACH_TIME = 'no-cache';
const APP = '/dashboard';
/** Files from synthesis: the guides with the name of the style sheet and the measured figures, and the HTTP API. */
const GUIDES = 'guides.json';
const OPENAPI = 'openapi.json';

/** @param folder the output of lib/constructs/build-pages.ts; there are no pages if it is absent (tests without a bundle) */
export function readPages(folder: string, settings: DashboardSettings, example: Example): Pages {
  if (!existsSync(folder)) return { files: new Map(), home: undefined, openApi: undefined };
  const files = filesIn(folder).map((file): readonly [string, ServedFile] => {
    const extension = path.extname(file);
    const caching =
      extension === '.html' ? ASK_EACH_TIME : path.basename(file) === 'style.css' ? FIVE_MINUTES : FOR_EVER;
    const body = readFileSync(path.join(folder, file), 'utf8');
    return [pathOf(file), { type: TYPES[extension] ?? 'application/octet-stream', caching, body }];
  });
  const { style, copying, guides, figures } = JSON.parse(readFileSync(path.join(folder, GUIDES), 'utf8')) as {
    readonly style: string;
    readonly copying: string;
    readonly guides: Readonly<Record<string, Guide>>;
    readonly figures: MeasuredFigures;
  };
  const openApi = once(() => fill(readFileSync(path.join(folder, OPENAPI), 'utf8'), settings));
  const pages = new PublicPages(settings, {
    guides,
    style,
    copying,
    figures,
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
    home: async (nowMs) => pages.home(await example.record(nowMs)),
    openApi,
  };
}

/** Renders on the first call, so that a cold start waits only for the requested page. */
function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}

/** Fills the placeholders inside JSON strings. */
function fill(json: string, { baseUrl, supportEmail }: DashboardSettings): string {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  return json.replaceAll('{{BASE_URL}}', inJson(baseUrl)).replaceAll('{{SUPPORT_EMAIL}}', inJson(supportEmail));
}

export async function servePage(
  { files, home }: Pages,
  { method, path: asked }: HttpRequest,
  nowMs: number,
): Promise<HttpResponse> {
  const found =
    asked === '/' && home !== undefined
      ? { type: HTML, caching: ASK_EACH_TIME, body: await home(nowMs) }
      : (files.get(asked) ?? (isOfDashboard(asked) ? files.get(APP) : undefined));
  if (found === undefined) {
    const meant = pageMeantBy(asked);
    return meant === undefined ? refuse('not_found', 'There is no such page.') : movedPermanently(meant);
  }
  return {
    // The dashboard says in its frame that it has no such view.
    status: isOfDashboard(asked) && !isView(asked) && !files.has(asked) ? 404 : 200,
    headers: { 'content-type': found.type, 'cache-control': found.caching },
    body: method === 'HEAD' ? '' : found.body,
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
  const asked = `/${file.split(path.sep).join('/')}`;
  return asked.replace(/(index)?\.html$/, '').replace(/(.)\/$/, '$1');
}
