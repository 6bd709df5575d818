/**
 * Decides what a site's robots.txt lets the reader request (RFC 9309). robots-parser matches the rules; this file
 * bounds the size of the file and the parser's work, which for a hostile file is the product of names, rules and the
 * length of a URL.
 */
import robotsModule from 'robots-parser';

/** The types declare a default export, but the module itself is the function. */
const robotsParser = robotsModule as unknown as typeof robotsModule.default;

/** If the file is longer, the site is not read at all. */
export const MAX_ROBOTS_BYTES = 100_000;
/** Characters of patterns with a star times characters of the URL: about 50 ms. */
const MAX_COMPARED_LETTERS = 5_000_000;
/** Patterns are compared with the path character by character. */
const MAX_PATH_LENGTH = 500;

export interface RobotsRules {
  isAllowed(url: URL): boolean;
  /** Seconds between two requests; undefined if the site states none. */
  readonly crawlDelaySeconds: number | undefined;
}

const NOTHING: RobotsRules = { isAllowed: () => false, crawlDelaySeconds: undefined };
const EVERYTHING: RobotsRules = { isAllowed: () => true, crawlDelaySeconds: undefined };

/**
 * Returns the rules that follow from the answer to the request for robots.txt; undefined when the site is failing, so
 * that it is not read.
 * @param text undefined if the file is too long or is not text
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

/**
 * Returns the groups for one agent and for all agents, each name once, because the parser stores a rule once for each
 * name in its group.
 */
function linesFor(agent: string, text: string): readonly string[] {
  const ours = new Set([agent.toLowerCase(), '*']);
  const rules: string[] = [];
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
      if (names.size > 0) rules.push(rule);
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
    rules.push(rule);
  }
  return rules;
}
