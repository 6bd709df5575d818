/**
 * Caches bundles between runs of `npm start` and the tests: a bundle is reused while all its source files and the
 * installed packages are unchanged. A deploy always bundles anew.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PROJECT_FOLDER = path.resolve(import.meta.dirname, '../..');
/** npm's list of the installed packages. */
const INSTALLED = path.join(PROJECT_FOLDER, 'node_modules/.package-lock.json');
/** The modules that make bundles. */
const BUNDLERS = ['function-code.ts', 'join-start.ts'].map((name) => path.join(import.meta.dirname, name));

/** Bundles the module `entry` into a folder. @returns the files that went into it, relative to the working directory */
type Bundle = (entry: string, outputFolder: string) => readonly string[];

/** The digest of every file that a bundle depends on, by its path. */
type Digests = Readonly<Record<string, string>>;

/** Fills `outputFolder` with the bundle of `entry`, from `cacheFolder` if nothing has changed since it was made. */
export function bundleOnce(bundle: Bundle, cacheFolder: string, entry: string, outputFolder: string): void {
  const kept = path.join(cacheFolder, createHash('sha256').update(entry).digest('hex').slice(0, 16));
  if (isCurrent(kept)) {
    cpSync(path.join(kept, 'bundle'), outputFolder, { recursive: true });
    return;
  }
  const made = mkdtempSync(path.join(makeFolder(cacheFolder), 'making-'));
  const inputs = bundle(entry, path.join(made, 'bundle'));
  writeFileSync(path.join(made, 'inputs.json'), JSON.stringify(digestsOf(inputs)));
  cpSync(path.join(made, 'bundle'), outputFolder, { recursive: true });
  replace(kept, made);
}

function isCurrent(kept: string): boolean {
  const list = path.join(kept, 'inputs.json');
  if (!existsSync(list)) return false;
  const digests = JSON.parse(readFileSync(list, 'utf8')) as Digests;
  return Object.entries(digests).every(([file, digest]) => existsSync(file) && digestOf(file) === digest);
}

function digestsOf(inputs: readonly string[]): Digests {
  const own = inputs.map((file) => path.resolve(file)).filter((file) => !file.includes('/node_modules/'));
  return Object.fromEntries([...own, INSTALLED, ...BUNDLERS].map((file) => [file, digestOf(file)]));
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('base64');
}

function makeFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Another process may replace the same bundle concurrently, with the same content, while a third reads it. */
function replace(kept: string, made: string): void {
  if (isCurrent(kept)) {
    rmSync(made, { recursive: true });
    return;
  }
  rmSync(kept, { recursive: true, force: true });
  try {
    renameSync(made, kept);
  } catch (error) {
    rmSync(made, { recursive: true });
    if (!existsSync(kept)) throw error;
  }
}
