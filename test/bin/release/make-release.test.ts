// Slow: starts processes.
/** Releases of a small project, with the real git and npm. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasVersion, notesOf, releasedChangelog } from '../../../bin/release/changelog.ts';
import { makeRelease } from '../../../bin/release/make-release.ts';
import { compareVersions, isVersion } from '../../../bin/release/version.ts';

const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A new tool.\n';
const RELEASE = { version: '0.2.0', date: '2026-11-23' };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'release-'));
  const lock = { name: 'small', version: '0.1.0', lockfileVersion: 3, requires: true };
  write('package.json', JSON.stringify({ name: 'small', version: '0.1.0', private: true }));
  write('package-lock.json', JSON.stringify({ ...lock, packages: { '': { name: 'small', version: '0.1.0' } } }));
  write('server.json', '{\n  "version": "0.1.0"\n}\n');
  write('docs/openapi.json', '{ "openapi": "3.1.0", "info": { "version": "0.1.0" } }\n');
  write('core/api/mcp/server-info.ts', "export const SERVER_INFO = { version: '0.1.0' };\n");
  write('CHANGELOG.md', CHANGELOG);
  write('.gitignore', 'reports/\n');
  write('.ci/run', '#!/bin/sh\nexit 0\n');
  chmodSync(path.join(folder, '.ci/run'), 0o755);
  git('init', '--quiet');
  git('config', 'user.name', 'A tester');
  git('config', 'user.email', 'tester@test.example');
  commit('Begin');
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

function read(file: string): string {
  return readFileSync(path.join(folder, file), 'utf8');
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
}

function commit(message: string): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
}

describe('a release', () => {
  test('names its version everywhere, in one commit with a tag that lists the changes', () => {
    makeRelease(folder, RELEASE);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '-1', '--format=%s')).toBe('Release 0.2.0');
    // The rule of commits asks for a body.
    expect(git('log', '-1', '--format=%b')).not.toBe('');
    const files = [
      'package.json',
      'package-lock.json',
      'server.json',
      'docs/openapi.json',
      'core/api/mcp/server-info.ts',
    ];
    for (const file of files) expect(read(file)).toMatch(/version"?: ?["']0\.2\.0/);
    expect(read('CHANGELOG.md')).toContain('## [Unreleased]\n\n## [0.2.0] - 2026-11-23\n\n### Added\n\n- A new tool.');
    expect(git('tag', '--list', '--format=%(contents)', 'v0.2.0')).toBe('0.2.0\n\n### Added\n\n- A new tool.');
  });

  test('lists its parts in a file that is not committed', () => {
    const parts = makeRelease(folder, RELEASE);
    const { bomFormat, metadata } = JSON.parse(readFileSync(parts, 'utf8')) as {
      bomFormat: string;
      metadata: { component: { version: string } };
    };
    expect([bomFormat, metadata.component.version]).toEqual(['CycloneDX', '0.2.0']);
    expect(git('ls-files', 'reports')).toBe('');
  });

  test('resumes if it was killed between the commit and the tag', () => {
    makeRelease(folder, RELEASE);
    git('tag', '--delete', 'v0.2.0');
    makeRelease(folder, RELEASE);
    expect(git('rev-list', '--count', 'HEAD')).toBe('2');
    expect(git('tag', '--list')).toBe('v0.2.0');
  });

  test('may keep the package’s version if it is the first', () => {
    makeRelease(folder, { ...RELEASE, version: '0.1.0' });
    expect(git('tag', '--list')).toBe('v0.1.0');
  });
});

describe('a release is refused', () => {
  test.each([
    ['an invalid version', '1.0', /not a version/],
    ['a version with a leading zero', '0.02.0', /not a version/],
    ['an earlier version', '0.0.9', /0\.0\.9 is older than 0\.1\.0/],
  ])('for %s', (_, version, message) => {
    expect(() => makeRelease(folder, { ...RELEASE, version })).toThrow(message);
    expect(git('rev-list', '--count', 'HEAD')).toBe('1');
  });

  test('with uncommitted changes', () => {
    write('server.json', '{}');
    expect(() => makeRelease(folder, RELEASE)).toThrow(/Commit or discard/);
  });

  test('a second time', () => {
    makeRelease(folder, RELEASE);
    expect(() => makeRelease(folder, RELEASE)).toThrow('v0.2.0 is already released.');
  });

  test('if the checks fail, and everything stays as it was', () => {
    write('.ci/run', '#!/bin/sh\nexit 1\n');
    commit('Break it');
    expect(() => makeRelease(folder, RELEASE)).toThrow();
    expect([git('status', '--porcelain'), git('tag', '--list')]).toEqual(['', '']);
  });

  test('without an entry about the changes', () => {
    write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-01-01\n\n- Begun.\n');
    commit('Nothing');
    expect(() => makeRelease(folder, RELEASE)).toThrow(/no unreleased changes/);
  });
});

test('the second release keeps the notes of the first', () => {
  const first = releasedChangelog(CHANGELOG, RELEASE);
  const more = first.replace('## [Unreleased]\n', '## [Unreleased]\n\n- More.\n');
  const second = releasedChangelog(more, { version: '0.3.0', date: '2026-12-01' });
  expect([hasVersion(second, '0.2.0'), hasVersion(second, '0.3.0'), hasVersion(second, '0.4.0')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(notesOf(second, '0.3.0')).toBe('- More.');
  expect(notesOf(second, '0.2.0')).toBe('### Added\n\n- A new tool.');
});

test('versions are compared numerically', () => {
  expect(compareVersions('0.10.0', '0.9.9')).toBeGreaterThan(0);
  expect(compareVersions('1.0.0', '1.0.0')).toBe(0);
  expect(isVersion('1.2.3-beta')).toBe(false);
});
