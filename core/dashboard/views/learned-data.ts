/** Lists the matches that people decided on, newest first, each with what it stated and what it means now. */
import type { CatalogReader } from '../../catalogs/rows/catalog-store.ts';
import {
  MAX_FILES,
  type LearnedKey,
  type LearnedMatch,
  type LearnedMatches,
  type Statement,
} from '../../catalogs/rows/learned-matches.ts';
import type { Member } from '../../access/people/person.ts';
import type { ItemIndex } from '../../index/items/item-index.ts';
import type { StoredItem } from '../../index/items/item-lifecycle.ts';
import { findNamedParts } from '../../index/lookup/find-named-parts.ts';
import { timeText } from '../../time.ts';
import { decidedBy } from './catalog-data.ts';

export type LearnedListData = Awaited<ReturnType<typeof listDecisions>>;
export type LearnedMatchData = LearnedListData['learned'][number];

interface LearnedQuery {
  /** A text that own number, stated part, file or person contains. */
  readonly find: string;
  /** Only those that `is_to_look_at` is said of. */
  readonly isToLookAt: boolean;
  readonly after: number;
  readonly limit: number;
}

/** The most stored matches that are read, and how many at a time. */
const MAX_READ = 20_000;
const READ_AT_ONCE = 1_000;

interface Decision {
  readonly match: LearnedMatch;
  readonly keys: readonly LearnedKey[];
}

interface ShownDecision extends Decision {
  readonly file: string | null;
  readonly by: string;
}

type Ports = { readonly catalogs: CatalogReader & LearnedMatches; readonly index: ItemIndex };
type KnownMember = Pick<Member, 'personId' | 'email'>;

export async function listDecisions(
  { catalogs, index }: Ports,
  accountId: string,
  members: readonly KnownMember[],
  { find, isToLookAt, after, limit }: LearnedQuery,
) {
  const decisions = grouped(await readDecided(catalogs, accountId));
  const ids = [...new Set(decisions.map(({ match }) => match.catalogId))];
  const found = await Promise.all(ids.map((catalogId) => catalogs.findCatalog({ accountId, catalogId })));
  const names = new Map(ids.map((id, place) => [id, found[place]?.name ?? null]));
  const wanted = find.trim().toLowerCase();
  const described = decisions.map((decision): ShownDecision => ({
    ...decision,
    file: names.get(decision.match.catalogId) ?? null,
    by: decidedBy(decision.match.acceptedBy ?? '', members),
  }));
  // Only a search looks into the parts of all decisions.
  const searched = wanted === '' ? new Map<string, StoredItem>() : await readItems(index, decisions);
  const fitting = described.filter(({ match, file, by }) => {
    const { itemNumber, stated, itemId } = match;
    const item = searched.get(itemId ?? '');
    const texts = [itemNumber, stated.supplier, stated.partNumber, item?.manufacturer, item?.mpn, file, by];
    return wanted === '' || texts.some((text) => text?.toLowerCase().includes(wanted) === true);
  });
  const changed = isToLookAt
    ? (await comparedWithIndex(index, fitting.slice(0, MAX_LOOKED_AT))).filter((one) => one.isToLookAt)
    : undefined;
  const page =
    changed?.slice(after, after + limit) ?? (await comparedWithIndex(index, fitting.slice(after, after + limit)));
  const items = wanted === '' ? await readItems(index, page) : searched;
  const later = await Promise.all(page.map((decision) => countLaterFiles(catalogs, accountId, decision)));
  const total = (changed ?? fitting).length;
  return {
    learned: page.map(({ match, keys, file, by, isToLookAt: is_to_look_at }, place) => {
      const item = items.get(match.itemId ?? '');
      return {
        /** The keys to forget and restore it by: of the customer's own number, and of what was stated. */
        keys,
        item_id: match.itemId,
        your_item_number: match.itemNumber,
        stated: statedData(match.stated),
        /** What a person changed the statement to; null if it is unchanged. */
        fixed_to: match.named === null ? null : statedData(match.named),
        /** What it means now; null if the index has no such part, or no longer. */
        item: item === undefined ? null : { manufacturer: item.manufacturer, mpn: item.mpn, title: item.title },
        /** Whether the index now has a part with exactly the stated number, which is another one. */
        is_to_look_at,
        /** The name of the catalog in which it was decided; null if that was deleted. */
        file,
        /** A member's email address, or an operator's name. */
        learned_by: by,
        at: timeText(match.learnedAtMs),
        /** The number of other catalogs whose rows got their part by it; 100 stands for 100 or more. */
        later_files: later[place] ?? 0,
      };
    }),
    /** All that the search and the filter find. */
    total,
    /** The position of the next page; null if this is the last one. */
    next: after + limit < total ? after + limit : null,
  };
}

