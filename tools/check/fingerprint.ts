/** Hashes everything that a check reads; while the hash is unchanged, so is the result of the check. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesOf } from '../check-references/read-project.ts';

/** npm writes this file with each install. */
const INSTALLED = 'node_modules/.package-lock.json';

/**
 * Hashes the project's files, the installed packages and the Node version.
 * @param isSeen returns false for files that the check does not read, given by their path from the root
 */
export function fingerprintOf(root: string, isSeen: (file: string) => boolean): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of [...filesOf(root).filter(isSeen).sort(), INSTALLED]) {
    const content = contentOf(path.join(root, file));
    hash.update(`\n${file}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    // No check reads a broken link or a link to a folder.
    return Buffer.alloc(0);
  }
}
