/** Shapes uploads for the dashboard. The progress of an import is read from its catalog. */
import { ROW_OUTCOMES, type Catalog, type RowCounts } from '../../catalogs/rows/catalog.ts';
import { descriptionPlace } from '../../catalogs/rows/own-words.ts';
import { countGroups, groupOf, type RowGroup } from '../../catalogs/rows/row-groups.ts';
import type { NamedRow } from '../../catalogs/files/named-row.ts';
import type { ReadSheet } from '../../catalogs/import/read-sheets.ts';
import type { ComparedRow } from '../../catalogs/import/compare-files.ts';
import type { RowField } from '../../catalogs/files/recognize-columns.ts';
import {
  PART_BYTES,
  type PreviewRow,
  type Upload,
  type UploadPreview,
  type UploadProblem,
} from '../../catalogs/uploads/upload.ts';
import { reasonLabel } from './reason-label.ts';
import { dayOf, timeText } from '../../time.ts';

/** The field names of the tools. */
export const FIELD_NAMES = {
  itemNumber: 'your_item_number',
  supplier: 'supplier',
  partNumber: 'supplier_part_number',
  gtin: 'gtin',
} as const satisfies Record<RowField, string>;
export type FieldName = (typeof FIELD_NAMES)[RowField];

export type UploadListData = ReturnType<typeof showUploads>;
export type UploadData = ReturnType<typeof showUpload>;
export type PreviewData = NonNullable<UploadData['preview']>;
export type SheetData = PreviewData['sheets'][number];
export type RowPreviewData = PreviewData['rows'][number];
export type ProblemData = NonNullable<UploadData['problem']>;
export type ComparisonData = NonNullable<UploadData['comparison']>;
export type NamedRowData = ReturnType<typeof showRow>;

export function showUploads(uploads: readonly Upload[], catalogs: ReadonlyMap<string, Catalog | undefined>) {
  const catalogOf = ({ catalogId }: Upload) => (catalogId === null ? undefined : catalogs.get(catalogId));
  return { uploads: uploads.map((upload) => showUpload(upload, catalogOf(upload))), part_bytes: PART_BYTES };
}

export function showUpload(upload: Upload, catalog?: Catalog) {
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
    /** The progress of a running import. */
    progress: showProgress(upload, catalog),
    comparison: showComparison(upload),
    end: upload.end,
  };
}

function showOptions({ options }: Upload) {
  const { encoding = null, sheet = null, skipRows = null, everySupplier = null, chosen } = options;
  return {
    encoding,
    sheet,
    skip_rows: skipRows,
    /** Of every row whose cells name none. */
    manufacturer: everySupplier,
    columns: chosen.map(({ column, field }) => ({
      place: Number(column.slice(1)),
      field: field === 'none' ? field : FIELD_NAMES[field],
    })),
  };
}

function showPreview({ preview }: Upload) {
  if (preview === null) return null;
  const { file } = preview;
  return {
    format: file.format,
    encoding: file.encoding?.name ?? null,
    /** Whether the encoding is a guess. */
    is_guessed: file.encoding?.known === 'guessed',
    delimiter: file.delimiter,
    sheet: file.sheet,
    sheets: preview.sheets.map(showSheet),
    rows_above: Math.max(0, preview.rowsBefore - 1),
    headings: preview.headings,
    /** `place` counts from 1. */
    columns: preview.columns.map(({ place, field }) => ({ place: place + 1, field: FIELD_NAMES[field] })),
    /** The place of the column that describes the parts; null if none does. */
    description: descriptionOf(preview),
    /** Set if matches in the index decided what the columns mean. */
    chosen: preview.chosen,
    rows: preview.rows.map((row) => ({
      ...showRow(row),
      group: row.isToDecide ? ('to_decide' as const) : groupOf({ ...row, candidates: [] }),
      /** Whether it is one of the rows that show a few of each group. */
      is_telling: row.isTelling,
      spoiled: row.spoiled,
      /** The places, from 1, of cells that cannot be used. */
      struck: row.struck.map((place) => place + 1),
      cells: row.cells,
      matched_by: row.matchedBy,
      /** How the file says that the part is not fitted, or the line cancelled; null if it does not. */
      not_fitted: row.notFitted ?? null,
      reason: reasonLabel(row.reason),
      part: row.part,
      contradictions: row.contradictions,
      /** Whether a person should check the part that it would have. */
      is_to_check: row.outcome === 'cache_hit' && (row.contradictions.length > 0 || row.notFitted !== undefined),
    })),
    /** The number of previewed rows in each group. */
    groups: previewGroups(preview),
    /**
     * How many of them a spreadsheet changed the number of: in which way, and how many may be decided or are unusable.
     */
    spoiled: showSpoiled(preview),
    /** Whether the preview contains every row of the file. */
    is_whole: preview.isWhole,
    /** The rows of the whole file, as far as they were counted. */
    in_file: preview.inFile && { rows: preview.inFile.rows, has_more: preview.inFile.hasMore },
  };
}

function descriptionOf({ headings, columns }: UploadPreview): number | null {
  const place = descriptionPlace(headings, new Set(columns.map((column) => column.place)));
  return place === null ? null : place + 1;
}

function showSheet({ name, rows, hasMore, kind }: ReadSheet) {
  return {
    name,
    /** The rows under the heading. */
    rows,
    has_more: hasMore,
    kind,
  };
}

function showSpoiled({ spoiled: { toDecide, ...counts } }: UploadPreview) {
  return { ...counts, to_decide: toDecide };
}

function previewGroups({ outcomes, toDecide }: UploadPreview): Readonly<Record<RowGroup, number>> {
  const counts = Object.fromEntries(ROW_OUTCOMES.map((outcome) => [outcome, outcomes[outcome] ?? 0])) as RowCounts;
  const groups = countGroups({ counts, toDecide });
  return { ...groups, to_decide: groups.to_decide ?? 0 };
}

function showRow(row: Pick<PreviewRow, keyof NamedRow | 'row' | 'outcome'> | ComparedRow) {
  return {
    row: row.row,
    outcome: row.outcome,
    your_item_number: row.itemNumber,
    supplier: row.supplier,
    supplier_part_number: row.partNumber,
    gtin: row.gtin,
  };
}

function showProblem(problem: UploadProblem) {
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

function showProgress({ status, preparedBytes }: Upload, catalog: Catalog | undefined) {
  if (status !== 'importing') return null;
  const { rows, bytes } = catalog?.imported ?? { rows: 0, bytes: 0 };
  return { rows, percent: preparedBytes === null ? 0 : Math.floor((100 * bytes) / Math.max(1, preparedBytes)) };
}

function showComparison({ comparison }: Upload) {
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
