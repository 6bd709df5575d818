import { expect, test } from 'vitest';
import { findCommentFaults } from '../../../tools/check-comments/find-comment-faults.ts';

/** In its own constant, because this file is checked, too. */
const Q = "'";
const WIDE = `  // ${'word '.repeat(24)}`;

test('a comment of at most 120 columns and any line of code are accepted', () => {
  expect(findCommentFaults('core/a.ts', `/** ${'x'.repeat(113)} */\nconst a = '${'x'.repeat(200)}';`)).toEqual([]);
});

test.each([WIDE, ` * ${'word '.repeat(30)}`, `/** ${'word '.repeat(30)}*/`])(
  'a wider comment is refused: %.12s',
  (line) => {
    expect(findCommentFaults('test/a.test.ts', `\n${line}`)).toEqual([
      `test/a.test.ts:2: the comment has ${line.length} columns, more than 120: wrap it`,
    ]);
  },
);

test.each([
  `  it(${Q}and one more${Q}, () => {`,
  `  ])(${Q}but %s does not${Q}, () => {`,
  `  it.each([1])(\n    ${Q}or not${Q},`,
])('the title of a test that continues another is refused: %s', (line) => {
  expect(findCommentFaults('test/a.test.ts', line)).toHaveLength(1);
});

test.each([
  "  it('orders one more', () => {",
  "  ['and', 'or'],",
  "  say(\n    'and one',",
  "const words = ['but not'];",
])('other titles and other texts are accepted: %s', (line) => {
  expect(findCommentFaults('test/a.test.ts', line)).toEqual([]);
});

test('a file without a head is refused', () => {
  const noHead = "import path from 'node:path';\n\n/** The folder. */\nexport const folder = path.resolve('.');";
  expect(findCommentFaults('core/a.ts', noHead)).toEqual([
    'core/a.ts:1: the file has no head: start it with a comment on what it decides',
  ]);
  expect(findCommentFaults('core/a.ts', `/** Decides the folder. */\n${noHead}`)).toEqual([]);
});

test('a test needs no head', () => {
  expect(findCommentFaults('test/a.test.ts', "import { test } from 'vitest';")).toEqual([]);
});
