/** The paths of the pages that anyone may read. */

/** The files of web/guides, in the order in which the pages list them. */
export const GUIDES = ['connect', 'tools', 'lists', 'research', 'billing', 'api', 'measured'] as const;

/** The files of web/legal: what a directory asks of the company that runs the service. */
export const LEGAL_PAGES = ['privacy', 'terms', 'support'] as const;

export const PUBLIC_PAGE_PATHS: readonly string[] = [
  '/',
  '/plans',
  '/errors',
  ...GUIDES.map((name) => `/docs/${name}`),
  ...LEGAL_PAGES.map((name) => `/${name}`),
];
