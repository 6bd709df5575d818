/**
 * What is done with an upload behind the queue: it is looked at, its rows are brought in slice by slice, it takes the place of another, or what was
 * begun of it is cleared away. Each piece of work may be killed anywhere and repeated; what its status does not ask for is not done.
 */
import type { Account } from '../accounts/plan.ts';
import { periodAt } from '../billing/periods.ts';
import type { Catalog, CatalogKey } from '../catalogs/catalog.ts';
import type { ImportPorts } from '../catalog-import/import-catalog.ts';
import {
  catalogFor,
  importSlice,
  type ListOptions,
  type ReadyList,
  type SliceEnd,
} from '../catalog-import/import-file.ts';
import type { ListFile } from '../table-files/catalog-file.ts';
import type { LayoutError } from '../table-files/file-layout.ts';
import { openList, type OpenList } from '../catalog-import/open-file.ts';
import { previewList } from '../catalog-import/preview-file.ts';
import type { RowColumns, RowField } from '../table-files/recognize-columns.ts';
import { compareReplacement, importReplacement, putInPlace, replacementFor } from '../catalog-import/replace-file.ts';
import { randomAlphanumeric } from '../identifiers.ts';
import { rowAllowanceAt } from '../catalogs/row-allowance.ts';
import { FileError } from '../table-files/file-error.ts';
import type { TableFile } from '../table-files/table-file.ts';
import { lineOf } from './administer-upload.ts';
import { catalogKeyOf, type Upload, type UploadKey, type UploadPreview, type UploadProblem } from './upload.ts';
import type { UploadFiles, UploadStore } from './upload-store.ts';

/** Shown and kept with the upload; all of it stays far below what a row may hold. */
const MAX_HEADINGS = 200;
const MAX_SHEETS = 50;
const MAX_HEADING_CHARACTERS = 100;
const MAX_CELL_CHARACTERS = 200;
const TOLD_CHANGES = 20;

/** How long a file may be read for its preview, and to its prepared form: what takes longer holds other accounts' lists up. */
const LOOK_MS = 20_000;
const PREPARE_MS = 240_000;
/** As long as the function may run: a run that was killed holds its account's other uploads up for so long. */
const TURN_MS = 300_000;

export interface UploadWork extends ImportPorts {
  readonly uploads: UploadStore;
  readonly files: UploadFiles;
  readonly accounts: { readAccount(accountId: string): Promise<{ readonly value: Account } | undefined> };
  /** Of a preview; as above when not given. */
  readonly lookMs?: number;
}

/** `more`: at once. `busy`: the account's turn is taken, try again in seconds. `later`: another run has it, look again in a minute. */
export type WorkDone = 'done' | 'more' | 'busy' | 'later';

/**
 * One upload of an account is worked on at a time: however many it brings, others' come to their turn.
 * @param stop aborted when the work has to end
 */
export async function workOnUpload(work: UploadWork, key: UploadKey, stop: AbortSignal): Promise<WorkDone> {
  const [run, nowMs] = [randomAlphanumeric(12), work.clock.nowMs()];
  if (!(await work.uploads.takeTurn(key, run, { nowMs, untilMs: nowMs + TURN_MS }))) return 'busy';
  try {
    return await workInTurn(work, key, stop);
  } finally {
    await work.uploads.endTurn(key, run);
  }
}

async function workInTurn(work: UploadWork, key: UploadKey, stop: AbortSignal): Promise<WorkDone> {
  const upload = await work.uploads.read(key);
  switch (upload?.status) {
    case 'checking':
      return look(work, upload);
    case 'importing':
      return bringIn(work, upload, stop);
    case 'replacing':
      return replace(work, upload);
    case 'given_up':
      return clear(work, upload);
    default:
      return 'done';
  }
}

/** For work that was tried again and again: the person is told, instead of being left waiting. */
export async function giveUpWork(work: UploadWork, key: UploadKey): Promise<void> {
  const upload = await work.uploads.read(key);
  if (upload === undefined || !['checking', 'importing', 'replacing'].includes(upload.status)) return;
  await failed(work, upload, { kind: 'not_finished' });
}

