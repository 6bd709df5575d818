import { describe, expect, test } from 'vitest';
import { findMisplacedFiles } from '../../../tools/check-rooms/find-misplaced-files.ts';

const SOUND = [
  'core/billing/meter/cap.ts',
  'test/core/billing/meter/cap.test.ts',
  'functions/mcp/handler.ts',
  'test/functions/mcp/wire.test.ts',
  'README.md',
];
const TESTS = ['test/core/index/search/rules.test.ts'];
const find = (files: readonly string[], elsewhere: Readonly<Record<string, string>> = {}) =>
  findMisplacedFiles([...SOUND, ...files], elsewhere);

describe('the rules of the tree', () => {
  test('accept rooms of at most twenty source files, with any other files', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => `core/index/search/rule-${index}.ts`);
    expect(find([...twenty, ...TESTS, 'core/index/search/notes.md'])).toEqual([]);
  });

  test('refuse a room of twenty-one source files', () => {
    const many = Array.from({ length: 21 }, (_, index) => `core/index/search/rule-${index}.ts`);
    expect(find([...many, ...TESTS])).toEqual(['core/index/search: has 21 source files, more than 20: divide it']);
  });

  test('refuse a folder of functions/ without a handler, and a file next to the folders', () => {
    expect(find(['functions/shared/money.ts', 'functions/money.ts', 'test/functions/shared/money.test.ts'])).toEqual([
      'functions/money.ts: functions/ may contain only folders with a handler.ts',
      'functions/shared/money.ts: functions/ may contain only folders with a handler.ts',
    ]);
  });

  test('refuse a test whose room is gone', () => {
    expect(find(['test/core/products/gtin.test.ts'])).toEqual([
      'test/core/products/gtin.test.ts: tests mirror the source tree, but core/products does not exist',
    ]);
  });

  test('refuse a room without tests, unless the list names the test that runs it', () => {
    const room = ['adapters/mail/ses-mailer.ts'];
    expect(find(room)).toEqual([
      'adapters/mail: has no tests: add test/adapters/mail/, or name the test that runs it in tested-elsewhere.ts',
    ]);
    expect(find(room, { 'adapters/mail': 'test/core/billing/meter/cap.test.ts' })).toEqual([]);
  });

  test('refuse an entry of that list whose room or test is gone, or whose room has tests of its own', () => {
    const elsewhere = { 'core/gone': 'test/gone.test.ts', 'core/billing/meter': 'test/functions/mcp/wire.test.ts' };
    expect(find([], elsewhere)).toEqual([
      'core/gone: is listed in tested-elsewhere.ts, but does not exist',
      'core/billing/meter: is listed in tested-elsewhere.ts, but has tests of its own',
      'core/gone: is tested by test/gone.test.ts, which does not exist',
    ]);
  });
});
