/**
 * Shapes catalogs for the dashboard. A matched row shows only the item fields that the specification makes free; the
 * state of its part and the candidates appear only if the account may be billed.
 */
import { isCorrectable } from '../../catalogs/import/correct-row.ts';
import { itemOfRow } from '../../catalogs/rows/item-of-row.ts';
import * as z from 'zod/mini';
import { isNotMeant, isToCheck, totalRows, type Catalog, type CatalogRow } from '../../catalogs/rows/catalog.ts';
import { describeContradiction } from '../../catalogs/rows/describe-contradiction.ts';
import type { CatalogReader } from '../../catalogs/rows/catalog-store.ts';
import type { RowPlace } from '../../catalogs/rows/list-row-group.ts';
import { WRITTEN_OTHERWISE, WRITTEN_SHORTER } from '../../catalogs/rows/miss-reasons.ts';
import { isNearlyAsWritten } from '../../catalogs/rows/nearly-as-written.ts';
import { ownWordsOf, type OwnCell } from '../../catalogs/rows/own-words.ts';
import { countGroups, groupOf } from '../../catalogs/rows/row-groups.ts';
import { describeState } from '../../index/items/describe-state.ts';
import type { StoredItem } from '../../index/items/item-lifecycle.ts';
import { reasonLabel } from './reason-label.ts';
import { isPersonId, type Member } from '../../access/people/person.ts';
import { timeText } from '../../time.ts';
import { writtenGtin } from './part-choice.ts';

export type CatalogData = ReturnType<typeof catalogData>;
export type CatalogRowData = ReturnType<typeof rowData>;
export type SaidData = CatalogRowData['said'];
export type SaidCell = NonNullable<SaidData['gtin']>;

type KnownMember = Pick<Member, 'personId' | 'email'>;

export function catalogData(catalog: Catalog, members: readonly KnownMember[]) {
  const { catalogId, name, status, createdAtMs, completedAtMs, createdBy, counts, failure } = catalog;
  return {
    id: catalogId,
    name,
    status,
    created_at: timeText(createdAtMs),
    completed_at: completedAtMs === null ? null : timeText(completedAtMs),
    /** The email address of the member who uploaded the file; null if they are no longer a member. */
    created_by: createdBy === null ? null : (addressOf(createdBy, members) ?? null),
    rows: totalRows(counts),
    groups: countGroups(catalog),
    /** The rows whose own words contradict their part; null if they were not counted. */
    to_check: catalog.toCheck ?? null,
    /** Why the import failed. */
    failure,
    /** Whether research may still find items for some of its rows. */
    is_researched: catalog.researchAskedAtMs !== null,
  };
}

interface RowView {
  /** The names of the catalogs in which earlier decisions were made. */
  readonly decidedIn?: ReadonlyMap<string, string> | undefined;
  readonly items: ReadonlyMap<string, StoredItem>;
  readonly members: readonly KnownMember[];
  readonly mayNameParts: boolean;
  readonly nowMs: number;
  /** The headings of the catalog. */
  readonly headings: readonly string[];
  /** The only candidates of rows, by row number. */
  readonly suggested?: ReadonlyMap<number, StoredItem> | undefined;
}

/** Returns the names of the catalogs in which the rows' earlier decisions were made; at most `MAX_NAMED`. */
export async function namesOfDecisions(
  catalogs: Pick<CatalogReader, 'findCatalog'>,
  accountId: string,
  rows: readonly CatalogRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ decidedIn }) => decidedIn?.catalogId ?? []))].slice(0, MAX_NAMED);
  const found = await Promise.all(ids.map((catalogId) => catalogs.findCatalog({ accountId, catalogId })));
  return new Map(found.flatMap((one) => (one === undefined ? [] : [[one.catalogId, one.name]])));
}

const MAX_NAMED = 10;

