/**
 * A copy of the project with a stage's row filled in, as an operator has it: the run edits settings, which are not
 * options of a command. The copy shares node_modules and has the files that git knows.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const SETTINGS = 'lib/settings/stage-settings.ts';

export async function copyProject(folder: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    maxBuffer: 2 ** 26,
  });
  const needed = stdout
    .split('\0')
    .filter((file) => /^(adapters|bin|core|data|docs|functions|lib|local|tools|web)\/|^[^/]+$/.test(file));
  for (const file of needed) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await cp(path.join(ROOT, file), target, { dereference: true }).catch((error: NodeJS.ErrnoException) => {
      // Git still knows a file that was deleted since the last commit.
      if (error.code !== 'ENOENT') throw error;
    });
  }
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
}

/**
 * Replaces texts in the stages' rows.
 * @throws {Error} when one is not there, because the run would then deploy another row than it says
 */
export async function editSettings(folder: string, changes: readonly (readonly [string, string])[]): Promise<void> {
  const file = path.join(folder, SETTINGS);
  let text = await readFile(file, 'utf8');
  for (const [old, replacement] of changes) {
    if (!text.includes(old)) throw new Error(`${SETTINGS} no longer contains ${old}: change tools/emulated with it.`);
    text = text.replaceAll(old, replacement);
  }
  await writeFile(file, text);
}
