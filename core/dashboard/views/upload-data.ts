/** Shapes uploads for the dashboard. The progress of an import is read from its catalog. */
import { ROW_OUTCOMES, type Catalog, type MatchWay, type RowCounts } from '../../catalogs/rows/catalog.ts';
import { describeMatch } from '../../catalogs/rows/match-labels.ts';
import { countGroups, groupOf, type RowGroup } from '../../catalogs/rows/row-groups.ts';
import type { NamedRow } from '../../catalogs/files/named-row.ts';
import type { SpoiledKind } from '../../catalogs/import/preview-file.ts';
import type { ReadSheet, SheetKind } from '../../catalogs/import/read-sheets.ts';
import type { ComparedRow } from '../../catalogs/import/compare-files.ts';
import type { RowField } from '../../catalogs/files/recognize-columns.ts';
import {
  PART_BYTES,
  type PreviewRow,
  type Upload,
  type UploadPreview,
  type UploadProblem,
} from '../../catalogs/uploads/upload.ts';
import { dayOf, timeText } from '../../time.ts';

/** The field names of the tools. */
export const FIELD_NAMES = {
  itemNumber: 'your_item_number',
  supplier: 'supplier',
  partNumber: 'supplier_part_number',
  gtin: 'gtin',
} as const satisfies Record<RowField, string>;
export type FieldName = (typeof FIELD_NAMES)[RowField];

export interface UploadListData {
  readonly uploads: readonly UploadData[];
  readonly part_bytes: number;
}

export interface UploadData {
  readonly id: string;
  readonly name: string;
  readonly replaces: string | null;
  readonly bytes: number;
  readonly received_parts: readonly number[];
  readonly status: Upload['status'];
  readonly created_at: string;
  readonly options: {
    readonly encoding: string | null;
    readonly sheet: string | null;
    readonly skip_rows: number | null;
    /** Of every row whose cells name none. */
    readonly manufacturer: string | null;
    readonly columns: readonly { readonly place: number; readonly field: FieldName | 'none' }[];
  };
  readonly preview: PreviewData | null;
  readonly problem: ProblemData | null;
  readonly catalog_id: string | null;
  /** The progress of a running import. */
  readonly progress: { readonly rows: number; readonly percent: number } | null;
  readonly comparison: ComparisonData | null;
  readonly end: Upload['end'];
}

export interface SheetData {
  readonly name: string;
  /** The rows under the heading. */
  readonly rows: number;
  readonly has_more: boolean;
  readonly kind: SheetKind;
}

export interface PreviewData {
  readonly format: 'csv' | 'xlsx' | 'jsonl';
  readonly encoding: string | null;
  /** Whether the encoding is a guess. */
  readonly is_guessed: boolean;
  readonly delimiter: string | null;
  readonly sheet: string | null;
  readonly sheets: readonly SheetData[];
  readonly rows_above: number;
  readonly headings: readonly string[];
  /** `place` counts from 1. */
  readonly columns: readonly { readonly place: number; readonly field: FieldName }[];
  /** Set if matches in the index decided what the columns mean. */
  readonly chosen: { readonly found: number; readonly rows: number } | null;
  readonly rows: readonly RowPreviewData[];
  /** The number of previewed rows in each group. */
  readonly groups: Readonly<Record<RowGroup, number>>;
  /** How many of them a spreadsheet changed the number of: in which way, and how many may be decided or are unusable. */
  readonly spoiled: Readonly<Record<SpoiledKind | 'to_decide' | 'unusable', number>>;
  /** Whether the preview contains every row of the file. */
  readonly is_whole: boolean;
  /** The rows of the whole file, as far as they were counted. */
  readonly in_file: { readonly rows: number; readonly has_more: boolean } | null;
}

export interface NamedRowData {
  readonly row: number;
  readonly outcome: string;
  readonly your_item_number: string | null;
  readonly supplier: string | null;
  readonly supplier_part_number: string | null;
  readonly gtin: string | null;
}

export interface RowPreviewData extends NamedRowData {
  readonly group: RowGroup;
  /** Whether it is one of the rows that show a few of each group. */
  readonly is_telling: boolean;
  readonly spoiled: SpoiledKind | null;
  /** The places, from 1, of cells that cannot be used. */
  readonly struck: readonly number[];
  readonly cells: readonly string[];
  readonly matched_by: MatchWay | null;
  readonly message: string | null;
}

export type ProblemData =
  | { readonly kind: 'unreadable'; readonly message: string }
  | {
      readonly kind: 'not_understood';
      readonly why: Extract<UploadProblem, { kind: 'not_understood' }>['why'];
      readonly headings: readonly string[];
      readonly sheet: string | null;
      readonly sheets: readonly SheetData[];
      readonly fields: readonly FieldName[];
    }
  | {
      readonly kind: 'allowance_used';
      readonly plan: string;
      readonly rows_per_period: number;
      readonly next_on: string;
    }
  | { readonly kind: 'catalog_changed' | 'account_not_active' | 'not_finished' };

export interface ComparisonData {
  readonly counts: Readonly<Record<string, number>>;
  readonly changes: readonly {
    readonly kind: 'changed' | 'added' | 'removed';
    readonly now: NamedRowData | null;
    readonly before: NamedRowData | null;
  }[];
}