async function look(work: UploadWork, upload: Upload): Promise<WorkDone> {
  const found = await work.files.withFile(upload, (file) => lookInto(work, upload, file));
  await work.uploads.change(upload, { status: 'checked', ...found }, work.clock.nowMs());
  return 'done';
}

async function lookInto(
  work: UploadWork,
  upload: Upload,
  file: ListFile,
): Promise<{ readonly preview: UploadPreview } | { readonly problem: UploadProblem }> {
  const options = optionsOf(upload, work.lookMs ?? LOOK_MS);
  try {
    const table = await file.openTable(options);
    const list = await openList(table, work.products, options);
    if (!list.ok) return { problem: notUnderstood(list.reason) };
    const { rows, outcomes } = await previewList(work, upload.accountId, list.value);
    return {
      preview: {
        ...understood(list.value),
        rows: rows.map((row) => ({
          row: row.row,
          outcome: row.outcome,
          itemNumber: shown(row.itemNumber),
          supplier: shown(row.supplier),
          partNumber: shown(row.partNumber),
          gtin: shown(row.gtin),
          reason: row.reason,
          matchedBy: row.matchedBy,
        })),
        outcomes,
      },
    };
  } catch (error) {
    if (error instanceof FileError) return { problem: { kind: 'unreadable', message: error.message } };
    throw error;
  }
}

/** The name of the file tells its format. */
function optionsOf({ options, name }: Upload, mostMs: number): ListOptions {
  return { ...options, name, until: AbortSignal.timeout(mostMs) };
}

function understood({ table, layout, reading }: OpenList): Omit<UploadPreview, 'rows' | 'outcomes'> {
  const { found, rows } = reading;
  return {
    file: describeFile(table),
    rowsBefore: layout.rowsBefore,
    headings: shownHeadings(layout.headings),
    columns: usedColumns(reading.columns),
    chosen: found === null ? null : { found, rows },
  };
}

function describeFile({ format, encoding, delimiter, sheet, sheets, isPacked }: TableFile): UploadPreview['file'] {
  const names = sheets.slice(0, MAX_SHEETS).map((name) => name.slice(0, MAX_HEADING_CHARACTERS).toWellFormed());
  return { format, encoding, delimiter, sheet: shown(sheet), sheets: names, isPacked };
}

function usedColumns(columns: RowColumns): UploadPreview['columns'] {
  return (Object.keys(columns) as RowField[]).flatMap((field) => columns[field].map((place) => ({ place, field })));
}

function shownHeadings(headings: readonly string[]): readonly string[] {
  return headings.slice(0, MAX_HEADINGS).map((heading) => heading.slice(0, MAX_HEADING_CHARACTERS).toWellFormed());
}

function shown(text: string | null): string | null {
  return text === null ? null : text.slice(0, MAX_CELL_CHARACTERS).toWellFormed();
}

function notUnderstood(error: LayoutError): UploadProblem {
  const said = { kind: 'not_understood', why: error.kind } as const;
  switch (error.kind) {
    case 'empty':
      return { ...said, headings: [], fields: [] };
    case 'no_such_column':
      return { ...said, headings: shownHeadings(error.headings), fields: [] };
    case 'ambiguous':
      return { ...said, headings: shownHeadings(error.headings), fields: [error.field] };
    case 'names_no_part':
      return { ...said, headings: shownHeadings(error.headings), fields: error.missing };
  }
}

/** One slice. */
async function bringIn(work: UploadWork, upload: Upload, stop: AbortSignal): Promise<WorkDone> {
  const account = (await work.accounts.readAccount(upload.accountId))?.value;
  if (account?.status !== 'active') return failed(work, upload, { kind: 'account_not_active' });
  const replaced = await replacedBy(work, upload);
  if (replaced === 'gone') return failed(work, upload, { kind: 'catalog_changed' });
  const end = await work.files.withFile(upload, (file) => sliceOf(work, { upload, account, replaced, file, stop }));
  switch (end.kind) {
    case 'more':
      return 'more';
    case 'unreadable':
      return failed(work, upload, end);
    case 'not_understood':
      return failed(work, upload, notUnderstood(end.error));
    case 'no_such_catalog':
      return failed(work, upload, { kind: 'catalog_changed' });
    case 'not_begun':
      return endAsSameFile(work, upload, replaced);
    case 'ended':
      return afterImport(work, { upload, account, replaced }, end);
  }
}

