/** What work on an upload needs, and what a step of it ends with. A step says what becomes of the upload; work-on-upload.ts alone writes it. */
import type { Account } from '../accounts/plan.ts';
import type { ImportPorts } from '../catalog-import/import-catalog.ts';
import type { Catalog } from '../catalogs/catalog.ts';
import type { ListFile } from '../table-files/catalog-file.ts';
import type { Upload, UploadProblem, UploadState } from './upload.ts';
import type { UploadFiles, UploadStore } from './upload-store.ts';

export interface UploadWork extends ImportPorts {
  readonly uploads: UploadStore;
  readonly files: UploadFiles;
  readonly accounts: { readAccount(accountId: string): Promise<{ readonly value: Account } | undefined> };
}

export interface WorkTime {
  /** Aborted when the work has to end. Turning a file into its prepared form is not cut short. */
  readonly stop: AbortSignal;
  /** How long a file may be read for its preview: a longer read would delay other accounts' lists. */
  readonly lookMs: number;
}

/** An upload with what its step works on. */
export interface UploadStage {
  readonly upload: Upload;
  /** The catalog whose rows it is to replace; undefined when it replaces none, or when that is gone. */
  readonly replaced: Catalog | undefined;
  readonly file: ListFile;
  readonly time: WorkTime;
}

/** `more`: immediately. `busy`: the account's turn is taken, try again in seconds. `later`: another run has it, look again in a minute. */
export type WorkDone = 'done' | 'more' | 'busy' | 'later';

/** A word changes nothing; what ended with a catalog has its line in the trail. */
export type StepEnd =
  | WorkDone
  | { readonly failed: UploadProblem }
  | { readonly ended: 'complete' | 'cancelled' | 'replaced'; readonly catalog: Catalog }
  | { readonly change: Partial<UploadState> };
