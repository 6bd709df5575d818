/**
 * Finds a Node of at least version 22 for checks that need one: the running one, or the npm package of Node 24
 * unpacked into node_modules/.cache. Without either it returns undefined, and tests are shown as skipped.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

const VERSION = '24.21.0';
const CACHE = path.resolve(import.meta.dirname, '../../../node_modules/.cache/node-24');

export function findModernNode(): string | undefined {
  return Number(process.versions.node.split('.')[0]) >= 22 ? process.execPath : findNode24();
}

/** Finds the Node that Lambda runs: the running one if it has that version, otherwise the npm package's. */
export function findNode24(): string | undefined {
  if (process.versions.node.startsWith('24.')) return process.execPath;
  const binary = path.join(CACHE, 'package', 'bin', 'node');
  if (existsSync(binary)) return binary;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  try {
    mkdirSync(CACHE, { recursive: true });
    const name = `node-${platform}-${process.arch}@${VERSION}`;
    const pack = execFileSync('npm', ['pack', name, '--silent'], { cwd: CACHE, encoding: 'utf8', timeout: 300_000 });
    execFileSync('tar', ['xzf', pack.trim().split('\n').at(-1) ?? ''], { cwd: CACHE });
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}