export function rowData(row: CatalogRow, view: RowView) {
  const { items, members, mayNameParts, nowMs, decidedIn } = view;
  const item = itemOfRow(row, items);
  const suggested = mayNameParts ? view.suggested?.get(row.row) : undefined;
  return {
    row: row.row,
    outcome: row.outcome,
    group: groupOf(row),
    your_item_number: row.itemNumber,
    /** The own number for which a decision is remembered; null for none, or for one that only counts the rows. */
    remembered_for: row.isRunningNumber ? null : row.itemNumber,
    supplier: row.supplier,
    supplier_part_number: row.partNumber,
    gtin: row.gtin,
    /** What the file says, also where it cannot be used. */
    said: saidData(row, view.headings),
    item: item === undefined ? null : itemSummary(item, row.gtin),
    state: stateData(mayNameParts ? item : undefined, nowMs),
    reason: reasonOf(row),
    /** How the file says that the part is not fitted, or the line cancelled; null if it does not. */
    not_fitted: row.notFitted ?? null,
    /** Whether a person should check the part that it has. */
    is_to_check: isToCheck(row),
    /** Whether a person may say what part it is. */
    may_be_fixed: isCorrectable(row) && row.outcome !== 'duplicate',
    /** Whether a person said that no part found or suggested is meant. */
    is_not_meant: isNotMeant(row),
    matched_by: row.matchedBy,
    /** A member's email address, or an operator's name. */
    accepted_by: row.acceptedBy === null ? null : decidedBy(row.acceptedBy, members),
    candidates: mayNameParts
      ? row.candidates.map(({ manufacturer, partNumber }) => ({ manufacturer, part_number: partNumber }))
      : [],
    /** The earlier decision that was applied; `name` is the catalog's, null if it is deleted. */
    ...(row.decidedIn !== undefined && {
      decided_in: {
        catalog_id: row.decidedIn.catalogId,
        name: decidedIn?.get(row.decidedIn.catalogId) ?? null,
        at: timeText(row.decidedIn.atMs),
      },
    }),
    /** The only candidate; null if there are none or several, or the index no longer has it. */
    suggestion: suggested === undefined ? null : suggestionData(row, suggested, nowMs),
    /**
     * What the row's own words say and the part is not; `part` only if the title says it, `words` is the sentence to
     * show.
     */
    contradictions: (row.isUnpaid === true ? [] : (row.contradictions ?? [])).map((one) => ({
      ...one,
      words: describeContradiction(one),
    })),
  };
}

function suggestionData(row: CatalogRow, item: StoredItem, nowMs: number) {
  const { manufacturer, brand, mpn, title, confidence } = item;
  const [candidate] = row.candidates;
  return {
    /** As the index writes it. */
    manufacturer: manufacturer ?? brand,
    part_number: mpn,
    title,
    confidence,
    state: stateData(item, nowMs),
    /** Whether it may be accepted together with others. */
    is_nearly_as_written: candidate !== undefined && row.notFitted === undefined && isNearlyAsWritten(row, candidate),
  };
}

/** The state of a part, if known; `words` continues a sentence that starts with "This part". */
function stateData(item: StoredItem | undefined, nowMs: number) {
  const lifecycle = item?.lifecycle;
  return lifecycle === undefined ? null : { ...lifecycle, words: describeState(lifecycle, nowMs) };
}

function reasonOf({ reason, supplier }: CatalogRow): string | null {
  const isOfName = reason === WRITTEN_OTHERWISE || reason === WRITTEN_SHORTER;
  return isOfName && supplier !== null ? `${reason.slice(0, -1)}: ${supplier}.` : reasonLabel(reason);
}

function saidData(row: CatalogRow, headings: readonly string[]) {
  const { supplier, partNumber, gtin, description } = ownWordsOf(row, headings);
  /** A cell of the file; `is_used` is false for text that names nothing. */
  const cellData = (cell: OwnCell | null) => cell && { text: cell.text, is_used: cell.isUsed };
  return {
    supplier: cellData(supplier),
    supplier_part_number: cellData(partNumber),
    gtin: cellData(gtin),
    description,
  };
}

function itemSummary(item: StoredItem, written: string | null) {
  const { id, manufacturer, mpn, title, confidence } = item;
  return { id, manufacturer, mpn, title, confidence, gtin: writtenGtin(item, written) };
}

/** Names operators but not former members. */
export function decidedBy(who: string, members: readonly KnownMember[]): string {
  return addressOf(who, members) ?? (isPersonId(who) ? 'a former member' : who);
}

function addressOf(personId: string, members: readonly KnownMember[]): string | undefined {
  return members.find((member) => member.personId === personId)?.email;
}

/** Writes `d12` for the rows to decide after row 12, `r12` for the other rows after row 12. */
export function writePlace({ part, after }: RowPlace): string {
  return `${part === 'to_decide' ? 'd' : 'r'}${after}`;
}

export function readPlace(text: string, { issues }: z.core.ParsePayload): RowPlace {
  const [, part, after] = /^([dr])(\d{1,9})$/.exec(text) ?? [];
  if (after !== undefined) return { part: part === 'd' ? 'to_decide' : 'rest', after: Number(after) };
  issues.push({ code: 'custom', message: 'There is no such page.', input: text });
  return z.NEVER;
}
