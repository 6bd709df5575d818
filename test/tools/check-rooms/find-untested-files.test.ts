import { describe, expect, test } from 'vitest';
import { findUntestedFiles } from '../../../tools/check-rooms/find-untested-files.ts';

const LINES: Readonly<Record<string, number>> = { 'core/index/large.ts': 151, 'core/index/small.ts': 150 };
const find = (files: readonly string[], elsewhere: Readonly<Record<string, string>> = {}) =>
  findUntestedFiles(files, (file) => LINES[file] ?? 500, elsewhere);

describe('a file of core/ with more than 150 lines', () => {
  test.each(['test/core/index/large.test.ts', 'test/adapters/large.contract.test.ts'])(
    'may have tests of its name anywhere: %s',
    (tests) => {
      expect(find(['core/index/large.ts', tests])).toEqual([]);
    },
  );

  test('is refused without tests of its name', () => {
    expect(find(['core/index/large.ts', 'test/core/index/largest.test.ts'])).toEqual([
      'core/index/large.ts: has no tests of its name: add them, or name those that run it in tested-elsewhere.ts',
    ]);
  });

  test('may be listed with the tests that run it, which exist', () => {
    const files = ['core/index/large.ts', 'test/core/index/other.test.ts'];
    expect(find(files, { 'core/index/large.ts': 'test/core/index/other.test.ts' })).toEqual([]);
    expect(find(files, { 'core/index/large.ts': 'test/gone.test.ts' })).toEqual([
      'core/index/large.ts: is tested by test/gone.test.ts, which does not exist',
    ]);
  });
});

test.each(['core/index/small.ts', 'core/index/packed-words.ts', 'adapters/large.ts'])(
  'a small file, packed data and other layers need no tests of their name: %s',
  (file) => {
    expect(find([file])).toEqual([]);
  },
);

test.each([
  ['is gone', ['test/core/index/other.test.ts']],
  ['is small', ['core/index/small.ts', 'test/core/index/other.test.ts']],
  ['has tests of its name', ['core/index/small.ts', 'test/core/index/small.test.ts', 'test/core/index/other.test.ts']],
])('a listed file is refused if it %s', (_why, files) => {
  expect(find(files, { 'core/index/small.ts': 'test/core/index/other.test.ts' })).toEqual([
    'core/index/small.ts: is listed in tested-elsewhere.ts, but is gone, small, or has tests of its name',
  ]);
});