interface Import {
  readonly upload: Upload;
  readonly account: Account;
  readonly replaced: Catalog | undefined;
}

async function replacedBy({ catalogs }: UploadWork, upload: Upload): Promise<Catalog | undefined | 'gone'> {
  const { accountId, replaces: catalogId } = upload;
  if (catalogId === null) return undefined;
  return (await catalogs.findCatalog({ accountId, catalogId })) ?? 'gone';
}

type Unreadable = Extract<UploadProblem, { kind: 'unreadable' }>;

async function sliceOf(
  work: UploadWork,
  { upload, account, replaced, file, stop }: Import & { readonly file: ListFile; readonly stop: AbortSignal },
): Promise<SliceEnd | Unreadable> {
  try {
    return await importSlice(work, file, {
      begun: catalogKeyOf(upload),
      begin: (list) => beginCatalog(work, upload, replaced, list),
      options: optionsOf(upload, PREPARE_MS),
      stop,
      allowanceAt: (nowMs) => rowAllowanceAt(account, nowMs),
      ...(replaced && {
        bringIn: (replacement, run) => importReplacement(work, file, replacement, run),
      }),
    });
  } catch (error) {
    if (error instanceof FileError) return { kind: 'unreadable', message: error.message };
    throw error;
  }
}

/**
 * The catalog that the rows go into, kept with the upload before it has any. A process that is killed in between leaves a catalog that the next one
 * finds by its list; of two at once, one keeps its catalog and the other takes that one.
 */
async function beginCatalog(work: UploadWork, upload: Upload, replaced: Catalog | undefined, list: ReadyList) {
  const { accountId, name } = upload;
  const { sha256, bytes: preparedBytes } = list.prepared;
  if (replaced?.status === 'complete' && replaced.fingerprint === sha256) return undefined;
  const begun =
    replaced === undefined
      ? await catalogFor(work, list, { accountId, name, isNew: false })
      : await replacementFor(work, replaced, list);
  const { catalogId } = begun;
  if ((await work.uploads.change(upload, { catalogId, preparedBytes }, work.clock.nowMs())) !== undefined) return begun;
  const other = await work.uploads.read(upload);
  const kept = other && catalogKeyOf(other);
  if (kept?.catalogId !== catalogId && begun.imported.rows === 0)
    await work.catalogs.removeCatalog(begun, work.clock.nowMs());
  return kept;
}

async function endAsSameFile(work: UploadWork, upload: Upload, replaced: Catalog | undefined): Promise<WorkDone> {
  // An earlier replacement may have been ended before it had cleared the former rows.
  if (replaced !== undefined) await work.catalogs.clearRemoved(replaced, () => undefined);
  await work.uploads.change(upload, { status: 'ended', end: 'same_file' }, work.clock.nowMs());
  return 'done';
}

async function afterImport(
  work: UploadWork,
  { upload, account, replaced }: Import,
  { end, catalog }: Extract<SliceEnd, { kind: 'ended' }>,
): Promise<WorkDone> {
  // The slice may have written which catalog it is.
  const now = await work.uploads.read(upload);
  if (now?.status !== upload.status) return 'done';
  switch (end) {
    case 'complete':
      return replaced === undefined ? finish(work, now, 'complete', catalog) : compare(work, now, replaced, catalog);
    case 'cancelled':
      return finish(work, now, 'cancelled', catalog);
    case 'overtaken':
      return (await work.catalogs.findCatalog(catalog)) === undefined
        ? failed(work, now, { kind: 'catalog_changed' })
        : 'later';
    case 'allowance_used': {
      const { name: plan, catalogRowsPerMonth: rowsPerPeriod } = account.terms;
      const nextAtMs = periodAt(account.anchorDay, work.clock.nowMs()).endMs;
      return failed(work, now, { kind: 'allowance_used', plan, rowsPerPeriod, nextAtMs });
    }
  }
}

