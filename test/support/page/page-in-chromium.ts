/**
 * The dashboard in Chromium, with its function in this process: the handler itself answers the browser's requests, at
 * one fixed moment.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core';
import { SESSION_COOKIE } from '../../../core/access/people/session.ts';
import { MINUTE_MS } from '../../../core/time.ts';
import { buildPages } from '../../../lib/constructs/build-pages.ts';
import { openBrowser, noteFaults } from '../processes/open-browser.ts';
import { signInPerson } from '../service/people.ts';
import { openPageInterface, PAGE_ORIGIN, type PageInterface } from '../service/page-interface.ts';
import { SHOWN_MS } from './realistic-account.ts';

export interface OpenedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Script errors, refused loads and dialogs of stored text. */
  readonly faults: readonly string[];
}

export interface PagesInChromium {
  readonly browser: Browser;
  readonly dashboard: PageInterface;
  /** Runs an action at another time than the displayed one. */
  at<T>(atMs: number, happens: () => Promise<T>): Promise<T>;
  /** @param email the signed-in member; undefined if nobody is signed in */
  open(address: string, email?: string, options?: BrowserContextOptions): Promise<OpenedPage>;
  stop(): Promise<void>;
}

/** @param variables the stage's variables, instead of those of the tests */
export async function openPagesInChromium(
  executable: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<PagesInChromium> {
  let nowMs = SHOWN_MS;
  const folder = await mkdtemp(path.join(tmpdir(), 'pages-'));
  buildPages(folder);
  // Each opened page begins a minute of its own, so that no test is refused for the requests of those before it.
  let opened = 0;
  const minutesMs = () => Date.now() + opened * MINUTE_MS;
  const dashboard = await openPageInterface(() => nowMs, path.join(folder, 'pages'), variables, minutesMs);
  const browser = await openBrowser(executable);
  return {
    browser,
    dashboard,
    async at(atMs, happens) {
      nowMs = atMs;
      return happens().finally(() => {
        nowMs = SHOWN_MS;
      });
    },
    async open(address, email, options = {}) {
      opened += 1;
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        locale: 'en-GB',
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
        ...options,
      });
      const faults: string[] = [];
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: PAGE_ORIGIN });
      if (email !== undefined) {
        const { cookieText } = await signInPerson(dashboard.people, { email }, SHOWN_MS);
        await context.addCookies([{ name: SESSION_COOKIE, value: cookieText, url: PAGE_ORIGIN, secure: true }]);
      }
      await context.route('**', (route) => answer(dashboard, route));
      const page = await context.newPage();
      noteFaults(page, faults);
      await page.clock.setFixedTime(SHOWN_MS);
      await page.goto(`${PAGE_ORIGIN}${address}`);
      return { page, context, faults };
    },
    async stop() {
      await browser.close();
      await dashboard.stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function answer(dashboard: PageInterface, route: Route): Promise<void> {
  const request = route.request();
  const url = new URL(request.url());
  if (url.origin !== PAGE_ORIGIN) return route.abort();
  const { cookie, ...headers } = await request.allHeaders();
  const body = request.postDataBuffer();
  const {
    statusCode,
    headers: answered,
    body: text,
  } = await dashboard.send({
    method: request.method(),
    path: url.pathname,
    query: url.search.slice(1),
    headers,
    ...(cookie !== undefined && { cookies: cookie.split('; ') }),
    ...(body !== null && { body: isText(headers['content-type']) ? body.toString('utf8') : new Uint8Array(body) }),
  });
  await route.fulfill({ status: statusCode, headers: { ...answered }, body: text });
}

function isText(type = ''): boolean {
  return type.startsWith('application/json') || type.startsWith('application/x-www-form-urlencoded');
}
