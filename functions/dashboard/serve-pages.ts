/**
 * Serves the files of the page, read once from the folder next to the bundle, assets by their hashed names; and the public pages of this stage, each written when
 * it is asked for first.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { MeasuredFigures } from '../../core/front-door/measured-figures.ts';
import { movedTo, pageMeantBy } from '../../core/dashboard/page-address.ts';
import type { HttpRequest, HttpResponse } from '../../core/http/http-message.ts';
import { refuse } from '../../core/refusals/http-refusal.ts';
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
  /** By path. */
  readonly files: ReadonlyMap<string, ServedFile>;
  /** Undefined where nothing was built (tests without a bundle). */
  readonly home: ((nowMs: number) => Promise<string>) | undefined;
  /** The description of the HTTP API with this stage's addresses, read when it is asked for first. Undefined like `home`. */
  readonly openApi: (() => string) | undefined;
}

const HTML = 'text/html; charset=utf-8';
const TYPES: Readonly<Record<string, string>> = {
  '.html': HTML,
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Assets carry the hash of what is in them in their names. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** The one that is known by a name that stays. */
const FIVE_MINUTES = 'public, max-age=300';
const ASK_EACH_TIME = 'no-cache';
const APP = '/dashboard';
/** What synthesis wrote of the guides, with the name of the style sheet and the measured figures, and of the HTTP API. */
const GUIDES = 'guides.json';
const OPENAPI = 'openapi.json';

/** @param folder what lib/constructs/build-pages.ts made; an absent one has no pages (tests without a bundle) */
export function readPages(folder: string, settings: DashboardSettings, example: Example): Pages {
  if (!existsSync(folder)) return { files: new Map(), home: undefined, openApi: undefined };
  const files = filesIn(folder).map((file): readonly [string, ServedFile] => {
    const extension = path.extname(file);
    const caching =
      extension === '.html' ? ASK_EACH_TIME : path.basename(file) === 'style.css' ? FIVE_MINUTES : FOR_EVER;
    const body = readFileSync(path.join(folder, file), 'utf8');
    return [pathOf(file), { type: TYPES[extension] ?? 'application/octet-stream', caching, body }];
  });
  const { style, guides, figures } = JSON.parse(readFileSync(path.join(folder, GUIDES), 'utf8')) as {
    readonly style: string;
    readonly guides: Readonly<Record<string, Guide>>;
    readonly figures: MeasuredFigures;
  };
  const openApi = once(() => fill(readFileSync(path.join(folder, OPENAPI), 'utf8'), settings));
  const pages = new PublicPages(settings, {
    guides,
    style,
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

/** A cold start waits for no page but the one that is asked for. */
function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}

/** Inside texts of JSON. */
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
      : (files.get(asked) ?? (isView(asked) ? files.get(APP) : undefined));
  if (found === undefined) {
    const meant = pageMeantBy(asked);
    return meant === undefined ? refuse('not_found', 'There is no such page.') : movedTo(meant);
  }
  return {
    status: 200,
    headers: { 'content-type': found.type, 'cache-control': found.caching },
    body: method === 'HEAD' ? '' : found.body,
  };
}

/** The views of the page are one file, which shows what the address says. */
function isView(asked: string): boolean {
  return /^\/dashboard\/[a-z-]+$/.test(asked);
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => path.extname(file) !== '' && file !== GUIDES && file !== OPENAPI,
  );
}

/** `index.html` is `/`, `docs/connect.html` is `/docs/connect`, `dashboard/assets/app-….js` itself. */
function pathOf(file: string): string {
  const asked = `/${file.split(path.sep).join('/')}`;
  return asked.replace(/(index)?\.html$/, '').replace(/(.)\/$/, '$1');
}
