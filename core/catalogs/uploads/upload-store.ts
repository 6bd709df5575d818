/** Ports: the stored uploads, their parts, and the queue of work on them. */
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import type { CatalogFile } from '../files/catalog-file.ts';
import type { Upload, UploadChange, UploadKey } from './upload.ts';

export interface UploadStore {
  create(upload: Upload): Promise<void>;
  /** Returns undefined if the account has no such upload or it expired. All reads here see every finished write. */
  read(key: UploadKey): Promise<Upload | undefined>;
  /** Newest first. */
  list(accountId: string, limit: number): Promise<readonly Upload[]>;
  /** Stores that a part was received; safe to repeat. Returns undefined if the upload no longer receives parts. */
  receive(key: UploadKey, part: number): Promise<Upload | undefined>;
  /**
   * Writes the change together with its audit line, or nothing.
   * @returns the changed upload; undefined if it was changed since it was read
   */
  change(upload: Upload, change: UploadChange, nowMs: number, audit?: AuditLine): Promise<Upload | undefined>;
  /**
   * Claims the account's turn for one run, until the run releases it or its time is over. Returns false when another
   * run has it.
   */
  takeTurn(key: UploadKey, run: string, time: { readonly nowMs: number; readonly untilMs: number }): Promise<boolean>;
  /** Does nothing if the run has lost the turn. */
  endTurn(key: UploadKey, run: string): Promise<void>;
}

/** Stores the parts of uploads, under keys made only of the service's ids. */
export interface UploadParts {
  /** Safe to repeat with the same part. */
  put(key: UploadKey, part: number, bytes: Uint8Array): Promise<void>;
}

export interface UploadFiles {
  /** Provides the upload's file while `use` runs. The file is fetched when it is opened. */
  withFile<T>(upload: Upload, use: (file: CatalogFile) => Promise<T>): Promise<T>;
}

/** The queue of uploads with work to do; the status of an upload says which work. */
export interface UploadQueue {
  send(key: UploadKey, delaySeconds?: number): Promise<void>;
}
