/**
 * Makes a release: CI checks, changelog section, version numbers, commit, SBOM and tag. Nothing is pushed. If it is
 * killed after the commit, the same command continues; if before, discard the changes with git.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hasVersion, notesOf, releasedChangelog, type Release } from './changelog.ts';
import { compareVersions, isVersion, withVersion } from './version.ts';

/** Changed in addition to package.json and its lock. */
const NAMES_VERSION = ['server.json', 'docs/openapi.json', 'core/api/mcp/server-info.ts'];
const CHANGELOG = 'CHANGELOG.md';

/**
 * @param folder the checkout
 * @returns the file with the SBOM, which is not committed
 * @throws {Error} when the release cannot be made; the message is a sentence
 */
export function makeRelease(folder: string, release: Release): string {
  const { version } = release;
  if (!isVersion(version)) throw new Error(`"${version}" is not a version such as 1.2.3.`);
  if (git(folder, 'status', '--porcelain') !== '') throw new Error('Commit or discard your changes first.');
  if (git(folder, 'tag', '--list', `v${version}`) !== '') throw new Error(`v${version} is already released.`);
  const changelog = readFileSync(path.join(folder, CHANGELOG), 'utf8');
  if (!hasVersion(changelog, version)) commitRelease(folder, release, changelog);
  const parts = listParts(folder, version);
  const notes = notesOf(readFileSync(path.join(folder, CHANGELOG), 'utf8'), version);
  git(folder, 'tag', '--annotate', `v${version}`, '--cleanup=verbatim', '--message', `${version}\n\n${notes}`);
  return parts;
}

function commitRelease(folder: string, release: Release, changelog: string): void {
  const { version } = release;
  const current = currentVersion(folder);
  if (compareVersions(version, current) < 0) throw new Error(`${version} is older than ${current}.`);
  const released = releasedChangelog(changelog, release);
  run(folder, path.join(folder, '.ci/run'));
  writeFileSync(path.join(folder, CHANGELOG), released);
  run(folder, 'npm', 'version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts');
  for (const file of NAMES_VERSION) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    writeFileSync(path.join(folder, file), withVersion(text, [current, version]));
  }
  const why = 'Its changes are in CHANGELOG.md, under its number.';
  git(folder, 'commit', '--quiet', '--all', '--message', `Release ${version}\n\n${why}`);
}

/** Writes the SBOM of the production dependencies in CycloneDX format. */
function listParts(folder: string, version: string): string {
  const file = path.join(folder, 'reports', `product-data-mcp-server-${version}.cdx.json`);
  const parts = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, parts);
  return file;
}

function currentVersion(folder: string): string {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  return version;
}

function run(folder: string, program: string, ...args: readonly string[]): void {
  execFileSync(program, args, { cwd: folder, stdio: 'inherit' });
}

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
}
