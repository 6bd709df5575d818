/** The ports of uploads: their rows, their parts, the queue of work on them. */
import type { AuditLine } from '../accounts/audit-line.ts';
import type { ListFile } from '../table-files/catalog-file.ts';
import type { Upload, UploadChange, UploadKey } from './upload.ts';

export interface UploadStore {
  create(upload: Upload): Promise<void>;
  /** Undefined when the account has no such upload, or no longer. Consistent, as all reads here. */
  read(key: UploadKey): Promise<Upload | undefined>;
  /** Newest first. */
  list(accountId: string, limit: number): Promise<readonly Upload[]>;
  /** Notes a received part; safe to repeat. Undefined when the upload does not receive parts any more. */
  receive(key: UploadKey, part: number): Promise<Upload | undefined>;
  /**
   * Writes the change with its line in the trail, or nothing at all.
   * @returns the upload as it is now; undefined when it was changed since it was read
   */
  change(upload: Upload, change: UploadChange, nowMs: number, audit?: AuditLine): Promise<Upload | undefined>;
  /** Claims the account's turn for one run, until the run releases it or its time is over. Returns false when another run has it. */
  takeTurn(key: UploadKey, run: string, time: { readonly nowMs: number; readonly untilMs: number }): Promise<boolean>;
  /** Does nothing when the run has lost the turn. */
  endTurn(key: UploadKey, run: string): Promise<void>;
}

/** Stores the parts of uploads; their keys consist of the service's ids only. */
export interface UploadParts {
  /** Putting the same part again changes nothing. */
  put(key: UploadKey, part: number, bytes: Uint8Array): Promise<void>;
}

/** The files of uploads. */
export interface UploadFiles {
  /** The upload as the file of a list, for as long as `use` runs. It is fetched when it is opened, not before. */
  withFile<T>(upload: Upload, use: (file: ListFile) => Promise<T>): Promise<T>;
}

/** The queue of uploads with work to do; their status says which work. */
export interface UploadQueue {
  send(key: UploadKey, delaySeconds?: number): Promise<void>;
}
