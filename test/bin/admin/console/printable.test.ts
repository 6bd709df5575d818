import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable, printableJson } from '../../../../bin/admin/console/printable.ts';

test('escape sequences in product text are shown instead of executed', () => {
  expect(printable('a\u001b[31mred\u009b0m\u0007\rb\u202ec')).toBe('a\\u001b[31mred\\u009b0m\\u0007\\u000db\\u202ec');
});

test('a text stays on its line', () => {
  expect(printable('one\ntwo\tthree')).toBe('one two three');
});

test('other scripts stay as they are', () => {
  expect(printable('насос 電磁 سخان é 😀')).toBe('насос 電磁 سخان é 😀');
});

test('JSON for a terminal is the same JSON, without characters that control the terminal', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
      const printed = printableJson({ value, text });
      expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify({ value, text })));
      // eslint-disable-next-line no-control-regex
      expect(printed).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    }),
  );
});
