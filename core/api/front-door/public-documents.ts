/**
 * Lists the documents that programs read before they have a key. They are the same for every caller and contain no
 * secret, and pages of any origin may read them, as the server card draft requires.
 */
import type { ServiceSettings } from '../../service-settings.ts';
import { LLMS_PATH, llmsText } from './llms-text.ts';
import { ROBOTS_PATH, robotsText, SITEMAP_PATH, sitemapText } from './crawler-texts.ts';
import { SECURITY_PATH, securityText } from './security-text.ts';
import {
  AI_CATALOG_PATH,
  AI_CATALOG_TYPE,
  aiCatalog,
  EARLIER_SERVER_CARD_PATH,
  SERVER_CARD_PATH,
  SERVER_CARD_TYPE,
  serverCard,
} from './server-card.ts';
import { SKILL_PATH, skillText } from './skill-text.ts';

interface PublicDocument {
  readonly type: string;
  readonly text: (nowMs: number) => string;
}

/** Returns the documents by path. */
export function publicDocuments(settings: ServiceSettings): ReadonlyMap<string, PublicDocument> {
  const card = fixed(SERVER_CARD_TYPE, JSON.stringify(serverCard(settings)));
  return new Map([
    [LLMS_PATH, fixed('text/plain; charset=utf-8', llmsText(settings))],
    [SKILL_PATH, fixed('text/markdown; charset=utf-8', skillText(settings))],
    [ROBOTS_PATH, fixed('text/plain; charset=utf-8', robotsText(settings))],
    [SITEMAP_PATH, fixed('application/xml; charset=utf-8', sitemapText(settings))],
    [SERVER_CARD_PATH, card],
    [EARLIER_SERVER_CARD_PATH, card],
    [AI_CATALOG_PATH, fixed(AI_CATALOG_TYPE, JSON.stringify(aiCatalog(settings.baseUrl)))],
    [SECURITY_PATH, { type: 'text/plain; charset=utf-8', text: (nowMs: number) => securityText(settings, nowMs) }],
  ]);
}

function fixed(type: string, text: string): PublicDocument {
  return { type, text: () => text };
}
