/**
 * Brings the rows of a file into a catalog, each matched against the index (docs/behaviour.md 2.4).
 *
 * What it guarantees: every row of the file becomes exactly one row of the catalog, numbered as it stands there. Killed anywhere
 * and started again on the same file it makes the same catalog; of two imports of one catalog only one gets on. Memory holds a
 * few groups of rows, and eight bytes for each part named so far. How rows, copies and counts are stored at once is the store's affair.
 */
import type { Clock } from '../clock.ts';
import { randomAlphanumeric } from '../identifiers.ts';
import type { ProductIndex } from '../products/product-index.ts';
import type { Catalog, CatalogRow, ImportPlace, NamedRow } from './catalog.ts';
import { MAX_APPENDED_ROWS, type CatalogStore, type OwnNumber } from './catalog-store.ts';
import { IdentitySet } from './identity-set.ts';
import { inGroups, mapAhead } from './map-ahead.ts';
import { matchRows, type MatchOptions, type RowMatch } from './match-rows.ts';
import { identityOf, recallNamedParts } from './named-parts.ts';
import type { SourceRow } from './prepared-list.ts';
import { describeSkipped, describeWarnings, readRow, type ReadRow } from './read-row.ts';
import type { RowColumns } from './recognise-columns.ts';
import type { RowAllowance } from './row-allowance.ts';

/** Groups that are matched while an earlier one is written. */
const GROUPS_AHEAD = 4;

export interface ImportPorts {
  readonly catalogs: CatalogStore;
  readonly products: ProductIndex;
  readonly clock: Clock;
}

export interface CatalogImport {
  readonly catalog: Catalog;
  readonly headings: readonly string[];
  readonly columns: RowColumns;
  /** The rows of the file behind `catalog.imported`. */
  readonly rows: AsyncIterable<SourceRow>;
  readonly stop: AbortSignal;
  /** What may be imported at a moment; absent or undefined: no bound. */
  readonly allowanceAt?: (nowMs: number) => RowAllowance | undefined;
  onProgress(reached: ImportPlace): void;
}

/** `overtaken`: somebody else imports the catalog, or has deleted it. `allowance_used`: the period's rows do not cover the next ones; what is there stays. */
export type ImportEnd = 'complete' | 'cancelled' | 'stopped' | 'overtaken' | 'allowance_used';

