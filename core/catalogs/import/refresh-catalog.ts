/**
 * Looks up the rows of a finished catalog again. A row that is found now becomes `cache_hit`, one with a newer or
 * another item `refreshed`, one with a deleted item `not_found`. A row that is still missing gets its current reason
 * and candidates, so that research is not sold for a part in the index or held back by a deleted candidate. Errors,
 * duplicates and skipped rows stay unchanged. Safe to kill and to repeat.
 */
import type { ItemIndex } from '../../index/items/item-index.ts';
import { nameCandidate, type CatalogRow, type RowCandidate, type RowOutcome, type RowsKey } from '../rows/catalog.ts';
import type { CatalogStore, MatchedItem, RowChange } from '../rows/catalog-store.ts';
import { matchFileRows } from './match-file-rows.ts';
import { usesIn } from './learn-matches.ts';
import { found, type RowMatch } from './match-rows.ts';
import { MissExplainer } from './explain-misses.ts';
import { describeMiss } from '../rows/miss-reasons.ts';
import { warningsIn } from '../files/row-warnings.ts';

const LOOKED_AGAIN: readonly RowOutcome[] = ['cache_hit', 'enriched', 'refreshed', 'not_found'];
const PAGE_ROWS = 50;

interface RefreshPorts {
  readonly catalogs: CatalogStore;
  readonly index: ItemIndex;
}

interface CatalogRefresh {
  readonly key: RowsKey;
  readonly stop: AbortSignal;
  /** Called after every page with the last row number and the number of changed rows so far. */
  onProgress(row: number, changed: number): void;
}

/** @returns the number of changed rows */
export async function refreshCatalog(ports: RefreshPorts, run: CatalogRefresh): Promise<number> {
  const { key, stop } = run;
  const explainer = new MissExplainer(ports.index);
  let changed = 0;
  for (let after = 0; !stop.aborted;) {
    const rows = await ports.catalogs.readRows(key, { outcomes: LOOKED_AGAIN, after, limit: PAGE_ROWS });
    const last = rows.at(-1);
    if (last === undefined) break;
    const matches = await matchAgain(ports, key, explainer, rows);
    const changes = rows.flatMap((row, place) => decideChange(row, matches[place]) ?? []);
    await ports.catalogs.noteUses(
      key.accountId,
      usesIn(
        matches.map((match, place) => ({ match, row: rows[place]!.row })),
        { ...key, replaces: null },
      ),
    );
    if (changes.length > 0) changed += await ports.catalogs.changeRows(key, changes);
    after = last.row;
    run.onProgress(after, changed);
  }
  return changed;
}

/** A row keeps an item that a person chose while the item exists; other rows are matched as in an import. */
async function matchAgain(
  ports: RefreshPorts,
  { accountId }: RowsKey,
  explainer: MissExplainer,
  rows: readonly CatalogRow[],
): Promise<readonly RowMatch[]> {
  const given = rows.flatMap(({ isCorrected, itemId }) => (isCorrected && itemId !== null ? [itemId] : []));
  const [matches, items] = await Promise.all([
    matchFileRows(
      ports,
      { accountId, explainer },
      rows.map((row) => ({ ...row, named: row })),
    ),
    ports.index.readItems([...new Set(given)], []),
  ]);
  return matches.map(({ match }, place): RowMatch => {
    const row = rows[place];
    const item = row?.isCorrected === true ? items.get(row.itemId ?? '') : undefined;
    return item === undefined ? match : found(item, 'accepted', row?.acceptedBy);
  });
}

/** Returns undefined if the row is unchanged. */
function decideChange(row: CatalogRow, match: RowMatch | undefined): RowChange | undefined {
  if (match?.kind === 'found') {
    const { id: itemId, updated_at: itemUpdatedAt } = match.item;
    const { by: matchedBy, acceptedBy = null, decidedIn = itemId === row.itemId ? row.decidedIn : undefined } = match;
    const also = {
      reason: warningsIn(row.reason),
      candidates: [],
      // The row's own words were held against the former item.
      ...(itemId === row.itemId ? {} : { contradictions: [] }),
      matchedBy,
      acceptedBy,
      isCorrected: matchedBy === 'accepted',
      decidedIn,
    };
    if (row.outcome === 'not_found') return { row, outcome: 'cache_hit', itemId, itemUpdatedAt, also };
    return isNews(row, match.item) ? { row, outcome: 'refreshed', itemId, itemUpdatedAt, also } : undefined;
  }
  if (match?.kind !== 'missing') return undefined;
  const reason = [describeMiss(match.why), warningsIn(row.reason)].filter(Boolean).join(' ');
  if (row.outcome === 'not_found' && row.reason === reason && sameCandidates(row.candidates, match.candidates))
    return undefined;
  const also = { reason, candidates: match.candidates, matchedBy: null };
  return { row, outcome: 'not_found', itemId: null, itemUpdatedAt: null, also };
}

function sameCandidates(a: readonly RowCandidate[], b: readonly RowCandidate[]): boolean {
  return a.map(nameCandidate).join('\n') === b.map(nameCandidate).join('\n');
}

/**
 * Returns whether the item is another one, or has a later `updated_at`. They are compared as times, because items may
 * have any UTC offset.
 */
function isNews(row: CatalogRow, item: MatchedItem): boolean {
  if (item.id !== row.itemId) return true;
  if (item.updated_at === null) return false;
  return row.itemUpdatedAt === null || Date.parse(item.updated_at) > Date.parse(row.itemUpdatedAt);
}
