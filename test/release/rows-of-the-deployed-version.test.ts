/**
 * During the ten minutes of a gradual deploy, two versions share the same rows, and a version that is rolled back
 * leaves its rows behind. So a version must read the rows that the deployed version wrote, and write rows that it can
 * read.
 *
 * A change of a row takes two deploys: the first version reads both forms and still writes the old one, the second
 * writes the new one. The first adds the new form to rows-of-the-deployed-version.json under `alsoRead`; the second
 * changes `row`. Before the first deploy, no version is deployed, and `row` changes with the code.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { STORED_KINDS } from './stored-kinds.ts';

interface Pinned {
  /** The row as the deployed version writes it. */
  readonly row: unknown;
  /** The value that the row is read as. */
  readonly value: unknown;
  /** Other rows that are read as the same value. */
  readonly alsoRead?: readonly unknown[];
}

const pinned = JSON.parse(
  readFileSync(new URL('rows-of-the-deployed-version.json', import.meta.url), 'utf8'),
) as Record<string, Pinned>;

test('every kind of row is pinned', () => {
  expect(Object.keys(pinned).toSorted()).toEqual(Object.keys(STORED_KINDS).toSorted());
});

describe.each(Object.entries(STORED_KINDS))('%s', (name, { write, read }) => {
  const { row, value, alsoRead = [] } = pinned[name] as Pinned;

  test('are read as the deployed version wrote them', () => {
    for (const each of [row, ...alsoRead]) expect(asJson(read(each as never))).toEqual(value);
  });

  if (write !== undefined)
    test('are written as the deployed version reads them', () => {
      expect(asJson(write(value as never))).toEqual(row);
    });
});

/** The store treats absent and undefined members alike. */
function asJson(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}
