/** Redirects other spellings of a page's path to the one path where the page is served. */

/** The views of the dashboard, by the part of the path after /dashboard/; web/navigation.tsx shows them. */
export const VIEW_PATHS = [
  'requests',
  'catalogs',
  'research',
  'keys',
  'assistants',
  'members',
  'settings',
  'statements',
  'trail',
  'sign-in',
] as const;

const WITH_SLASH = /^(\/(?:dashboard(?:\/[a-z-]+)?|docs\/[a-z-]+|errors|plans|privacy|terms|support))\/+$/;

/** Returns the page's own path for another spelling of it; undefined for any other path. */
export function pageMeantBy(path: string): string | undefined {
  if (/^\/docs\/*$/.test(path)) return '/docs/connect';
  return WITH_SLASH.exec(path)?.[1];
}

export function movedPermanently(location: string) {
  return { status: 308, headers: { location, 'cache-control': 'no-cache' }, body: '' } as const;
}
