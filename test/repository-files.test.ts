/** The files at the root that people and programs read before any code: their statements are true. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
  expect(read('.ci/run')).toContain('--require-hashes -r .ci/requirements.txt');
  expect(workflow).toMatch(/^permissions:\n {2}contents: read$/m);
  expect(workflow).not.toMatch(/secrets\.|pull_request_target/);
  expect(statSync(path.join(ROOT, '.ci/run')).mode & 0o111).not.toBe(0);
});

test('the actions of every workflow are pinned by commit', () => {
  for (const name of readdirSync(path.join(ROOT, '.github/workflows'))) {
    const used = [...read(`.github/workflows/${name}`).matchAll(/uses: \S+@(\S+)/g)].map(([, version]) => version);
    expect(used.length).toBeGreaterThan(0);
    for (const version of used) expect(version, name).toMatch(/^[0-9a-f]{40}$/);
  }
});

test('the deploy workflow checks, asks, deploys, calls and rolls back, with the account number and no secret', () => {
  const workflow = read('.github/workflows/deploy.yml');
  const steps = ['.ci/run', 'npm run preflight', 'npm run synth', 'cdk diff', 'cdk deploy', 'scripts/smoke-test'];
  const places = [...steps, 'live-versions restore'].map((step) => workflow.indexOf(step));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(workflow).not.toMatch(/secrets\.|pull_request/);
  expect(new Set([...workflow.matchAll(/vars\.(\w+)/g)].map(([, name]) => name))).toEqual(
    new Set(['AWS_REGION', 'AWS_ACCOUNT']),
  );
  expect(workflow).toMatch(/^permissions:\n {2}contents: read$/m);
  expect(workflow).toContain('environment: ${{ inputs.stage }}');
});

test('the deploy workflow notes which versions are served, and moves the aliases back to them', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'live-versions-'));
  const aws = [
    '#!/usr/bin/env bash',
    'echo "$*" >> calls',
    'case "$1 $2" in',
    String.raw`  'cloudformation list-stack-resources') printf 'arn:aws:lambda:r:1:function:stack-Mcp:live\tarn:aws:lambda:r:1:function:stack-V1:live\n' ;;`,
    '  "lambda get-alias") [ "$4" = stack-Mcp ] && echo 7 || echo 12 ;;',
    'esac',
  ];
  writeFileSync(path.join(folder, 'aws'), `${aws.join('\n')}\n`, { mode: 0o755 });
  const run = (args: readonly string[], input: string) =>
    execFileSync(path.join(ROOT, '.github/scripts/live-versions'), args, {
      cwd: folder,
      input,
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
    });
  try {
    const noted = run(['save', 'stack'], '');
    expect(noted).toBe('stack-Mcp 7\nstack-V1 12\n');
    run(['restore'], noted);
    expect(
      readFileSync(path.join(folder, 'calls'), 'utf8')
        .split('\n')
        .filter((call) => call.includes('update-alias')),
    ).toEqual([
      expect.stringMatching(/--function-name stack-Mcp --name live --function-version 7 --routing-config/),
      expect.stringMatching(/--function-name stack-V1 --name live --function-version 12 --routing-config/),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('every unreleased change is told once in the changelog, after the part that it is about', () => {
  const [, unreleased = ''] = /\n## \[Unreleased\]\n(.*?)\n## /su.exec(read('CHANGELOG.md')) ?? [];
  const entries = unreleased.split('\n').filter((line) => line.startsWith('- '));
  expect(entries.filter((entry) => !/^- [A-Z][a-zA-Z ]{2,24}: /u.test(entry))).toEqual([]);
  const beginnings = entries.map((entry) => entry.slice(0, 60));
  expect(beginnings.filter((beginning, at) => beginnings.indexOf(beginning) !== at)).toEqual([]);
});

test('AGENTS.md is one page', () => {
  expect(read('AGENTS.md').split(/\s+/).length).toBeLessThan(600);
});

test('every file that may be longer than the bounds of the linter exists', () => {
  const named = [...read('.oxlintrc.json').matchAll(/^ {8}"([a-z-]+\/[^"*]+\.tsx?)",?$/gm)].map(
    ([, file = '']) => file,
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
