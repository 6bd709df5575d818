/**
 * What a site's robots.txt lets our reader ask for (RFC 9309). robots-parser matches rules as the RFC says; what it does not do is done here: a bound on the file, and
 * on its work, which for a hostile file is the product of names, rules and the length of an address.
 */
import robotsModule from 'robots-parser';

/** Its types speak of a default export; it is the module itself. */
const robotsParser = robotsModule as unknown as typeof robotsModule.default;

/** A longer file is not obeyed in part: its site is not read at all. */
export const MAX_ROBOTS_BYTES = 100_000;
/** Letters of patterns with a star, each times the letters of the address: about 50 ms. */
const MAX_COMPARED_LETTERS = 5_000_000;
/** Patterns are compared with the path character by character. */
const MAX_PATH_LENGTH = 500;

export interface RobotsRules {
  isAllowed(url: URL): boolean;
  /** Seconds between two requests; undefined where the site does not say. */
  readonly crawlDelaySeconds: number | undefined;
}

const NOTHING: RobotsRules = { isAllowed: () => false, crawlDelaySeconds: undefined };
const EVERYTHING: RobotsRules = { isAllowed: () => true, crawlDelaySeconds: undefined };

/**
 * The rules that follow from the answer to the request for robots.txt; undefined when the site is failing: then it is not read.
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
  if (text === undefined || Buffer.byteLength(text) > MAX_ROBOTS_BYTES) return NOTHING;
  const lines = linesFor(agent, text);
  const starred = lines.filter((line) => line.includes('*')).reduce((letters, { length }) => letters + length, 0);
  const robots = robotsParser(robotsUrl.href, lines.join('\n'));
  const delay = robots.getCrawlDelay(agent);
  return {
    isAllowed: ({ href, pathname, search }) => {
      const length = pathname.length + search.length;
      return (
        length <= MAX_PATH_LENGTH && starred * length <= MAX_COMPARED_LETTERS && robots.isAllowed(href, agent) === true
      );
    },
    crawlDelaySeconds: delay !== undefined && delay > 0 ? delay : undefined,
  };
}

/** The groups for one agent and for all, each name once: the parser keeps every rule once for each name above it. */
function linesFor(agent: string, text: string): readonly string[] {
  const ours = new Set([agent.toLowerCase(), '*']);
  const kept: string[] = [];
  const names = new Set<string>();
  let isNaming = false;
  // A byte order mark would hide the first line.
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [rule = ''] = line.split('#', 1);
    const colon = rule.indexOf(':');
    const field = rule.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (field === '') continue;
    if (field !== 'user-agent') {
      isNaming = false;
      if (names.size > 0) kept.push(rule);
      continue;
    }
    if (!isNaming) names.clear();
    isNaming = true;
    const [name = ''] = rule
      .slice(colon + 1)
      .toLowerCase()
      .split('/', 1);
    if (!ours.has(name.trim()) || names.has(name.trim())) continue;
    names.add(name.trim());
    kept.push(rule);
  }
  return kept;
}