async function compare(work: UploadWork, upload: Upload, catalog: Catalog, replacement: Catalog): Promise<WorkDone> {
  const { counts, changes } = await compareReplacement(work.catalogs, { catalog, replacement });
  const comparison = { counts, changes: changes.slice(0, TOLD_CHANGES) };
  await work.uploads.change(upload, { status: 'compared', comparison }, work.clock.nowMs());
  return 'done';
}

async function replace(work: UploadWork, upload: Upload): Promise<WorkDone> {
  const catalog = await replacedBy(work, upload);
  const key = catalogKeyOf(upload);
  if (catalog === 'gone' || catalog === undefined || key === undefined)
    return failed(work, upload, { kind: 'catalog_changed' });
  const replacement = await work.catalogs.findCatalog(key);
  // A run before this one may have put it in place, and been ended then.
  if (catalog.rowsIn === key.catalogId) await work.catalogs.clearRemoved(catalog, () => undefined);
  else if (replacement === undefined || (await putInPlace(work, { catalog, replacement })) === undefined)
    return failed(work, upload, { kind: 'catalog_changed' });
  return finish(work, upload, 'replaced', (await work.catalogs.findCatalog(catalog)) ?? catalog);
}

/** What was to replace a catalog and does not any more, or a catalog whose import failed. */
async function clear(work: UploadWork, upload: Upload): Promise<WorkDone> {
  const own = ownCatalogOf(upload);
  if (own !== undefined) return clearFailed(work, own);
  const key = catalogKeyOf(upload);
  if (upload.replaces === null || key === undefined) return 'done';
  const replaced = await replacedBy(work, upload);
  if (replaced !== 'gone' && replaced?.rowsIn === key.catalogId) return 'done';
  await work.catalogs.removeCatalog(key, work.clock.nowMs());
  // Its rows are left under the catalog that they were to replace.
  await work.catalogs.clearRemoved({ ...key, catalogId: upload.replaces }, () => undefined);
  return 'done';
}

/** Not where the same file continued it since. What a killed run left of it is cleared, too. */
async function clearFailed({ catalogs, clock }: UploadWork, key: CatalogKey): Promise<WorkDone> {
  const status = (await catalogs.findCatalog(key))?.status;
  if (status !== undefined && status !== 'failed') return 'done';
  await catalogs.removeCatalog(key, clock.nowMs());
  await catalogs.clearRemoved(key, () => undefined);
  return 'done';
}

async function finish(
  work: UploadWork,
  upload: Upload,
  end: NonNullable<Upload['end']>,
  { catalogId, imported }: Catalog,
): Promise<WorkDone> {
  const nowMs = work.clock.nowMs();
  const what = end === 'replaced' ? 'catalog.replaced' : end === 'cancelled' ? 'catalog.cancelled' : 'catalog.imported';
  const audit = lineOf(upload, upload.personId, what, { catalog_id: catalogId, rows: imported.rows }, nowMs);
  await work.uploads.change(upload, { status: 'ended', end }, nowMs, audit);
  return 'done';
}

async function failed(work: UploadWork, upload: Upload, problem: UploadProblem): Promise<WorkDone> {
  const now = await work.uploads.read(upload);
  if (now?.status !== upload.status) return 'done';
  const nowMs = work.clock.nowMs();
  const [catalog, why] = [ownCatalogOf(now), catalogFailure(problem)];
  // Before the upload: killed in between, this is repeated.
  if (catalog !== undefined && why !== undefined) await work.catalogs.failImport(catalog, why, nowMs);
  await work.uploads.change(now, { status: 'failed', problem }, nowMs);
  return 'done';
}

/** Undefined for what is to replace the rows of a catalog: nobody sees it. */
function ownCatalogOf(upload: Upload): CatalogKey | undefined {
  return upload.replaces === null ? catalogKeyOf(upload) : undefined;
}

/** What is kept with a catalog whose import ends here. Undefined where the catalog is as good as it was, or is gone. */
function catalogFailure(problem: UploadProblem): string | undefined {
  switch (problem.kind) {
    case 'unreadable':
      return problem.message;
    case 'not_finished':
      return 'The import was tried three times and did not come to its end. Upload the same file again.';
    case 'account_not_active':
      return 'The account is not active.';
    case 'not_understood':
    case 'allowance_used':
    case 'catalog_changed':
      return undefined;
  }
}
