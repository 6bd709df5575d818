/** Addresses of pages that people type or link in another way than the one way in which each page is served. */

const WITH_SLASH = /^(\/(?:dashboard(?:\/[a-z-]+)?|docs\/[a-z-]+|errors|plans))\/+$/;

/** Where the page is that this path means, as a path of this service; undefined where the path means no page. */
export function pageMeantBy(path: string): string | undefined {
  if (/^\/docs\/*$/.test(path)) return '/docs/connect';
  return WITH_SLASH.exec(path)?.[1];
}

/** The answer that leads a browser there for good. */
export function movedTo(location: string) {
  return { status: 308, headers: { location, 'cache-control': 'no-cache' }, body: '' } as const;
}
