/**
 * `npm run check:commits`: every commit that main does not have yet has a subject of at most 72 characters and a body
 * that says why. Takes another range as an argument; the hook `commit-msg` passes the file of one message.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { faultsOf } from './check-commits/message-faults.ts';
import { program } from '../bin/program/program.ts';

/** What a clone of the project's host calls main. */
const UPSTREAM = 'origin/main';

const { args } = program('npm run check:commits --', 'Check subjects and bodies of commits')
  .argument('[range-or-file]', `a range of git, or a file with one message; by default ${UPSTREAM}..HEAD`)
  .parse();
const [wanted] = args;

const messages =
  wanted !== undefined && existsSync(wanted) ? [['this commit', readFileSync(wanted, 'utf8')]] : committed();
const faulty = messages.flatMap(([name = '', message = '']) => faultsOf(message).map((fault) => `${name}: ${fault}`));
for (const line of faulty) console.error(line);
if (faulty.length > 0) process.exitCode = 1;
else if (wanted === undefined) console.log(`${messages.length} commits have a short subject and a body.`);

function committed(): string[][] {
  const range = wanted ?? `${hasUpstream() ? UPSTREAM : 'HEAD'}..HEAD`;
  const said = execFileSync('git', ['log', '--no-merges', '--format=%h%x00%B%x01', range], { encoding: 'utf8' });
  return said
    .split('\x01')
    .map((entry) => entry.trim().split('\0'))
    .filter(([name]) => name !== '');
}

function hasUpstream(): boolean {
  try {
    execFileSync('git', ['rev-parse', '--verify', '--quiet', UPSTREAM], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