/** The newest decisions that are compared with the index, to find those to look at again. */
const MAX_LOOKED_AT = 2_000;

/** Says of which decisions the index now has a part with exactly the stated number, which is another one. */
async function comparedWithIndex<Compared extends Decision>(
  index: ItemIndex,
  decisions: readonly Compared[],
): Promise<readonly (Compared & { readonly isToLookAt: boolean })[]> {
  const stated = decisions.map(({ match }) => ({
    manufacturer: match.stated.supplier,
    partNumber: match.stated.partNumber,
  }));
  const exact = await findNamedParts(index, stated);
  return decisions.map((decision, place) => {
    const now = exact[place];
    return { ...decision, isToLookAt: now !== undefined && now.id !== decision.match.itemId };
  });
}

async function countLaterFiles(
  catalogs: LearnedMatches,
  accountId: string,
  { match, keys }: Decision,
): Promise<number> {
  const files = await Promise.all(keys.map((key) => catalogs.filesUsing(accountId, key)));
  const others = new Set(files.flat().filter((catalogId) => catalogId !== match.catalogId));
  return Math.min(others.size, MAX_FILES);
}

/**
 * Returns the stored matches of a person's decisions; those that the index found by itself are not listed. One whose
 * forgetting was killed is listed until it is forgotten again, which finishes it.
 */
async function readDecided(catalogs: LearnedMatches, accountId: string): Promise<readonly LearnedMatch[]> {
  const forgetting = await catalogs.listForgetting(accountId);
  const decided = forgetting.filter(({ acceptedBy }) => acceptedBy !== null);
  let after: LearnedKey | null = null;
  for (let read = 0; read < MAX_READ; read += READ_AT_ONCE) {
    const page: readonly LearnedMatch[] = await catalogs.listLearned(accountId, { after, limit: READ_AT_ONCE });
    decided.push(...page.filter(({ acceptedBy }) => acceptedBy !== null));
    after = page.at(-1)?.key ?? null;
    if (page.length < READ_AT_ONCE) break;
  }
  return decided;
}

/** One decision is stored under the row's own number and under what it states. */
function grouped(matches: readonly LearnedMatch[]): readonly Decision[] {
  const decisions = new Map<string, { match: LearnedMatch; keys: LearnedKey[] }>();
  for (const match of matches) {
    const { itemNumber, stated, itemId, catalogId, learnedAtMs } = match;
    const same = JSON.stringify([itemNumber, stated, itemId, catalogId, learnedAtMs]);
    const known = decisions.get(same);
    if (known === undefined) decisions.set(same, { match, keys: [match.key] });
    else known.keys.push(match.key);
  }
  return [...decisions.values()].sort((a, b) => b.match.learnedAtMs - a.match.learnedAtMs);
}

async function readItems(index: ItemIndex, decisions: readonly Decision[]): Promise<ReadonlyMap<string, StoredItem>> {
  const ids = [...new Set(decisions.flatMap(({ match }) => match.itemId ?? []))];
  return ids.length === 0 ? new Map() : index.readItems(ids, []);
}

function statedData({ supplier, partNumber, gtin }: Statement) {
  return { supplier, supplier_part_number: partNumber, gtin };
}
