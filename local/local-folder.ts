/**
 * Prepares the folder of the local run: it is created or emptied, and checked for write access before anything uses it.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, LocalError } from './process/local-error.ts';

/** @throws {LocalError} when there is no usable folder at `folder` */
export async function prepareLocalFolder(folder: string, { fresh }: { fresh: boolean }): Promise<void> {
  try {
    if (fresh) await rm(folder, { recursive: true, force: true });
    await mkdir(path.join(folder, 'logs'), { recursive: true, mode: 0o700 });
    const probe = path.join(folder, 'write-probe');
    await writeFile(probe, 'x');
    await rm(probe);
  } catch (error) {
    throw new LocalError(`${folder} ${whatIsWrong(error)}.`, { cause: error });
  }
}

function whatIsWrong(error: unknown): string {
  switch (errorCode(error)) {
    case 'EEXIST':
    case 'ENOTDIR':
      return 'is not a folder: move it away, the local service keeps its data there';
    case 'ENOSPC':
      return 'cannot be written: the disk is full';
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return 'cannot be written: the permissions forbid it';
    default:
      return `cannot be used (${errorCode(error) ?? String(error)})`;
  }
}
