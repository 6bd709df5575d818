/**
 * Installs Python programs from pinned hashes into a virtual environment in node_modules/.cache, for the commands that
 * run what others wrote.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CACHE = path.resolve(import.meta.dirname, '../node_modules/.cache');
const OLDEST = { major: 3, minor: 10 };

/** Returns the name of a Python 3.10 or newer, undefined if the machine has none. */
export async function findPython(): Promise<string | undefined> {
  for (const name of ['python3', 'python']) {
    const version = await run(name, ['-c', 'import sys; print(*sys.version_info[:2])']).catch(() => undefined);
    const [major = 0, minor = 0] = (version?.stdout ?? '').trim().split(' ').map(Number);
    if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return name;
  }
  return undefined;
}

/**
 * Installs once for each content of the file.
 * @param requirements a file in which every package has a version and its hashes
 * @returns the folder with the programs
 */
export async function installPrograms(python: string, name: string, requirements: string): Promise<string> {
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = path.join(CACHE, `${name}-${hash}`);
  const done = path.join(folder, 'complete');
  const bin = path.join(folder, 'bin');
  if (existsSync(done)) return bin;
  rmSync(folder, { recursive: true, force: true });
  await run(python, ['-m', 'venv', folder]);
  await run(path.join(bin, 'pip'), ['install', '--quiet', '--no-deps', '--require-hashes', '-r', requirements]);
  writeFileSync(done, '');
  return bin;
}
