import { expect, test } from 'vitest';
import { isJsonObject, ownValue, parseWellFormed, readJsonBody, readJsonText } from '../../core/json.ts';

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

test.each([
  ['{"a":[1]}', { a: [1] }],
  ['null', null],
  ['', undefined],
  ['{', undefined],
])('the text %s is read as %o', (text, expected) => {
  expect(readJsonText(text)).toEqual(expected);
  expect(readJsonBody(Buffer.from(text))).toEqual(expected);
});

test('bytes that are not UTF-8 are no JSON, and a later body is read', () => {
  expect(readJsonBody(Uint8Array.of(0x22, 0xff, 0x22))).toBeUndefined();
  expect(readJsonBody(Buffer.from('"é"'))).toBe('é');
});

test('a body is read with the given parser', () => {
  expect(readJsonBody(Buffer.from(String.raw`"\ud800"`), parseWellFormed)).toBe('\uFFFD');
});
