/** Writes robots.txt and the sitemap (sitemaps.org): the public pages may be found, the customers' pages may not. */
import type { ServiceSettings } from '../../service-settings.ts';
import { PUBLIC_PAGE_PATHS } from './public-page-paths.ts';

export const ROBOTS_PATH = '/robots.txt';
export const SITEMAP_PATH = '/sitemap.xml';

/** The pictures of a link's preview are under the dashboard's path, where crawlers find nothing else. */
export function robotsText({ baseUrl }: Pick<ServiceSettings, 'baseUrl'>): string {
  return `User-agent: *\nAllow: /dashboard/assets/\nDisallow: /dashboard\nDisallow: /v1/oauth/\n\nSitemap: ${baseUrl}${SITEMAP_PATH}\n`;
}

/**
 * Pages are under the address of the documentation, which may be another host: a sitemap names only pages of its own.
 */
export function sitemapText({ baseUrl }: Pick<ServiceSettings, 'baseUrl'>): string {
  const urls = PUBLIC_PAGE_PATHS.map((path) => `  <url><loc>${baseUrl}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}
