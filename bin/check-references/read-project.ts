/** The files that may be named, and the text of those that name others. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Texts by path from the project's root, `/` between folders; undefined for a file that names nothing. */
export type Project = ReadonlyMap<string, string | undefined>;

const NOT_OURS = new Set(['node_modules', '.git', '.local', '.stryker-tmp', 'cdk.out', 'coverage', 'reports']);
/** Data, not prose: larger than all other files together. */
const PACKED = /^core\/[^/]+\/packed-[^/]+\.ts$/;
/** Their links are paths of the site and placeholders; the browser's test opens the pages. */
const PAGE_OF_THE_SITE = /^web\/.*\.md$/;
const READ = /\.(md|ts|cjs|json)$/;

export function readProject(root: string): Project {
  return new Map(filesOf(root).map((file) => [file, isRead(file) ? textOf(path.join(root, file)) : undefined]));
}

/** The paths of the project's files from its root, without what is installed or made. */
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
