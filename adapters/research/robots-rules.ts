/**
 * What a site's robots.txt lets our reader ask for (RFC 9309). robots-parser matches rules as the RFC says; what it does not do is done here: a bound on the file, and
 * on its work, which for a hostile file is the product of agents and rules.
 */
import robotsModule from 'robots-parser';

/** Its types speak of a default export; it is the module itself. */
const robotsParser = robotsModule as unknown as typeof robotsModule.default;

/** The least that the RFC wants read. A longer file is not obeyed in part: its site is not asked. */
export const MAX_ROBOTS_BYTES = 512_000;
const MAX_RULES_TIMES_AGENTS = 2_000_000;
/** Patterns are held against the path letter by letter. */
const MAX_PATH_LENGTH = 500;

export interface RobotsRules {
  isAllowed(url: URL): boolean;
  /** Seconds between two requests; undefined where the site does not say. */
  readonly crawlDelaySeconds: number | undefined;
}

const NOTHING: RobotsRules = { isAllowed: () => false, crawlDelaySeconds: undefined };
const EVERYTHING: RobotsRules = { isAllowed: () => true, crawlDelaySeconds: undefined };

/**
 * What follows from the answer to the request for robots.txt; undefined where nothing does, because the site is out of order: it is not asked then.
 * @param text undefined where the file is too long or no text
 */
export function robotsRules(
  robotsUrl: URL,
  status: number,
  text: string | undefined,
  agent: string,
): RobotsRules | undefined {
  if (status === 401 || status === 403) return NOTHING;
  if (status >= 400 && status < 500 && status !== 429) return EVERYTHING;
  if (status !== 200) return undefined;
  if (text === undefined || isTooMuchWork(text)) return NOTHING;
  // A byte order mark would hide the first line.
  const robots = robotsParser(robotsUrl.href, text.replace(/^\uFEFF/, ''));
  const delay = robots.getCrawlDelay(agent);
  return {
    isAllowed: (url) =>
      url.pathname.length + url.search.length <= MAX_PATH_LENGTH && robots.isAllowed(url.href, agent) === true,
    crawlDelaySeconds: delay !== undefined && delay > 0 ? delay : undefined,
  };
}

/** The parser keeps every rule once for each agent of its group. */
function isTooMuchWork(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trimStart().toLowerCase());
  const agents = lines.filter((line) => line.startsWith('user-agent')).length;
  const rules = lines.filter((line) => line.startsWith('allow') || line.startsWith('disallow')).length;
  return agents * rules > MAX_RULES_TIMES_AGENTS;
}
