/** What a check has seen, as one hash: while it is the same, so is what the check says. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesOf } from '../check-references/read-project.ts';

/** npm writes it with each install. */
const INSTALLED = 'node_modules/.package-lock.json';

/**
 * Of every file of the project, of the installed packages and of Node.
 * @param root the project's folder
 * @param isSeen false for the files that the check does not read, by their path from the root
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
    // A link that leads nowhere, or to a folder: no check reads it.
    return Buffer.alloc(0);
  }
}