export async function importCatalog(ports: ImportPorts, run: CatalogImport): Promise<ImportEnd> {
  const { catalogs, products, clock } = ports;
  const { catalog } = run;
  const runId = randomAlphanumeric(12);
  const named = await recallNamedParts(catalogs, catalog, catalog.imported.rows);
  let into: 'importing' | 'cancelled' = 'importing';
  let at = catalog.imported;
  const matched = mapAhead(inGroups(run.rows, MAX_APPENDED_ROWS), GROUPS_AHEAD, async (group) => {
    const read = group.map((row) => readSourceRow(row, run));
    const ownNumbers = (numbers: readonly string[]) => catalogs.recallOwnNumbers(catalog.accountId, numbers);
    return { group, read, matches: into === 'importing' ? await matchGroup(products, read, ownNumbers) : [] };
  });
  for await (const { group, read, matches } of matched) {
    if (run.stop.aborted) return 'stopped';
    const from = at;
    const to = { rows: from.rows + group.length, bytes: group.at(-1)?.endBytes ?? from.bytes };
    const allowance = run.allowanceAt?.(clock.nowMs());
    const append = { accountId: catalog.accountId, catalogId: catalog.catalogId, runId, from, to };
    const rows = into === 'importing' ? decideGroup(read, matches, from.rows, named) : [];
    // Before the rows, so that a killed import leaves a number too many remembered, never one too few.
    await catalogs.rememberOwnNumbers(catalog, ownNumbersOf(rows));
    let appended = into === 'importing' && (await catalogs.appendRows({ ...append, into, rows, allowance }));
    if (!appended) {
      if (into === 'importing' && (await isBeyond(catalogs, catalog, allowance, group.length))) return 'allowance_used';
      if ((await catalogs.findCatalog(catalog))?.status !== 'cancelled') return 'overtaken';
      into = 'cancelled';
      appended = await catalogs.appendRows({ ...append, into, rows: cancelGroup(read, from.rows) });
      if (!appended) return 'overtaken';
    }
    at = to;
    run.onProgress(at);
  }
  if (into === 'cancelled') return 'cancelled';
  if (await catalogs.completeImport(catalog, at, clock.nowMs())) return 'complete';
  return endOf(await catalogs.findCatalog(catalog), at);
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

/** Why an import could not be completed: it was cancelled meanwhile, or it is complete, which the store's lost answer did not say. */
function endOf(catalog: Catalog | undefined, at: ImportPlace): ImportEnd {
  if (catalog?.status === 'cancelled') return 'cancelled';
  return catalog?.status === 'complete' && catalog.imported.rows === at.rows ? 'complete' : 'overtaken';
}

/** The rows as an import would store them, duplicates among them told apart; nothing is stored. */
export async function previewRows(
  products: ProductIndex,
  rows: readonly (readonly string[])[],
  list: { readonly columns: RowColumns; readonly headings: readonly string[] },
): Promise<readonly CatalogRow[]> {
  const read = rows.map((cells) => ({ ...readRow(cells, list.columns, list.headings), cells }));
  return decideGroup(read, await matchGroup(products, read), 0, new IdentitySet());
}

type SourceReading = { readonly cells: readonly string[] } & (
  ReadRow | { readonly kind: 'broken'; readonly named: NamedRow; readonly reason: string }
);

function readSourceRow(row: SourceRow, { columns, headings }: CatalogImport): SourceReading {
  if (row.kind === 'broken') return { kind: 'broken', named: NAMES_NOTHING, reason: row.reason, cells: [] };
  return { ...readRow(row.cells, columns, headings), cells: row.cells };
}

/** The matches of the rows of a group that name a part, in their order. */
async function matchGroup(
  products: ProductIndex,
  group: readonly SourceReading[],
  ownNumbers?: MatchOptions['ownNumbers'],
): Promise<readonly RowMatch[]> {
  const named = group.flatMap((row) => (row.kind === 'part' ? [row.named] : []));
  // Near numbers are a read for each missed row: a preview reads them, an import of a million rows does not.
  return matchRows(products, named, ownNumbers === undefined ? { withHints: true } : { ownNumbers });
}

function decideGroup(
  group: readonly SourceReading[],
  matches: readonly RowMatch[],
  rowsBefore: number,
  named: IdentitySet,
): CatalogRow[] {
  const answers = matches[Symbol.iterator]();
  return group.map((read, index) => {
    const row = storedRow(rowsBefore + index + 1, read);
    switch (read.kind) {
      case 'broken':
        return { ...row, outcome: 'error', reason: read.reason };
      case 'skipped':
        return { ...row, outcome: 'skipped', reason: describeSkipped(read.why) };
      case 'part': {
        const match = answers.next().value;
        if (match === undefined) throw new Error('Every row that names a part has its match.');
        const warnings = describeWarnings(read.warnings);
        // A row whose only name was a spoiled barcode names a part, but no longer says which.
        const decision: Decision =
          match.kind === 'blank' && warnings.length > 0 ? { outcome: 'error' } : decideRow(match, named);
        const reason = [decision.reason, ...warnings].filter((text) => typeof text === 'string').join(' ');
        return { ...row, ...decision, reason: reason === '' ? null : reason };
      }
    }
  });
}

/** What the customer's own numbers of the rows mean, for later lists. */
function ownNumbersOf(rows: readonly CatalogRow[]): readonly OwnNumber[] {
  return rows.flatMap(({ itemNumber, itemId }) =>
    itemNumber === null || itemId === null ? [] : [{ itemNumber, itemId }],
  );
}

type Decision = Pick<CatalogRow, 'outcome'> &
  Partial<Pick<CatalogRow, 'itemId' | 'itemUpdatedAt' | 'reason' | 'candidates'>>;

function decideRow(match: RowMatch, named: IdentitySet): Decision {
  switch (match.kind) {
    case 'blank':
      return { outcome: 'skipped' };
    case 'unaskable':
      return { outcome: 'error', reason: match.reason };
    case 'missing': {
      const { reason, candidates } = match;
      return { outcome: named.add(identityOf(match)) ? 'not_found' : 'duplicate', reason, candidates };
    }
    case 'found': {
      const { id: itemId, updated_at: itemUpdatedAt } = match.item;
      const reason = match.by === 'own_number' ? 'Matched by your own number, as in an earlier list.' : null;
      return { outcome: named.add(identityOf(match)) ? 'cache_hit' : 'duplicate', itemId, itemUpdatedAt, reason };
    }
  }
}

function cancelGroup(group: readonly SourceReading[], rowsBefore: number): CatalogRow[] {
  return group.map((read, index) => ({ ...storedRow(rowsBefore + index + 1, read), outcome: 'cancelled' }));
}

const NAMES_NOTHING: NamedRow = { itemNumber: null, supplier: null, partNumber: null, gtin: null };

/** What is kept of a row that names too much: longer than any part's name, and never so long that rows do not fit together. */
const KEPT_CHARACTERS = 250;

function storedRow(row: number, { named, cells }: SourceReading): Omit<CatalogRow, 'outcome'> {
  const kept = (cell: string | null): string | null => cell?.slice(0, KEPT_CHARACTERS).toWellFormed() ?? null;
  return {
    row,
    itemNumber: kept(named.itemNumber),
    supplier: kept(named.supplier),
    partNumber: kept(named.partNumber),
    gtin: kept(named.gtin),
    itemId: null,
    itemUpdatedAt: null,
    reason: null,
    candidates: [],
    cells,
  };
}
