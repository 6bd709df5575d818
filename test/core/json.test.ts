import { expect, test } from 'vitest';
import { isJsonObject, ownValue } from '../../core/json.ts';

test.each([
  [{}, true],
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  [undefined, false],
  ['text', false],
  [() => 1, false],
])('%o is a JSON object: %s', (value, expected) => {
  expect(isJsonObject(value)).toBe(expected);
});

test('a property of the prototype is not a member', () => {
  const object = JSON.parse('{"a":1,"__proto__":2}') as Record<string, unknown>;
  expect(['a', '__proto__', 'constructor', 'toString'].map((key) => ownValue(object, key))).toEqual([
    1,
    2,
    undefined,
    undefined,
  ]);
});
