/** The ports and results of the steps of an upload. A step returns its changes; only work-on-upload.ts writes them. */
import type { BillingReports } from '../../access/administration/billing-standing.ts';
import type { Account } from '../../billing/accounts/account.ts';
import type { ImportPorts } from '../import/import-catalog.ts';
import type { Catalog } from '../rows/catalog.ts';
import type { CatalogFile } from '../files/catalog-file.ts';
import type { Upload, UploadProblem, UploadState } from './upload.ts';
import type { UploadFiles, UploadStore } from './upload-store.ts';

export interface UploadImportPorts extends ImportPorts {
  readonly uploads: UploadStore;
  readonly files: UploadFiles;
  /** For whether the account may be billed. */
  readonly reports: BillingReports;
  readonly accounts: { readAccount(accountId: string): Promise<{ readonly value: Account } | undefined> };
}

export interface WorkTime {
  /** The signal that the work must end. It does not interrupt the preparation of a file. */
  readonly stop: AbortSignal;
  /** How long a file may be read for its preview, because a longer read would delay other accounts' files. */
  readonly previewMs: number;
}

/** An upload with the data that its step works on. */
export interface UploadStage {
  readonly upload: Upload;
  /** The catalog whose rows the upload replaces; undefined if it replaces none, or if that catalog is gone. */
  readonly replaced: Catalog | undefined;
  readonly file: CatalogFile;
  readonly time: WorkTime;
}

/**
 * `more`: continue immediately. `busy`: the account's turn is taken, retry in seconds. `later`: another run works on
 * it, retry in a minute.
 */
export type WorkDone = 'done' | 'more' | 'busy' | 'later';

/** `unchanged` writes nothing; `ended` also writes an audit line. */
export type StepEnd =
  | { readonly kind: 'unchanged'; readonly work: WorkDone }
  | { readonly kind: 'failed'; readonly problem: UploadProblem }
  | { readonly kind: 'ended'; readonly end: 'complete' | 'cancelled' | 'replaced'; readonly catalog: Catalog }
  | { readonly kind: 'changed'; readonly change: Partial<UploadState> };