export function showUploads(
  uploads: readonly Upload[],
  catalogs: ReadonlyMap<string, Catalog | undefined>,
): UploadListData {
  const catalogOf = ({ catalogId }: Upload) => (catalogId === null ? undefined : catalogs.get(catalogId));
  return { uploads: uploads.map((upload) => showUpload(upload, catalogOf(upload))), part_bytes: PART_BYTES };
}

export function showUpload(upload: Upload, catalog?: Catalog): UploadData {
  return {
    id: upload.uploadId,
    name: upload.name,
    replaces: upload.replaces,
    bytes: upload.bytes,
    received_parts: upload.received,
    status: upload.status,
    created_at: timeText(upload.createdAtMs),
    options: showOptions(upload),
    preview: showPreview(upload),
    problem: upload.problem === null ? null : showProblem(upload.problem),
    catalog_id: upload.catalogId,
    progress: showProgress(upload, catalog),
    comparison: showComparison(upload),
    end: upload.end,
  };
}

function showOptions({ options }: Upload): UploadData['options'] {
  const { encoding = null, sheet = null, skipRows = null, everySupplier = null, chosen } = options;
  return {
    encoding,
    sheet,
    skip_rows: skipRows,
    manufacturer: everySupplier,
    columns: chosen.map(({ column, field }) => ({
      place: Number(column.slice(1)),
      field: field === 'none' ? field : FIELD_NAMES[field],
    })),
  };
}

function showPreview({ preview }: Upload): PreviewData | null {
  if (preview === null) return null;
  const { file } = preview;
  return {
    format: file.format,
    encoding: file.encoding?.name ?? null,
    is_guessed: file.encoding?.known === 'guessed',
    delimiter: file.delimiter,
    sheet: file.sheet,
    sheets: preview.sheets.map(showSheet),
    rows_above: Math.max(0, preview.rowsBefore - 1),
    headings: preview.headings,
    columns: preview.columns.map(({ place, field }) => ({ place: place + 1, field: FIELD_NAMES[field] })),
    chosen: preview.chosen,
    rows: preview.rows.map((row) => ({
      ...showRow(row),
      group: row.isToDecide ? 'to_decide' : groupOf({ ...row, candidates: [] }),
      is_telling: row.isTelling,
      spoiled: row.spoiled,
      struck: row.struck.map((place) => place + 1),
      cells: row.cells,
      matched_by: row.matchedBy,
      message: [row.reason, describeMatch(row)].filter(Boolean).join(' ') || null,
    })),
    groups: previewGroups(preview),
    spoiled: showSpoiled(preview),
    is_whole: preview.isWhole,
    in_file: preview.inFile && { rows: preview.inFile.rows, has_more: preview.inFile.hasMore },
  };
}

function showSheet({ name, rows, hasMore, kind }: ReadSheet): SheetData {
  return { name, rows, has_more: hasMore, kind };
}

function showSpoiled({ spoiled: { toDecide, ...counts } }: UploadPreview): PreviewData['spoiled'] {
  return { ...counts, to_decide: toDecide };
}

function previewGroups({ outcomes, toDecide }: UploadPreview): Readonly<Record<RowGroup, number>> {
  const counts = Object.fromEntries(ROW_OUTCOMES.map((outcome) => [outcome, outcomes[outcome] ?? 0])) as RowCounts;
  const groups = countGroups({ counts, toDecide });
  return { ...groups, to_decide: groups.to_decide ?? 0 };
}

function showRow(row: Pick<PreviewRow, keyof NamedRow | 'row' | 'outcome'> | ComparedRow): NamedRowData {
  return {
    row: row.row,
    outcome: row.outcome,
    your_item_number: row.itemNumber,
    supplier: row.supplier,
    supplier_part_number: row.partNumber,
    gtin: row.gtin,
  };
}

function showProblem(problem: UploadProblem): ProblemData {
  switch (problem.kind) {
    case 'not_understood':
      return {
        ...problem,
        sheets: problem.sheets.map(showSheet),
        fields: problem.fields.map((field) => FIELD_NAMES[field]),
      };
    case 'allowance_used':
      return {
        kind: problem.kind,
        plan: problem.plan,
        rows_per_period: problem.rowsPerPeriod,
        next_on: dayOf(problem.nextAtMs),
      };
    case 'unreadable':
    case 'catalog_changed':
    case 'account_not_active':
    case 'not_finished':
      return problem;
  }
}

function showProgress({ status, preparedBytes }: Upload, catalog: Catalog | undefined): UploadData['progress'] {
  if (status !== 'importing') return null;
  const { rows, bytes } = catalog?.imported ?? { rows: 0, bytes: 0 };
  return { rows, percent: preparedBytes === null ? 0 : Math.floor((100 * bytes) / Math.max(1, preparedBytes)) };
}

function showComparison({ comparison }: Upload): ComparisonData | null {
  if (comparison === null) return null;
  return {
    counts: comparison.counts,
    changes: comparison.changes.map(({ kind, now, before }) => ({
      kind,
      now: now && showRow(now),
      before: before && showRow(before),
    })),
  };
}
