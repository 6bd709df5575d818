/**
 * Matches the rows again that a remembered decision gave their item, after it was forgotten or restored: in every
 * catalog whose rows used it. Bounded: a run looks at few rows and says where the next one goes on. Every change is
 * conditional on the row as it was read, so a run may be killed anywhere and repeated. It shows nothing that the import
 * did not show, so it uses no row of the period's allowance.
 */
import type { ItemIndex } from '../../index/items/item-index.ts';
import type { Catalog, CatalogRow } from '../rows/catalog.ts';
import { isReplacementId } from '../rows/catalog-id.ts';
import type { CatalogStore, RowChange } from '../rows/catalog-store.ts';
import { placeOfUse, type LearnedKey, type LearnedUse } from '../rows/learned-matches.ts';
import { fixedAs } from './decide-rows.ts';
import { usesIn } from './learn-matches.ts';
import { matchFileRows, type FileRowMatch } from './match-file-rows.ts';
import { MissExplainer } from './explain-misses.ts';
import { asInFile, contradictionsAgain, undecidedAgain } from './undo-decision.ts';

interface RematchPorts {
  readonly catalogs: CatalogStore;
  readonly index: ItemIndex;
}

/** Where a run goes on: the number of the key among those given, and the last use that was looked at. */
export interface RematchPlace {
  readonly key: number;
  readonly after: string | null;
}

interface Rematched {
  /** The number of changed rows. */
  readonly changed: number;
  /** null if every row was looked at. */
  readonly next: RematchPlace | null;
}

/** A run looks at the rows of so many uses, each of one append at most. */
const USES_A_RUN = 5;

/**
 * Matches the rows of an append again whose remembered matches were forgotten after they were read: when they were
 * forgotten, the rows were not there to be found.
 * @param catalog the one that was appended to; a replacement, too
 * @param uses those of the append
 */
export async function rematchForgotten(
  ports: RematchPorts,
  catalog: Catalog,
  uses: readonly LearnedUse[],
  explainer: MissExplainer,
): Promise<void> {
  if (uses.length === 0) return;
  const known = await ports.catalogs.readLearned(
    catalog.accountId,
    uses.map(({ key }) => key),
  );
  for (const use of uses) if (!known.has(use.key)) await rematchRows(ports, catalog, use, 'forgotten', explainer);
}

/** @param is whether the matches of the keys were forgotten, or restored */
export async function rematchUses(
  ports: RematchPorts,
  accountId: string,
  keys: readonly LearnedKey[],
  is: 'forgotten' | 'restored',
  from: RematchPlace = { key: 0, after: null },
): Promise<Rematched> {
  const explainer = new MissExplainer(ports.index);
  const headOf = (catalogId: string) => ports.catalogs.findCatalog({ accountId, catalogId });
  let [changed, left, { after }] = [0, USES_A_RUN, from];
  for (let place = from.key; place < keys.length; place += 1) {
    const key = keys[place]!;
    for (;;) {
      if (left === 0) return { changed, next: { key: place, after } };
      const uses: readonly LearnedUse[] = await ports.catalogs.listUses(accountId, key, { after, limit: left });
      for (const use of uses) {
        for (const catalogId of holdersOf(use)) {
          const catalog = await headOf(catalogId);
          if (catalog?.rowsIn === use.rowsIn) changed += await rematchRows(ports, catalog, use, is, explainer);
        }
        after = placeOfUse(use);
      }
      const isLast = uses.length < left;
      left -= uses.length;
      if (isLast) break;
    }
    after = null;
  }
  return { changed, next: null };
}

/**
 * Returns the catalogs that may have the rows of a use: those of a replacement are the catalog's once it was switched
 * to them, which may happen between the two. A deleted catalog, or a file that was replaced, has no such rows.
 */
function holdersOf({ catalogId, rowsIn }: LearnedUse): readonly string[] {
  return isReplacementId(rowsIn) ? [rowsIn, catalogId] : [catalogId];
}

async function rematchRows(
  ports: RematchPorts,
  catalog: Catalog,
  use: LearnedUse,
  is: 'forgotten' | 'restored',
  explainer: MissExplainer,
): Promise<number> {
  const isOpen = is === 'forgotten' ? usesDecision : isUndecided;
  const before = (await ports.catalogs.findRows(catalog, use.rows)).filter(isOpen);
  if (before.length === 0) return 0;
  const matches = await matchFileRows(ports, { accountId: catalog.accountId, explainer }, before.map(asInFile));
  // Before the rows: a killed run may have noted rows that did not change, but never misses one.
  const used = usesIn(
    before.map(({ row }, place) => ({ row, match: matches[place]?.match })),
    catalog,
  );
  await ports.catalogs.noteUses(
    catalog.accountId,
    used.filter(({ key }) => key !== use.key),
  );
  const changes = before.flatMap((row, place): RowChange[] => {
    const listed = matches[place];
    if (listed === undefined || isUnchanged(row, listed.match, is)) return [];
    return usedKeyOf(listed.match) === undefined
      ? [undecidedAgain(row, listed.match, catalog.headings)]
      : [decidedAgain(row, listed, catalog)];
  });
  return changes.length === 0 ? 0 : ports.catalogs.changeRows(catalog, changes);
}

function usedKeyOf(match: FileRowMatch['match']): LearnedKey | undefined {
  return match.kind === 'found' ? match.usedKey : undefined;
}

/**
 * Whether the row is already as it is matched now. After a restore only a remembered match changes it, and after
 * forgetting whatever else it is matched by: another remembered match may give it another item.
 */
function isUnchanged(row: CatalogRow, match: FileRowMatch['match'], is: 'forgotten' | 'restored'): boolean {
  if (usedKeyOf(match) === undefined) return is === 'restored';
  return is === 'forgotten' && match.kind === 'found' && match.item.id === row.itemId && isSameDecision(row, match);
}

function isSameDecision({ decidedIn: was }: CatalogRow, { decidedIn: now }: Pick<CatalogRow, 'decidedIn'>): boolean {
  return was?.catalogId === now?.catalogId && was?.atMs === now?.atMs;
}

/** Whether an earlier decision, and not one on the row itself, gave the row its item. */
function usesDecision({ decidedIn, itemId }: CatalogRow): boolean {
  return decidedIn !== undefined && itemId !== null;
}

/** Whether nobody decided on the row: neither a person, nor by having it researched. */
function isUndecided({ decidedIn, isCorrected, outcome, matchedBy }: CatalogRow): boolean {
  if (decidedIn !== undefined || isCorrected || matchedBy === 'research') return false;
  return outcome !== 'skipped' && outcome !== 'cancelled';
}

/** Returns the row as an import with the remembered decision would store it. */
function decidedAgain(row: CatalogRow, listed: FileRowMatch, { headings }: Catalog): RowChange {
  const { match } = listed;
  if (match.kind !== 'found') throw new Error('A row that is decided again has its item.');
  const { item, by: matchedBy, acceptedBy = null, decidedIn } = match;
  const also = {
    reason: null,
    candidates: [],
    matchedBy,
    acceptedBy,
    decidedIn,
    isCorrected: matchedBy === 'accepted',
    contradictions: matchedBy === 'accepted' ? [] : contradictionsAgain(row, match, headings),
    ...fixedAs(listed),
  };
  return { row, outcome: 'cache_hit', itemId: item.id, itemUpdatedAt: item.updated_at, also };
}
