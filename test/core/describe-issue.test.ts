import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { describeIssue } from '../../core/describe-issue.ts';

const schema = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(5)),
  rows: z.array(z.int()).check(z.minLength(1), z.maxLength(2)),
  share: z.number().check(z.minimum(1), z.maximum(10)),
  kind: z.enum(['live', 'test']),
  id: z.string().check(z.regex(/^a/)),
  own: z.string().check(z.regex(/^a/, { error: 'begins with a' })),
  one: z.union([z.string(), z.number()]),
});
const GOOD = { name: 'x', rows: [1], share: 1, kind: 'live', id: 'a', own: 'a', one: 1 };

const wordsOf = (change: object) =>
  schema.safeParse({ ...GOOD, ...change }, { error: describeIssue }).error?.issues.map(({ message }) => message);

test.each([
  [{ name: '' }, 'must have at least 1 character'],
  [{ name: 'sixsix' }, 'must have at most 5 characters'],
  [{ name: 5 }, 'must be a string'],
  [{ name: undefined }, 'is missing'],
  [{ rows: [] }, 'must have at least 1 entry'],
  [{ rows: [1, 2, 3] }, 'must have at most 2 entries'],
  [{ rows: [1.5] }, 'must be an integer'],
  [{ rows: {} }, 'must be an array'],
  [{ share: 0 }, 'must be at least 1'],
  [{ share: 11 }, 'must be at most 10'],
  [{ share: null }, 'must be a number'],
  [{ kind: 'other' }, 'must be one of: live, test'],
  [{ id: 'b' }, 'does not have the expected form'],
  [{ own: 'b' }, 'begins with a'],
  [{ one: null }, 'cannot be used'],
  [{ 'a\nb': 1, c: 2 }, 'must not have “a b”, “c”'],
])('invalid input is described without its value: %j %s', (change, words) => expect(wordsOf(change)).toEqual([words]));

test('a value is not repeated, nor more than three names', () => {
  expect(wordsOf({ kind: 'secret' })?.join()).not.toContain('secret');
  expect(wordsOf({ a: 1, b: 1, c: 1, d: 1 })).toEqual(['must not have “a”, “b”, “c”']);
});
