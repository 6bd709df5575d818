/**
 * Compares a file with the one it replaces. Rows correspond if they have the same own number of the customer or,
 * without one, name the same part. Rows that share a number are compared in order: first with first, second with
 * second. Memory grows by 300 bytes per row of the former file (docs/guides/import-catalogs.md).
 */
import type { Catalog, CatalogRow, RowOutcome } from '../rows/catalog.ts';
import type { NamedRow } from '../files/named-row.ts';
import type { CatalogReader } from '../rows/catalog-store.ts';

const PAGE_ROWS = 1_000;
/** The most changes that are listed; further ones are only counted. */
const MAX_TOLD = 1_000;

export interface FileComparison {
  readonly counts: {
    readonly same: number;
    readonly changed: number;
    readonly added: number;
    readonly removed: number;
    /** Rows in both files that gained an item; the next counts those that lost it. */
    readonly newly_matched: number;
    readonly no_longer_matched: number;
  };
  /** Changes in the order of the new file, then removed rows in the order of the former file. */
  readonly changes: readonly FileChange[];
}

export interface FileChange {
  readonly kind: 'changed' | 'added' | 'removed';
  /** The row number in the new file; for a removed row, in the former file. */
  readonly row: number;
  readonly now: ComparedRow | null;
  readonly before: ComparedRow | null;
}

export interface ComparedRow extends NamedRow {
  readonly row: number;
  readonly outcome: RowOutcome;
  readonly itemId: string | null;
}

export async function compareFiles(catalogs: CatalogReader, former: Catalog, now: Catalog): Promise<FileComparison> {
  const before = new FormerRows();
  for await (const row of rowsOf(catalogs, former)) before.add(compared(row));
  const counts = { same: 0, changed: 0, added: 0, removed: 0, newly_matched: 0, no_longer_matched: 0 };
  const changes: FileChange[] = [];
  const tell = (kind: FileChange['kind'], rows: Pick<FileChange, 'now' | 'before'>): void => {
    counts[kind] += 1;
    const row = rows.now?.row ?? rows.before?.row;
    if (changes.length < MAX_TOLD && row !== undefined) changes.push({ kind, row, ...rows });
  };
  for await (const stored of rowsOf(catalogs, now)) {
    const row = compared(stored);
    const other = before.take(row);
    if (other === undefined) tell('added', { now: row, before: null });
    else {
      const [was, is] = [other.itemId !== null, row.itemId !== null];
      if (is && !was) counts.newly_matched += 1;
      if (was && !is) counts.no_longer_matched += 1;
      if (saysTheSame(other, row)) counts.same += 1;
      else tell('changed', { now: row, before: other });
    }
  }
  for (const row of before.left()) tell('removed', { now: null, before: row });
  return { counts, changes };
}

async function* rowsOf(catalogs: CatalogReader, catalog: Catalog): AsyncGenerator<CatalogRow> {
  for (let after = 0; ;) {
    const rows = await catalogs.readRows(catalog, { after, limit: PAGE_ROWS });
    const last = rows.at(-1);
    if (last === undefined) return;
    // Blank rows and totals are skipped.
    for (const row of rows) if (row.outcome !== 'skipped') yield row;
    after = last.row;
  }
}

function compared({ row, outcome, itemId, itemNumber, supplier, partNumber, gtin }: CatalogRow): ComparedRow {
  return { row, outcome, itemId, itemNumber, supplier, partNumber, gtin };
}

function saysTheSame(a: ComparedRow, b: ComparedRow): boolean {
  return a.supplier === b.supplier && a.partNumber === b.partNumber && a.gtin === b.gtin && a.itemId === b.itemId;
}

/** The rows of the former file that are not compared yet, by the key of corresponding rows. */
class FormerRows {
  readonly #rows = new Map<string, ComparedRow[]>();

  add(row: ComparedRow): void {
    const name = nameOf(row);
    const others = this.#rows.get(name);
    if (others === undefined) this.#rows.set(name, [row]);
    else others.push(row);
  }

  take(row: ComparedRow): ComparedRow | undefined {
    return this.#rows.get(nameOf(row))?.shift();
  }

  left(): readonly ComparedRow[] {
    return [...this.#rows.values()].flat().sort((a, b) => a.row - b.row);
  }
}

function nameOf({ itemNumber, supplier, partNumber, gtin }: ComparedRow): string {
  return itemNumber === null ? JSON.stringify([supplier, partNumber, gtin]) : `own ${itemNumber.trim()}`;
}
