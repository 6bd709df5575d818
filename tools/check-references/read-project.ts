/** Lists the project's files, and reads those whose prose is checked. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Texts by path from the project root, with `/`; undefined for a file whose prose is not checked. */
export type Project = ReadonlyMap<string, string | undefined>;

const NOT_OURS = new Set(['node_modules', '.git', '.local', '.stryker-tmp', 'cdk.out', 'coverage', 'reports']);
/** Packed data, which is larger than all other files together. */
const PACKED = /^core\/[^/]+\/packed-[^/]+\.ts$/;
/** Links in these pages are site paths and placeholders, which the browser tests check. */
const PAGE_OF_THE_SITE = /^web\/.*\.md$/;
const READ = /\.(md|ts|cjs|json)$/;

export function readProject(root: string): Project {
  return new Map(filesOf(root).map((file) => [file, isRead(file) ? textOf(path.join(root, file)) : undefined]));
}

/** Returns the paths of the project's files, without installed or generated folders. */
export function filesOf(root: string): readonly string[] {
  return filesIn(root, '');
}

function isRead(file: string): boolean {
  return (
    file === 'package.json' ||
    (READ.test(file) && !file.endsWith('.json') && !PACKED.test(file) && !PAGE_OF_THE_SITE.test(file))
  );
}

function textOf(file: string): string {
  return readFileSync(file, 'utf8');
}

function filesIn(root: string, folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesIn(root, name);
    return [name];
  });
}
