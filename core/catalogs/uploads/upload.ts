/**
 * A file that a person uploads in the dashboard to create or replace a catalog. It is sent in parts whose sizes follow
 * from the announced size, so that neither a part nor their sum can be larger. Its states:
 *
 *   receiving → previewing → previewed → importing → ended                       a new catalog
 *                  ↑____________|            ↘ compared → replacing → ended      a replaced catalog
 *   failed: with a reason; the same file may be uploaded again.   abandoned: by a person.
 */
import * as z from 'zod/mini';
import type { CatalogKey, CatalogRow, DecideCounts, RowOutcome } from '../rows/catalog.ts';
import type { FileComparison } from '../import/compare-files.ts';
import type { FileOptions } from '../import/open-file.ts';
import type { SpoiledCounts, SpoiledKind } from '../import/preview-file.ts';
import type { ReadSheet } from '../import/read-sheets.ts';
import type { RowField } from '../files/recognize-columns.ts';
import type { TableFile } from '../files/table-file.ts';
import { randomAlphanumeric } from '../../identifiers.ts';
import { DAY_MS } from '../../time.ts';

/** In base64 with its envelope, a part stays below Lambda's limit of 6 MB. */
export const PART_BYTES = 4 * 1024 * 1024;
/** About 500,000 rows. */
export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024;
/** The parts are deleted after a day. */
export const UPLOAD_MS = DAY_MS;

const UPLOAD_ID_PATTERN = /^upl_[0-9a-z]{9}[A-Za-z0-9]{16}$/;
export const uploadIdSchema = z.string().check(z.regex(UPLOAD_ID_PATTERN, { error: 'There is no such upload.' }));

/** Ids sort by the time of their creation. */
export function newUploadId(nowMs: number): string {
  return `upl_${nowMs.toString(36).padStart(9, '0')}${randomAlphanumeric(16)}`;
}

export const UPLOAD_STATUSES = [
  'receiving',
  'previewing',
  'previewed',
  'importing',
  'compared',
  'replacing',
  'ended',
  'failed',
  'abandoned',
] as const;
export type UploadStatus = (typeof UPLOAD_STATUSES)[number];

/** Identifies an upload, always with its account. */
export interface UploadKey {
  readonly accountId: string;
  readonly uploadId: string;
}

export interface UploadState {
  readonly status: UploadStatus;
  /** The person who took the last manual step. */
  readonly personId: string;
  /** The person's options for reading the file. */
  readonly options: FileOptions;
  /** How the file is understood, once it is previewed. */
  readonly preview: UploadPreview | null;
  readonly problem: UploadProblem | null;
  /** The target of the rows, once it exists: a catalog or a replacement. */
  readonly catalogId: string | null;
  /** The size of the prepared form, which an import's progress is measured by. */
  readonly preparedBytes: number | null;
  readonly comparison: UploadComparison | null;
  readonly end: 'complete' | 'cancelled' | 'replaced' | 'same_file' | null;
}

export type UploadChange = Partial<UploadState> & Partial<Pick<Upload, 'replaces'>>;

export interface Upload extends UploadKey, UploadState {
  /** Counts the changes of the state. */
  readonly revision: number;
  /** The file's name without control characters. It is shown, but never part of a path or a key. */
  readonly name: string;
  /** The catalog to replace, which the person may change until the import starts. */
  readonly replaces: string | null;
  /** The announced size; parts that do not add up to it are refused. */
  readonly bytes: number;
  readonly received: readonly number[];
  readonly createdAtMs: number;
  readonly changedAtMs: number;
}

