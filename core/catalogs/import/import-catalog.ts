/**
 * Imports the rows of a file into a catalog and matches each against the index
 * (docs/reference/behavior.md#catalog-row).
 *
 * Every row of the file becomes exactly one row of the catalog with the same number. An import that is killed and
 * started again on the same file produces the same catalog; of two concurrent imports of a catalog only one continues.
 * Memory contains a few groups of rows and the `FirstRows`. The store writes rows, copies and counts together.
 */
import type { Clock } from '../../time.ts';
import { randomAlphanumeric } from '../../identifiers.ts';
import type { ItemIndex } from '../../index/items/item-index.ts';
import type { Catalog, CatalogRow, ImportPlace } from '../rows/catalog.ts';
import { MAX_APPENDED_ROWS, type CatalogStore, type RowAppend } from '../rows/catalog-store.ts';
import { cancelRows, decideRows } from './decide-rows.ts';
import { learnedFrom, usesIn } from './learn-matches.ts';
import { inGroups, mapAhead } from '../../map-ahead.ts';
import { matchSourceRows, type MatchedRow } from './match-file-rows.ts';
import { MissExplainer } from './explain-misses.ts';
import { rematchForgotten } from './rematch-uses.ts';
import { readFirstRows } from './first-part-rows.ts';
import type { CatalogColumns, SourceRow } from '../files/prepared-file.ts';
import { readSourceRow, type ReadSourceRow } from '../files/read-source-row.ts';
import type { FirstRows } from '../rows/first-rows.ts';
import { countedRows, type RowAllowance } from '../rows/row-allowance.ts';

/** How many groups are matched while an earlier one is written. */
const GROUPS_AHEAD = 4;

export interface ImportPorts {
  readonly catalogs: CatalogStore;
  readonly index: ItemIndex;
  readonly clock: Clock;
}

export interface CatalogImport extends CatalogColumns {
  readonly catalog: Catalog;
  /** The rows of the file after `catalog.imported`. */
  readonly rows: AsyncIterable<SourceRow>;
  readonly stop: AbortSignal;
  /** Returns the allowance at a moment; there is no limit if it is absent or returns undefined. */
  readonly allowanceAt?: (nowMs: number) => RowAllowance | undefined;
  /**
   * Whether the account cannot be billed, so that the rows show little of their items (item-of-row.ts); false by
   * default.
   */
  readonly isUnpaid?: boolean;
  onProgress?(reached: ImportPlace): void;
}

/**
 * `overtaken`: another run imports the catalog, or it was deleted. `allowance_used`: the next rows exceed the period's
 * allowance.
 */
export type ImportEnd = 'complete' | 'cancelled' | 'stopped' | 'overtaken' | 'allowance_used';

/** A group of rows, with where the import is before and after it. */
interface FileGroup {
  readonly from: ImportPlace;
  readonly to: ImportPlace;
  readonly rows: readonly ReadSourceRow[];
}

interface MatchedGroup extends FileGroup {
  readonly matched: readonly MatchedRow[];
}

/** What importing one group did; every other end ends the import there. */
type GroupEnd = 'imported' | Exclude<ImportEnd, 'complete' | 'stopped'>;

export async function importCatalog(ports: ImportPorts, run: CatalogImport): Promise<ImportEnd> {
  const { catalogs, index, clock } = ports;
  const { catalog, headings, columns } = run;
  const runId = randomAlphanumeric(12);
  const firstRows = await readFirstRows(catalogs, catalog, catalog.imported.rows);
  const { accountId, catalogId } = catalog;
  const explainer = new MissExplainer(index);
  const file = { accountId, catalogId, explainer, headings, columns };
  const work: ImportWork = { ports, run, runId, firstRows, explainer };
  let isCancelled = false;
  let reached = catalog.imported;
  const groups = mapAhead(readGroups(run), GROUPS_AHEAD, async (group) => ({
    ...group,
    matched: isCancelled ? [] : await matchSourceRows(ports, file, group.rows),
  }));
  for await (const group of groups) {
    if (run.stop.aborted) return 'stopped';
    const end: GroupEnd = isCancelled ? await appendCancelled(work, group) : await importGroup(work, group);
    if (end === 'overtaken' || end === 'allowance_used') return end;
    isCancelled = end === 'cancelled';
    reached = group.to;
    run.onProgress?.(reached);
  }
  if (isCancelled) return 'cancelled';
  if (await catalogs.completeImport(catalog, reached, clock.nowMs())) return 'complete';
  return endOf(await catalogs.findCatalog(catalog), reached);
}

