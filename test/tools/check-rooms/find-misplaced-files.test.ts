import { describe, expect, test } from 'vitest';
import { findMisplacedFiles } from '../../../tools/check-rooms/find-misplaced-files.ts';

const SOUND = [
  'core/billing/meter/cap.ts',
  'test/core/billing/meter/cap.test.ts',
  'functions/mcp/handler.ts',
  'README.md',
];

describe('the rules of the tree', () => {
  test('accept rooms of at most twenty source files, with any other files', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => `core/index/search/rule-${index}.ts`);
    expect(findMisplacedFiles([...SOUND, ...twenty, 'core/index/search/notes.md'])).toEqual([]);
  });

  test('refuse a room of twenty-one source files', () => {
    const many = Array.from({ length: 21 }, (_, index) => `core/index/search/rule-${index}.ts`);
    expect(findMisplacedFiles([...SOUND, ...many])).toEqual([
      'core/index/search: has 21 source files, more than 20: divide it',
    ]);
  });

  test('refuse a folder of functions/ without a handler, and a file next to the folders', () => {
    expect(findMisplacedFiles([...SOUND, 'functions/shared/money.ts', 'functions/money.ts'])).toEqual([
      'functions/money.ts: functions/ may contain only folders with a handler.ts',
      'functions/shared/money.ts: functions/ may contain only folders with a handler.ts',
    ]);
  });

  test('refuse a test whose room is gone', () => {
    expect(findMisplacedFiles([...SOUND, 'test/core/products/gtin.test.ts'])).toEqual([
      'test/core/products/gtin.test.ts: tests mirror the source tree, but core/products does not exist',
    ]);
  });
});
