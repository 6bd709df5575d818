/** The size and form of the documentation: handwritten pages have a limit, and generated pages are named here. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
/** The specification sets this limit: shorten another page when one grows. */
const MAX_WORDS = 20_000;
const MAX_README_WORDS = 900;
const MAX_DECISION_WORDS = 175;
/** Programs write these pages, or a test computes their tables: they grow with what they measure. */
const GENERATED = new Set([
  'docs/reference/errors.md',
  'docs/reference/tools.md',
  'docs/operate/alarms.md',
  'docs/operate/capacity.md',
  'docs/operate/month.md',
  'docs/operate/budgets.md',
  'docs/evidence/accuracy.md',
  'docs/evidence/assistants.md',
  'docs/evidence/dependencies.md',
  'docs/evidence/mutation.md',
  'docs/evidence/performance.md',
  'docs/evidence/tool-definitions.md',
]);
const DECISION_FORM = [
  /^# \d{4} .+$/m,
  /^\*\*Context\.\*\* /m,
  /^\*\*Decision\.\*\* /m,
  /^\*\*Consequence\.\*\* /m,
  /^\*\*Revisit when\*\* /m,
];

const pages = readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file.replaceAll(path.sep, '/')}`);
const decisions = pages.filter((page) => /^docs\/decisions\/\d{4}-/.test(page));

function textOf(page: string): string {
  return readFileSync(path.join(ROOT, page), 'utf8');
}

/**
 * Counts every run between two spaces that contains a letter or a digit. Code blocks do not count, and code in a
 * sentence is one word. The bars and dashes of tables and lists are not words.
 */
function wordsIn(text: string): number {
  const prose = text.replaceAll(/^( *)```[\s\S]*?^\1```/gm, '').replaceAll(/`[^`\n]+`/g, 'code');
  return prose.split(/\s+/).filter((each) => /[\p{L}\p{N}]/u.test(each)).length;
}

test(`README, CONTRIBUTING and docs have at most ${MAX_WORDS.toLocaleString('en-US')} words, generated pages aside`, () => {
  const written = ['README.md', 'CONTRIBUTING.md', ...pages.filter((page) => !GENERATED.has(page))];
  const sizes = written.map((page) => ({ page, words: wordsIn(textOf(page)) })).toSorted((a, b) => b.words - a.words);
  const sum = sizes.reduce((total, { words }) => total + words, 0);
  const longest = sizes.slice(0, 5).map(({ page, words }) => `${page} ${words}`);
  expect(sum, `the longest pages: ${longest.join(', ')}`).toBeLessThanOrEqual(MAX_WORDS);
});

test('every page that is not counted exists', () => {
  expect([...GENERATED].filter((page) => !pages.includes(page))).toEqual([]);
});

test(`the README has at most ${MAX_README_WORDS.toLocaleString('en-US')} words, its status on the first screen`, () => {
  const readme = textOf('README.md');
  expect(wordsIn(readme)).toBeLessThanOrEqual(MAX_README_WORDS);
  expect(readme.split('\n').slice(0, 20).join('\n')).toContain('Never deployed on AWS');
});

test.each(decisions)(`%s has the form of a decision and at most ${MAX_DECISION_WORDS} words`, (page) => {
  const text = textOf(page);
  const places = DECISION_FORM.map((part) => text.search(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(wordsIn(text)).toBeLessThanOrEqual(MAX_DECISION_WORDS);
});

test('the index of decisions and the index of pages link to all of theirs', () => {
  const linked = textOf('docs/decisions/README.md');
  expect(decisions.filter((page) => !linked.includes(`(${path.basename(page)})`))).toEqual([]);
  const index = textOf('docs/README.md');
  const others = pages.filter((page) => !decisions.includes(page) && page !== 'docs/README.md');
  expect(others.filter((page) => !index.includes(`(${page.replace('docs/', '')})`))).toEqual([]);
});