async function* readGroups(run: CatalogImport): AsyncGenerator<FileGroup> {
  let from = run.catalog.imported;
  for await (const group of inGroups(run.rows, MAX_APPENDED_ROWS)) {
    const { rows } = from;
    const to = { rows: rows + group.length, bytes: group.at(-1)?.endBytes ?? from.bytes };
    yield { from, to, rows: group.map((row, place) => readSourceRow(row, run, rows + place + 1)) };
    from = to;
  }
}

/** What one run of an import works with. */
interface ImportWork {
  readonly ports: ImportPorts;
  readonly run: CatalogImport;
  /** Of two runs of one import, the store lets one go on. */
  readonly runId: string;
  readonly firstRows: FirstRows;
  readonly explainer: MissExplainer;
}

/** Appends a group with its matches; as cancelled if the import was cancelled meanwhile. */
async function importGroup(work: ImportWork, group: MatchedGroup): Promise<GroupEnd> {
  const { ports, run, firstRows } = work;
  const { catalog, isUnpaid = false } = run;
  const { accountId } = catalog;
  const nowMs = ports.clock.nowMs();
  const decided = decideRows(group.matched, firstRows);
  const rows = isUnpaid ? decided.map(asUnpaid) : decided;
  // Before the rows: a killed import may have learned an extra number but never misses one.
  await ports.catalogs.storeLearned(accountId, learnedFrom(group.matched, catalog, nowMs));
  const used = group.matched.map(({ read, matched }) => ({ row: read.row, match: matched?.match }));
  const uses = usesIn(used, catalog);
  await ports.catalogs.noteUses(accountId, uses);
  const allowance = run.allowanceAt?.(nowMs);
  if (!(await append(work, group, { into: 'importing', rows, allowance })))
    return (await isBeyond(ports.catalogs, catalog, allowance, countedRows(rows)))
      ? 'allowance_used'
      : appendCancelled(work, group);
  // Rows of an account that may not be billed show no other item than the one that was found.
  if (!isUnpaid) await rematchForgotten(ports, catalog, uses, work.explainer);
  return 'imported';
}

/** Appends a group without its matches if the import was cancelled. */
async function appendCancelled(work: ImportWork, group: FileGroup): Promise<'cancelled' | 'overtaken'> {
  const { ports, run } = work;
  if ((await ports.catalogs.findCatalog(run.catalog))?.status !== 'cancelled') return 'overtaken';
  const rows = cancelRows(group.rows);
  return (await append(work, group, { into: 'cancelled', rows })) ? 'cancelled' : 'overtaken';
}

function append(
  { ports, run, runId }: ImportWork,
  { from, to }: FileGroup,
  written: Pick<RowAppend, 'into' | 'rows' | 'allowance'>,
): Promise<boolean> {
  const { accountId, catalogId, rowsIn } = run.catalog;
  return ports.catalogs.appendRows({ accountId, catalogId, rowsIn, runId, from, to, ...written });
}

function asUnpaid(row: CatalogRow): CatalogRow {
  // What a row contradicts would tell of an item that is not shown.
  return row.itemId === null ? row : { ...row, contradictions: undefined, isUnpaid: true };
}

async function isBeyond(
  catalogs: CatalogStore,
  { accountId }: Catalog,
  allowance: RowAllowance | undefined,
  more: number,
): Promise<boolean> {
  if (allowance === undefined) return false;
  const { period, rowsPerPeriod } = allowance;
  return (await catalogs.importedRows(accountId, period)) + more > rowsPerPeriod;
}

/**
 * Decides how an import ended that could not be completed: it may be complete already if the store's response was lost.
 */
function endOf(catalog: Catalog | undefined, at: ImportPlace): ImportEnd {
  if (catalog?.status === 'cancelled') return 'cancelled';
  return catalog?.status === 'complete' && catalog.imported.rows === at.rows ? 'complete' : 'overtaken';
}