export interface UploadPreview {
  readonly file: Pick<TableFile, 'format' | 'encoding' | 'delimiter' | 'sheet' | 'isPacked'>;
  /** Of a workbook: what each sheet holds. */
  readonly sheets: readonly ReadSheet[];
  /** Rows of the file before the first row of data. */
  readonly rowsBefore: number;
  readonly headings: readonly string[];
  /** The columns that are used, by index. */
  readonly columns: readonly { readonly place: number; readonly field: RowField }[];
  /** If the index decided what the columns mean: how many of the tried rows it found. */
  readonly chosen: { readonly found: number; readonly rows: number } | null;
  readonly rows: readonly PreviewRow[];
  readonly outcomes: Readonly<Partial<Record<RowOutcome, number>>>;
  /** How many of the rows a person must decide on. */
  readonly toDecide: DecideCounts;
  /** How many of the rows a spreadsheet changed the number of. */
  readonly spoiled: SpoiledCounts;
  /** Whether these are all rows of the file. */
  readonly isWhole: boolean;
  /**
   * The rows of the whole file, and whether it has more than were counted; null for an upload of an earlier version.
   */
  readonly inFile: { readonly rows: number; readonly hasMore: boolean } | null;
}

/** A previewed row shows of an item at most its name and what its title contradicts, because it is not billed. */
export type PreviewRow = Pick<
  CatalogRow,
  'row' | 'outcome' | 'itemNumber' | 'supplier' | 'partNumber' | 'gtin' | 'reason' | 'matchedBy' | 'notFitted'
> & {
  /** Whether there are candidates, which are not shown. */
  readonly isToDecide: boolean;
  /** Whether it is one of the rows that show a few of each group. */
  readonly isTelling: boolean;
  readonly spoiled: SpoiledKind | null;
  /** The name of the part, if the row names it otherwise. */
  readonly part: string | null;
  /** In a sentence each: what the row's own words say and the part is not. */
  readonly contradictions: readonly string[];
  /** The first cells, as they are in the file. */
  readonly cells: readonly string[];
  /** The places of cells that cannot be used: "n/a", a spoiled number. */
  readonly struck: readonly number[];
};

interface UploadComparison {
  readonly counts: FileComparison['counts'];
  /** The first changes. */
  readonly changes: FileComparison['changes'];
}

export type UploadProblem =
  /** The message is for the person who uploaded the file. */
  | { readonly kind: 'unreadable'; readonly message: string }
  | {
      readonly kind: 'not_understood';
      readonly why: 'empty' | 'no_such_column' | 'names_no_part';
      readonly headings: readonly string[];
      /** For a workbook: the sheet that was read, and all sheets. */
      readonly sheet: string | null;
      readonly sheets: readonly ReadSheet[];
      /** Fields that no column names. */
      readonly fields: readonly RowField[];
    }
  | {
      readonly kind: 'allowance_used';
      readonly plan: string;
      readonly rowsPerPeriod: number;
      readonly nextAtMs: number;
    }
  /** The catalog was deleted, or has other rows than the replacement was made for. */
  | { readonly kind: 'catalog_changed' }
  | { readonly kind: 'account_not_active' }
  /** Retried many times without ever finishing. */
  | { readonly kind: 'not_finished' };

export function partCount({ bytes }: Pick<Upload, 'bytes'>): number {
  return Math.ceil(bytes / PART_BYTES);
}

/** @param part from 1 @returns undefined if the upload has no such part */
export function partBytes(upload: Pick<Upload, 'bytes'>, part: number): number | undefined {
  const last = partCount(upload);
  if (!Number.isInteger(part) || part < 1 || part > last) return undefined;
  return part < last ? PART_BYTES : upload.bytes - (last - 1) * PART_BYTES;
}

export function missingParts(upload: Pick<Upload, 'bytes' | 'received'>): readonly number[] {
  const received = new Set(upload.received);
  return Array.from({ length: partCount(upload) }, (_, index) => index + 1).filter((part) => !received.has(part));
}

/** The target of the rows, once it exists. */
export function catalogKeyOf({ accountId, catalogId }: Upload): CatalogKey | undefined {
  return catalogId === null ? undefined : { accountId, catalogId };
}
