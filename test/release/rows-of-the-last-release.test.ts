/**
 * For ten minutes of every deploy two releases serve the same rows, and one that is taken back leaves its own behind. So a release reads what its
 * predecessor wrote, and writes what its predecessor reads.
 *
 * A change of a row takes two releases: the first reads both forms and still writes the old one, the second writes the new one. The first adds the new
 * form to rows-of-the-last-release.json under `alsoRead`; the second changes `row`.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { STORED_KINDS } from './stored-kinds.ts';

interface Pinned {
  /** As the last release wrote it. */
  readonly row: unknown;
  /** What it means. */
  readonly value: unknown;
  /** Other forms of the same. */
  readonly alsoRead?: readonly unknown[];
}

const pinned = JSON.parse(readFileSync(new URL('rows-of-the-last-release.json', import.meta.url), 'utf8')) as Record<
  string,
  Pinned
>;

test('every kind is pinned', () => {
  expect(Object.keys(pinned).toSorted()).toEqual(Object.keys(STORED_KINDS).toSorted());
});

describe.each(Object.entries(STORED_KINDS))('%s', (name, { write, read }) => {
  const { row, value, alsoRead = [] } = pinned[name] as Pinned;

  test('is read as the last release wrote it', () => {
    for (const each of [row, ...alsoRead]) expect(asJson(read(each as never))).toEqual(value);
  });

  if (write !== undefined)
    test('is written as the last release reads it', () => {
      expect(asJson(write(value as never))).toEqual(row);
    });
});

/** Members that are not there and members that are undefined are the same to the store. */
function asJson(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}
