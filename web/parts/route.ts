/**
 * Reads and writes addresses: `/dashboard/<view>?<parameters>`. They include every view, tab, filter and open sheet,
 * so that a reload, a bookmark and the Back button restore the screen. They contain no secret.
 */
import { useLayoutEffect, useState } from 'preact/hooks';

export type Query = Readonly<Record<string, string>>;

interface Route {
  /** Empty for the first view. */
  readonly view: string;
  readonly query: Query;
}

const ROOT = '/dashboard';

export function addressOf(view: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const path = view === '' ? ROOT : `${ROOT}/${view}`;
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** @param how `replace` for an address that the Back button should skip, such as a word typed into a filter */
export function go(address: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** Handles a click on a dashboard link: shows the view without a page load, if the link would open in this tab. */
export function follow(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.origin !== location.origin || !isOfPage(link.pathname)) return;
  if (link.hash !== '' || link.hasAttribute('download')) return;
  event.preventDefault();
  if (link.href !== location.href) go(link.href);
}

export function useRoute(): Route {
  const [route, setRoute] = useState(routeNow);
  // Before anything that is drawn can be clicked: an effect runs after it, and would miss the first choice.
  useLayoutEffect(() => {
    const onMove = () => setRoute(routeNow());
    addEventListener('popstate', onMove);
    return () => removeEventListener('popstate', onMove);
  }, []);
  return route;
}

function routeNow(): Route {
  return {
    view: location.pathname.slice(ROOT.length).replaceAll('/', ''),
    query: Object.fromEntries(new URLSearchParams(location.search)),
  };
}

function isOfPage(path: string): boolean {
  return path === ROOT || path.startsWith(`${ROOT}/`);
}
