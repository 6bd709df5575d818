/** The ports of uploads: their rows, their parts, the queue of work on them. */
import type { AuditLine } from '../accounts/audit-line.ts';
import type { ListFile } from '../table-files/catalog-file.ts';
import type { Upload, UploadKey, UploadState } from './upload.ts';

export interface UploadStore {
  create(upload: Upload): Promise<void>;
  /** Undefined when the account has no such upload, or no longer. Consistent, as all reads here. */
  read(key: UploadKey): Promise<Upload | undefined>;
  /** The newest first. */
  list(accountId: string, limit: number): Promise<readonly Upload[]>;
  /** Counts a part in; a second time changes nothing. Undefined when the upload does not receive parts any more. */
  receive(key: UploadKey, part: number): Promise<Upload | undefined>;
  /**
   * Writes the change with its line in the trail, or nothing at all.
   * @returns the upload as it is now; undefined when it was changed since it was read
   */
  change(upload: Upload, change: Partial<UploadState>, nowMs: number, audit?: AuditLine): Promise<Upload | undefined>;
  /** Takes the account's turn for one run, until it ends it or its time is over. False when another run has it. */
  takeTurn(key: UploadKey, run: string, time: { readonly nowMs: number; readonly untilMs: number }): Promise<boolean>;
  /** Nothing is done when the run does not have the turn any more. */
  endTurn(key: UploadKey, run: string): Promise<void>;
}

/** Where the parts of uploads are put; names of ours alone make their keys. */
export interface UploadParts {
  /** Putting the same part again changes nothing. */
  put(key: UploadKey, part: number, bytes: Uint8Array): Promise<void>;
}

/** The files that uploads are made of. */
export interface UploadFiles {
  /** The upload as the file of a list, for as long as `use` runs. It is fetched when it is opened, not before. */
  withFile<T>(upload: Upload, use: (file: ListFile) => Promise<T>): Promise<T>;
}

/** The queue of uploads that something is to be done with; what, their status says. */
export interface UploadQueue {
  send(key: UploadKey, delaySeconds?: number): Promise<void>;
}
