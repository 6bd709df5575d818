/** The files at the root that people and programs read before any code: their statements are true. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SERVER_INFO } from '../core/api/mcp/server-info.ts';
import { stageSettings } from '../lib/settings/stage-settings.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

const manifest = JSON.parse(read('package.json')) as { version: string; license: string; engines: { node: string } };

test('SECURITY.md names the support address of production', () => {
  expect(read('SECURITY.md')).toContain(`**${stageSettings('production').supportEmail}**`);
});

test('the version is the same everywhere', () => {
  const lock = JSON.parse(read('package-lock.json')) as { version: string; packages: { '': { version: string } } };
  const { version } = JSON.parse(read('server.json')) as { version: string };
  expect(new Set([manifest.version, lock.version, lock.packages[''].version, version, SERVER_INFO.version]).size).toBe(
    1,
  );
});

test('no license is granted before the owner chooses one', () => {
  expect(manifest.license).toBe('UNLICENSED');
  expect(read('README.md')).toContain('`UNLICENSED`');
  expect(existsSync(path.join(ROOT, 'LICENSE'))).toBe(false);
});

test('.nvmrc names a version that package.json allows', () => {
  expect(read('.nvmrc').split('.')[0]).toBe(manifest.engines.node);
});

test('the workflow runs what any CI runs, on the version of .nvmrc and with cfn-lint, with read rights only', () => {
  const workflow = read('.github/workflows/ci.yml');
  expect(workflow).toMatch(/^ +- run: \.ci\/run$/m);
  expect(workflow).toContain('node-version-file: .nvmrc');
  for (const [, version] of workflow.matchAll(/uses: \S+@(\S+)/g)) expect(version).toMatch(/^[0-9a-f]{40}$/);
  expect(read('.ci/run')).toContain('--require-hashes -r .ci/requirements.txt');
  expect(workflow).toMatch(/^permissions:\n {2}contents: read$/m);
  expect(workflow).not.toMatch(/secrets\.|pull_request_target/);
  expect(statSync(path.join(ROOT, '.ci/run')).mode & 0o111).not.toBe(0);
});

test('the changelog has a section for unreleased changes', () => {
  expect(read('CHANGELOG.md')).toMatch(/\n## \[Unreleased\]\n/);
});

test('AGENTS.md is one page', () => {
  expect(read('AGENTS.md').split(/\s+/).length).toBeLessThan(600);
});
