/**
 * Imports the rows of a file into a catalog and matches each against the index
 * (docs/reference/behavior.md#catalog-row).
 *
 * Every row of the file becomes exactly one row of the catalog with the same number. An import that is killed and
 * started again on the same file produces the same catalog; of two concurrent imports of a catalog only one continues.
 * Memory contains a few groups of rows and the `FirstRows`. The store writes rows, copies and counts together.
 */
import type { Clock } from '../../clock.ts';
import { randomAlphanumeric } from '../../identifiers.ts';
import type { ItemIndex } from '../../index/items/item-index.ts';
import type { Catalog, CatalogRow, ImportPlace } from '../rows/catalog.ts';
import { MAX_APPENDED_ROWS, type CatalogStore } from '../rows/catalog-store.ts';
import { cancelRows, decideRows, readSourceRow, rowsWithPart, type ReadSourceRow } from './decide-rows.ts';
import { learnedFrom, usesIn } from './learn-matches.ts';
import { inGroups, mapAhead } from '../../map-ahead.ts';
import { matchAndCompare, type FileRowMatch } from './match-file-rows.ts';
import { MissHints } from './miss-hints.ts';
import { rematchForgotten } from './rematch-uses.ts';
import { readFirstRows } from './first-part-rows.ts';
import type { CatalogColumns, SourceRow } from '../files/prepared-file.ts';
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

export async function importCatalog(ports: ImportPorts, run: CatalogImport): Promise<ImportEnd> {
  const { catalogs, index, clock } = ports;
  const { catalog } = run;
  const runId = randomAlphanumeric(12);
  const firstRows = await readFirstRows(catalogs, catalog, catalog.imported.rows);
  const { accountId, catalogId, rowsIn } = catalog;
  const { headings, columns } = run;
  const file = { accountId, catalogId, hints: new MissHints(index), headings, columns };
  let into: 'importing' | 'cancelled' = 'importing';
  let at = catalog.imported;
  let rowsRead = at.rows;
  const matched = mapAhead(inGroups(run.rows, MAX_APPENDED_ROWS), GROUPS_AHEAD, async (group) => {
    const read = group.map((row) => readSourceRow(row, run, (rowsRead += 1)));
    if (into === 'cancelled') return { group, read, matches: [] };
    return { group, read, matches: await matchAndCompare(ports, file, rowsWithPart(read)) };
  });
  for await (const { group, read, matches } of matched) {
    if (run.stop.aborted) return 'stopped';
    const from = at;
    const to = { rows: from.rows + group.length, bytes: group.at(-1)?.endBytes ?? from.bytes };
    const allowance = run.allowanceAt?.(clock.nowMs());
    const append = { accountId, catalogId, rowsIn, runId, from, to };
    const decided = into === 'importing' ? decideRows(read, matches, from.rows, firstRows) : [];
    const rows = run.isUnpaid === true ? decided.map(asUnpaid) : decided;
    // Before the rows: a killed import may have learned an extra number but never misses one.
    await catalogs.storeLearned(accountId, learnedFrom(read, matches, catalog, clock.nowMs()));
    const uses = usesIn(numbered(read, matches, from.rows), catalog);
    await catalogs.noteUses(accountId, uses);
    let appended = into === 'importing' && (await catalogs.appendRows({ ...append, into, rows, allowance }));
    if (!appended) {
      if (into === 'importing' && (await isBeyond(catalogs, catalog, allowance, countedRows(rows))))
        return 'allowance_used';
      if ((await catalogs.findCatalog(catalog))?.status !== 'cancelled') return 'overtaken';
      into = 'cancelled';
      appended = await catalogs.appendRows({ ...append, into, rows: cancelRows(read, from.rows) });
      if (!appended) return 'overtaken';
    }
    // Rows of an account that may not be billed show no other item than the one that was found.
    if (run.isUnpaid !== true) await rematchForgotten(ports, catalog, uses, file.hints);
    at = to;
    run.onProgress?.(at);
  }
  if (into === 'cancelled') return 'cancelled';
  if (await catalogs.completeImport(catalog, at, clock.nowMs())) return 'complete';
  return endOf(await catalogs.findCatalog(catalog), at);
}

/** Returns the matches with the numbers of their rows. */
function numbered(rows: readonly ReadSourceRow[], matches: readonly FileRowMatch[], rowsBefore: number) {
  const numbers = rows.flatMap(({ kind }, place) => (kind === 'part' ? [rowsBefore + place + 1] : []));
  return matches.map(({ match }, place) => ({ match, row: numbers[place]! }));
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
