/**
 * Brings the rows of a file into a catalog, each matched against the index (specification section 2.4).
 *
 * What it guarantees: every row of the file becomes exactly one row of the catalog, numbered as it stands there. Killed anywhere
 * and started again on the same file it makes the same catalog; of two imports of one catalog only one gets on. Memory holds a
 * few groups of rows, and eight bytes for each part named so far. How rows, copies and counts are stored at once is the store's affair.
 */
import type { Clock } from '../clock.ts';
import { randomAlphanumeric } from '../identifiers.ts';
import type { ProductIndex } from '../products/product-index.ts';
import type { Catalog, CatalogRow, ImportPlace, NamedRow } from './catalog.ts';
import { MAX_APPENDED_ROWS, type CatalogStore } from './catalog-store.ts';
import type { IdentitySet } from './identity-set.ts';
import { inGroups, mapAhead } from './map-ahead.ts';
import { matchRows, type RowMatch } from './match-rows.ts';
import { identityOf, recallNamedParts } from './named-parts.ts';

/** Groups that are matched while an earlier one is written. */
const GROUPS_AHEAD = 4;

/** One row of a file. `endBytes` is where it ends: reading can go on from there. */
export type SourceRow = { readonly endBytes: number } & (
  | { readonly kind: 'named'; readonly named: NamedRow }
  /** It cannot be read; `reason` repeats nothing of it. */
  | { readonly kind: 'broken'; readonly reason: string }
);

export interface ImportPorts {
  readonly catalogs: CatalogStore;
  readonly products: ProductIndex;
  readonly clock: Clock;
}

export interface CatalogImport {
  readonly catalog: Catalog;
  /** The rows of the file behind `catalog.imported`. */
  readonly rows: AsyncIterable<SourceRow>;
  readonly stop: AbortSignal;
  onProgress(reached: ImportPlace): void;
}

/** `overtaken`: somebody else imports the catalog, or has deleted it. */
export type ImportEnd = 'complete' | 'cancelled' | 'stopped' | 'overtaken';

export async function importCatalog(ports: ImportPorts, run: CatalogImport): Promise<ImportEnd> {
  const { catalogs, products, clock } = ports;
  const { catalog } = run;
  const runId = randomAlphanumeric(12);
  const named = await recallNamedParts(catalogs, catalog, catalog.imported.rows);
  let into: 'importing' | 'cancelled' = 'importing';
  let at = catalog.imported;
  const matched = mapAhead(inGroups(run.rows, MAX_APPENDED_ROWS), GROUPS_AHEAD, async (group) => ({
    group,
    matches: into === 'importing' ? await matchGroup(products, group) : [],
  }));
  for await (const { group, matches } of matched) {
    if (run.stop.aborted) return 'stopped';
    const from = at;
    const to = { rows: from.rows + group.length, bytes: group.at(-1)?.endBytes ?? from.bytes };
    const append = { accountId: catalog.accountId, catalogId: catalog.catalogId, runId, from, to };
    let appended =
      into === 'importing' &&
      (await catalogs.appendRows({ ...append, into, rows: decideGroup(group, matches, from.rows, named) }));
    if (!appended) {
      if ((await catalogs.findCatalog(catalog))?.status !== 'cancelled') return 'overtaken';
      into = 'cancelled';
      appended = await catalogs.appendRows({ ...append, into, rows: cancelGroup(group, from.rows) });
      if (!appended) return 'overtaken';
    }
    at = to;
    run.onProgress(at);
  }
  if (into === 'cancelled') return 'cancelled';
  if (await catalogs.completeImport(catalog, at, clock.nowMs())) return 'complete';
  return endOf(await catalogs.findCatalog(catalog), at);
}

/** Why an import could not be completed: it was cancelled meanwhile, or it is complete, which the store's lost answer did not say. */
function endOf(catalog: Catalog | undefined, at: ImportPlace): ImportEnd {
  if (catalog?.status === 'cancelled') return 'cancelled';
  return catalog?.status === 'complete' && catalog.imported.rows === at.rows ? 'complete' : 'overtaken';
}

/** The matches of the named rows of a group, in their order. */
async function matchGroup(products: ProductIndex, group: readonly SourceRow[]): Promise<readonly RowMatch[]> {
  return matchRows(
    products,
    group.flatMap((row) => (row.kind === 'named' ? [row.named] : [])),
  );
}

function decideGroup(
  group: readonly SourceRow[],
  matches: readonly RowMatch[],
  rowsBefore: number,
  named: IdentitySet,
): CatalogRow[] {
  const answers = matches[Symbol.iterator]();
  return group.map((source, index) => {
    const row = rowsBefore + index + 1;
    if (source.kind === 'broken') return { ...storedRow(row, NAMES_NOTHING), outcome: 'error', reason: source.reason };
    const match = answers.next().value;
    if (match === undefined) throw new Error('Every named row has its match.');
    return { ...storedRow(row, source.named), ...decideRow(match, named) };
  });
}

type Decision = Pick<CatalogRow, 'outcome'> & Partial<Pick<CatalogRow, 'itemId' | 'itemUpdatedAt' | 'reason'>>;

function decideRow(match: RowMatch, named: IdentitySet): Decision {
  switch (match.kind) {
    case 'blank':
      return { outcome: 'skipped' };
    case 'unaskable':
      return { outcome: 'error', reason: match.reason };
    case 'missing':
      return { outcome: named.add(identityOf(match)) ? 'not_found' : 'duplicate' };
    case 'found': {
      const { id: itemId, updated_at: itemUpdatedAt } = match.item;
      return { outcome: named.add(identityOf(match)) ? 'cache_hit' : 'duplicate', itemId, itemUpdatedAt };
    }
  }
}

function cancelGroup(group: readonly SourceRow[], rowsBefore: number): CatalogRow[] {
  return group.map((source, index) => ({
    ...storedRow(rowsBefore + index + 1, source.kind === 'named' ? source.named : NAMES_NOTHING),
    outcome: 'cancelled',
  }));
}

const NAMES_NOTHING: NamedRow = { itemNumber: null, supplier: null, partNumber: null, gtin: null };

/** What is kept of a row that names too much: longer than any part's name, and never so long that rows do not fit together. */
const KEPT_CHARACTERS = 250;

function storedRow(row: number, named: NamedRow): Omit<CatalogRow, 'outcome'> {
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
  };
}
