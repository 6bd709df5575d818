import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprintOf } from '../../../tools/check/fingerprint.ts';

let root = '';

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'fingerprint-'));
  for (const folder of ['lib', 'node_modules', '.local']) await mkdir(path.join(root, folder));
  for (const file of ['lib/a.ts', 'package.json', 'page.md', 'node_modules/.package-lock.json', '.local/made.json'])
    await writeFile(path.join(root, file), 'as it was');
});
afterEach(() => rm(root, { recursive: true }));

const withoutProse = (): string => fingerprintOf(root, (file) => !file.endsWith('.md'));

test.each([
  ['changes', () => writeFile(path.join(root, 'lib/a.ts'), 'as it is!')],
  ['comes', () => writeFile(path.join(root, 'lib/b.ts'), '')],
  ['goes', () => rm(path.join(root, 'lib/a.ts'))],
  ['of the project itself changes', () => writeFile(path.join(root, 'package.json'), 'as it is!')],
  ['is installed', () => writeFile(path.join(root, 'node_modules/.package-lock.json'), 'as it is!')],
])('the fingerprint changes if a file %s', async (_, change) => {
  const before = withoutProse();
  await change();
  expect(withoutProse()).not.toBe(before);
});

test.each([
  ['is not read by the check', () => writeFile(path.join(root, 'page.md'), 'as it is!')],
  ['is created by a run', () => writeFile(path.join(root, '.local/made.json'), 'as it is!')],
  ['is rewritten unchanged', () => writeFile(path.join(root, 'lib/a.ts'), 'as it was')],
])('the fingerprint stays if a file %s', async (_, change) => {
  const before = withoutProse();
  await change();
  expect(withoutProse()).toBe(before);
});

test('a broken link is skipped', async () => {
  await symlink('nowhere', path.join(root, 'lib/link'));
  expect(withoutProse()).toMatch(/^[0-9a-f]{64}$/);
});
