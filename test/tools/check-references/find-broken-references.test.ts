import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBrokenReferences } from '../../../tools/check-references/find-broken-references.ts';
import { readProject } from '../../../tools/check-references/read-project.ts';

const SOUND: Readonly<Record<string, string>> = {
  'package.json': '{ "scripts": { "test": "", "admin": "", "docs:errors": "" } }',
  'README.md': '# Readme\n\nSee [the rules](docs/rules.md#4-what-holds) and `npm test`.\n',
  'docs/rules.md': '# Rules\n\n## 4 What holds\n\n### 4.2 Here\n\n- **5.8** Revoking.\n',
  'docs/decisions/0032-one.md': '# 0032 One\n',
  'bin/admin/index/items.ts': "new Command('items').addCommand(new Command('reindex'));\n",
  'lib/rules.ts': 'export const one = 1;\n',
};

function problems(planted: Readonly<Record<string, string>>): readonly string[] {
  const project = new Map(Object.entries({ ...SOUND, ...planted }));
  return findBrokenReferences(project).map(({ file, line, problem }) => `${file}:${line}: ${problem}`);
}

const inComment = (words: string) => problems({ 'lib/planted.ts': ['/**', ` * ${words}`, ' */', ''].join('\n') });
const inPage = (words: string) => problems({ 'docs/planted.md': `# Planted\n\n${words}\n` });

test('the files of a folder are read under their names, and dependencies are not', () => {
  const project = readProject(path.resolve(import.meta.dirname, '../../..'));
  expect(project.get('docs/reference/behavior.md')).toContain('# Behavior');
  expect([...project.keys()].filter((file) => file.includes('node_modules'))).toEqual([]);
});

describe('a planted broken reference is found, with its place:', () => {
  test.each([
    ['a file', 'Decided in gone-rule.ts.', 'gone-rule.ts: no such file'],
    ['a file in another folder', 'Decided in docs/lib/rules.ts.', 'docs/lib/rules.ts: no such file'],
    ['a page', 'The rule of docs/gone.md 4.2.', 'docs/gone.md: no such file'],
    ['a folder', 'Everything in lib/gone is old.', 'lib/gone: no such folder'],
    ['a section', 'The rule of docs/rules.md 4.3.', 'docs/rules.md has no section 4.3'],
    ['the second of two sections', 'See docs/rules.md 4.2 and 9.', 'docs/rules.md has no section 9'],
    ['a rule by its number', 'See docs/rules.md 5.9.', 'docs/rules.md has no section 5.9'],
    ['an anchor', 'See docs/rules.md#gone.', 'docs/rules.md has no heading #gone'],
    ['a decision', 'As in decision 0099.', 'decision 0099: no such decision'],
    ['an npm script', 'Run `npm run docs:gone`.', 'npm has no script docs:gone'],
    ['a noun of the operator', 'Run `npm run admin -- --stage local gone list`.', 'admin has no command gone list'],
    ['a verb of the operator', 'Run `npm run admin -- items gone`.', 'admin has no command items gone'],
    ['a verb of the operator, in short', 'Run `admin items gone`.', 'admin has no command items gone'],
  ])('%s', (_what, words, problem) => {
    expect(inComment(words)).toEqual([`lib/planted.ts:2: ${problem}`]);
    expect(inPage(words)).toEqual([`docs/planted.md:3: ${problem}`]);
  });

  test.each([
    ['a link', '[Rules](gone.md)', 'gone.md: no such file'],
    ['a link into the page itself', '[Below](#gone)', 'docs/planted.md has no heading #gone'],
    ['the anchor of a link', '[Rules](rules.md#gone)', 'docs/rules.md has no heading #gone'],
  ])('%s', (_what, words, problem) => {
    expect(inPage(words)).toContain(`docs/planted.md:3: ${problem}`);
  });

  test('a section number on the next line of a comment', () => {
    const text = ['/**', ' * The rule of docs/rules.md', ' * 4.3.', ' */'].join('\n');
    expect(problems({ 'lib/planted.ts': text })).toEqual(['lib/planted.ts:2: docs/rules.md has no section 4.3']);
  });

  test('a committed merge conflict', () => {
    expect(inPage('<<<<<<< HEAD')).toEqual(['docs/planted.md:3: unresolved merge conflict']);
  });

  test('a comment after code', () => {
    expect(problems({ 'lib/planted.ts': ['const a = 1;', '// see gone.ts'].join(' ') })).toEqual([
      'lib/planted.ts:1: gone.ts: no such file',
    ]);
  });
});

test.each([
  'See docs/rules.md 4.2 and 5.8, lib/rules.ts, rules.ts, decision 0032, #4-what-holds.',
  'Run `npm test`, `npm run docs:errors`, `npm run admin -- --stage local items reindex`, `admin items reindex`.',
  'Any `<tool-name>.ts`, every `*.test.ts`, https://example.com/gone.md, core/*.ts',
])('an existing target, a pattern and an address are not reported: %s', (words) => {
  expect(inComment(words)).toEqual([]);
  expect(inPage(words)).toEqual([]);
});

test('strings in code may name anything', () => {
  expect(problems({ 'lib/planted.ts': "export const name = 'gone.ts';\n" })).toEqual([]);
});
