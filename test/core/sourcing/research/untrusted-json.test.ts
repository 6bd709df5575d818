import { describe, expect, test } from 'vitest';
import { cleanJsonObject, readWebAddress } from '../../../../core/sourcing/research/untrusted-json.ts';

const MANY_BYTES = 10_000_000;
const clean = (value: unknown, maxBytes = MANY_BYTES) => cleanJsonObject(value, maxBytes);
const nested = (levels: number): unknown => (levels === 0 ? 'core' : { a: nested(levels - 1) });
const nestedLists = (levels: number): unknown => (levels === 0 ? 'core' : [nestedLists(levels - 1)]);

test('a URL of more than 2,048 characters is refused, even if it ends in white space', () => {
  const address = `https://a.example/${'a'.repeat(2030)}`;
  expect(address).toHaveLength(2048);
  expect(readWebAddress(address)).toBe(address);
  expect(readWebAddress(`${address}a`)).toBeUndefined();
  expect(readWebAddress(`https://a.example/${' '.repeat(2031)}`)).toBeUndefined();
});

describe('an object from an unknown sender', () => {
  test('is kept unchanged if it is valid', () => {
    const value = { text: 'a', none: null, yes: true, no: false, number: -1.5, list: [1, ['b'], {}], inner: { c: [] } };
    expect(clean(value)).toEqual(value);
  });

  test.each([[{}], [{ '': 1 }], [{ __proto__: { x: 1 } }], [{ a: undefined }], [['a']], ['text'], [null]])(
    'without valid content is dropped: %o',
    (value) => {
      expect(clean(value)).toBeUndefined();
    },
  );

  test('has its texts and its keys cleaned and truncated', () => {
    const cleaned = clean({ [`k\u0000\n${'k'.repeat(300)}`]: 'x'.repeat(10_001), b: ' \u202Ea\tb ' });
    expect(Object.entries(cleaned ?? {})).toEqual([
      [`k ${'k'.repeat(198)}`, 'x'.repeat(10_000)],
      ['b', 'a b'],
    ]);
  });

  test('contains no key that changes objects, at any depth', () => {
    const cleaned = clean(JSON.parse('{"__proto__":{"x":1},"a":{"__proto__":1,"\\u200b__proto__":2,"b":3}}'));
    expect(Object.keys(cleaned ?? {})).toEqual(['a']);
    expect(Object.keys(cleaned?.['a'] ?? {})).toEqual(['b']);
    expect(Object.getPrototypeOf(cleaned?.['a'])).toBe(Object.prototype);
  });

  test.each([
    ['objects', nested],
    ['lists', (levels: number) => ({ a: nestedLists(levels - 1) })],
  ])('is at most eight %s deep', (_, make) => {
    expect(clean(make(8))).toEqual(make(8));
    expect(JSON.stringify(clean(make(9)))).not.toContain('core');
  });

  test('has at most 300 entries in each object and list', () => {
    const entries = (count: number) => Array.from({ length: count }, (_, place) => place);
    const object = (count: number) => Object.fromEntries(entries(count).map((place) => [`k${place}`, place]));
    expect(clean({ list: entries(301), inner: object(301) })).toEqual({ list: entries(300), inner: object(300) });
    expect(clean(object(301))).toEqual(object(300));
  });

  test('contains no number too large to add up, and nothing that JSON cannot express', () => {
    const numbers = [1e15, -1e15, 1e15 + 1, -1e15 - 1, Number.NaN, Number.POSITIVE_INFINITY];
    expect(clean({ numbers, big: 1n, call: () => 1, lost: Number.NaN })).toEqual({ numbers: [1e15, -1e15] });
  });

  test('is dropped above its size in UTF-8, and complete up to it', () => {
    const value = { a: '株式' };
    expect(clean(value, 14)).toEqual(value);
    expect(clean(value, 13)).toBeUndefined();
  });
});

describe('a URL', () => {
  const long = (length: number) => `https://a.example/${'x'.repeat(length - 'https://a.example/'.length)}`;

  test.each([
    ['https://a.example/b?c=d#e', 'https://a.example/b?c=d#e'],
    ['http://a.example', 'http://a.example/'],
    [' HTTPS://A.example/x y ', 'https://a.example/x%20y'],
    [long(2048), long(2048)],
  ])('%s is kept as a browser writes it', (value, address) => {
    expect(readWebAddress(value)).toBe(address);
  });

  test.each([
    [42],
    [{ href: 'https://a.example/' }],
    [['https://a.example/']],
    ['a.example/b'],
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['ftp://a.example/'],
    ['https://user@a.example/'],
    ['https://:secret@a.example/'],
    [long(2049)],
    // The text is short as sent, and too long as written.
    [`https://a.example/${'é'.repeat(400)}`],
  ])('%s is refused', (value) => {
    expect(readWebAddress(value)).toBeUndefined();
  });
});
