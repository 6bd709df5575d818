/**
 * The files of the page and the public pages, read once from the folder beside the bundle: pages by their path, assets by their hashed names. What
 * depends on the stage (addresses, plans) is put in here; everything that is put in is escaped.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BUILT_IN_PLANS } from '../../core/accounts/built-in-plans.ts';
import type { HttpRequest, HttpResponse } from '../../core/http/http-message.ts';
import { installOptions, type InstallOption } from '../../core/front-door/install-options.ts';
import { COST_WORDS, TOOL_GUIDE } from '../../core/front-door/tool-guide.ts';
import { centsToNanoUsd, formatUsd, RESEARCH_PRICE_USD_TEXT } from '../../core/money.ts';
import { escapeHtml } from '../../core/dashboard/escape-html.ts';
import { movedTo, pageMeantBy } from '../../core/dashboard/page-address.ts';
import { refuse } from '../../core/refusals/http-refusal.ts';
import type { DashboardSettings } from './dashboard-settings.ts';

interface ServedFile {
  readonly type: string;
  readonly caching: string;
  readonly body: string;
}

/** By path. */
export type Pages = ReadonlyMap<string, ServedFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Assets carry the hash of what is in them in their names. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const ASK_EACH_TIME = 'no-cache';
const APP = '/dashboard';

/** @param folder what lib/constructs/build-pages.ts made; an absent one has no pages (tests without a bundle) */
export function readPages(folder: string, settings: DashboardSettings): Pages {
  const files = existsSync(folder) ? filesIn(folder) : [];
  const values = placeholders(settings);
  const pages = files.map((file): readonly [string, ServedFile] => {
    const extension = path.extname(file);
    const text = readFileSync(path.join(folder, file), 'utf8');
    const isPage = extension === '.html';
    const body = isPage ? text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole) : text;
    const type = TYPES[extension] ?? 'application/octet-stream';
    return [pathOf(file), { type, caching: isPage ? ASK_EACH_TIME : FOR_EVER, body }];
  });
  return new Map(pages);
}

export function servePage(pages: Pages, { method, path: asked }: HttpRequest): HttpResponse {
  const found = pages.get(asked) ?? (isView(asked) ? pages.get(APP) : undefined);
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
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => path.extname(file) !== '');
}

/** `index.html` is `/`, `docs/connect.html` is `/docs/connect`, `dashboard/assets/app-….js` itself. */
function pathOf(file: string): string {
  const asked = `/${file.split(path.sep).join('/')}`;
  return asked.replace(/(index)?\.html$/, '').replace(/(.)\/$/, '$1');
}

function placeholders(settings: DashboardSettings): Readonly<Record<string, string>> {
  const { baseUrl, dashboardUrl, upgradeUrl, docsBaseUrl, supportEmail } = settings;
  const addresses = { BASE_URL: baseUrl, DASHBOARD_URL: dashboardUrl, UPGRADE_URL: upgradeUrl };
  const texts = { ...addresses, DOCS_BASE_URL: docsBaseUrl, SUPPORT_EMAIL: supportEmail };
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, escapeHtml(text)])),
    PLANS_TABLE: plansTable(),
    TOOLS_TABLE: toolsTable(),
    INSTALL_OPTIONS: installOptions(baseUrl).map(installSection).join(''),
  };
}

function plansTable(): string {
  const number = (value: number): string => value.toLocaleString('en-US');
  const rows: readonly (readonly [string, (plan: (typeof BUILT_IN_PLANS)[number]) => string])[] = [
    ['Monthly fee', ({ monthlyFeeCents }) => feeText(monthlyFeeCents)],
    ['Tokens included a month', ({ tokensIncluded }) => number(tokensIncluded)],
    ['1,000 tokens beyond', ({ overagePriceNanoUsdPerToken }) => formatUsd(1_000 * overagePriceNanoUsdPerToken)],
    ['Requests a minute', ({ requestsPerMinute }) => number(requestsPerMinute)],
    ['Parts in one lookup_parts call', ({ batchSize }) => number(batchSize)],
    ['Rows of lists a month', ({ catalogRowsPerMonth }) => number(catalogRowsPerMonth)],
    ['Research, for each part found', ({ researchAllowed }) => (researchAllowed ? `$${RESEARCH_PRICE_USD_TEXT}` : '–')],
    ['Parts under research at once', ({ openParts }) => number(openParts)],
  ];
  const heads = ['Plan', ...BUILT_IN_PLANS.map(({ name }) => name)];
  const body = rows.map(([what, cell]) => [escapeHtml(what), ...BUILT_IN_PLANS.map((plan) => escapeHtml(cell(plan)))]);
  return table('Plans', heads, body);
}

function toolsTable(): string {
  const body = TOOL_GUIDE.map(({ name, does, cost, scope }) => [
    `<code>${name}</code>`,
    escapeHtml(does),
    escapeHtml(COST_WORDS[cost]),
    `<code>${scope}</code>`,
  ]);
  return table('Tools', ['Tool', 'What it does', 'Cost', 'Scope'], body);
}

/** @param rows of cells that are HTML already; the first heads its row */
function table(label: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const heading = heads.map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('');
  const body = rows.map(
    ([first = '', ...cells]) =>
      `<tr><th scope="row">${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  );
  return `<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table><thead><tr>${heading}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

function installSection({ client, how, link, text }: InstallOption): string {
  const id = client.toLowerCase().replaceAll(' ', '-');
  const opened =
    link === undefined ? '' : `<p><a class="install" href="${escapeHtml(link)}">Add to ${escapeHtml(client)}</a></p>`;
  return `<h2 id="${id}">${escapeHtml(client)}</h2><p>${escapeHtml(how)}</p>${opened}<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;
}

function feeText(cents: number | null): string {
  return cents === null ? 'On request' : formatUsd(centsToNanoUsd(cents));
}
