import { expect, test } from 'vitest';
import { findUnlistedFolders } from '../../../tools/check-rooms/find-unlisted-folders.ts';

const FILES = ['core/http/a.ts', 'core/checks/a.ts', 'core/billing/a.ts', 'bin/a.ts', 'data/a.csv', 'README.md'];
const TEXTS = {
  readme: '| folder | role |\n|---|---|\n| `core/`, `bin/` | rules |\n| `data/` | data |\n',
  dependencyCruiser: "const FLOORS = [['billing']];\n",
  checkImports: 'depcruise core bin --config .dependency-cruiser.cjs',
};

test('folders that every list has, and no list of more, are accepted', () => {
  expect(findUnlistedFolders(FILES, TEXTS)).toEqual([]);
});

test('a new folder is missing in each list', () => {
  expect(findUnlistedFolders([...FILES, 'web/main.tsx', 'core/parlour/a.ts'], TEXTS)).toEqual([
    'README.md: does not list web/',
    'check:imports in package.json: does not list web/',
    'FLOORS in .dependency-cruiser.cjs: does not list core/parlour/',
  ]);
});

test('a folder that is listed but empty is named in each list', () => {
  const files = FILES.filter((file) => !/^(?:bin|data|core\/billing)\//.test(file));
  expect(findUnlistedFolders(files, TEXTS)).toEqual([
    'README.md: lists bin/, which is empty',
    'README.md: lists data/, which is empty',
    'check:imports in package.json: lists bin/, which is empty',
    'FLOORS in .dependency-cruiser.cjs: lists core/billing/, which is empty',
  ]);
});
