/**
 * Maps catalogs in the Accounts table (docs/reference/storage.md), with their heads, rows and copies, to and from the
 * core's types.
 */
import * as z from 'zod/mini';
import {
  CATALOG_STATUSES,
  CONTRADICTED_PROPERTIES,
  needsDecision,
  MATCH_WAYS,
  ROW_OUTCOMES,
  UNDECIDED_OUTCOMES,
  type Catalog,
  type CatalogKey,
  type CatalogRow,
  type DecideCounts,
  type RowCounts,
  type RowOutcome,
  type RowsKey,
} from '../../../core/catalogs/rows/catalog.ts';
import { isReplacementId, readCatalogSequence } from '../../../core/catalogs/rows/catalog-id.ts';
import { accountPartition } from '../accounts-table/account-keys.ts';
import type { Row, RowKey } from '../client/row-key.ts';

/** Row numbers in sort keys have nine digits. */
export const LAST_NUMBER = 999_999_999;

export function padded(number: number): string {
  return String(number).padStart(9, '0');
}

export const CATALOG_PREFIX = 'CATALOG#';
/** Heads of imports that replace the rows of a catalog; the account's list does not show them. */
export const REPLACEMENT_PREFIX = 'REPLACEMENT#';

/**
 * The key of a catalog's head, which is also its entry in the account's list; undefined for an id that no catalog can
 * have.
 */
export function catalogKey({ accountId, catalogId }: CatalogKey): RowKey | undefined {
  const sequence = readCatalogSequence(catalogId);
  if (sequence === undefined) return undefined;
  const prefix = isReplacementId(catalogId) ? REPLACEMENT_PREFIX : CATALOG_PREFIX;
  return { pk: accountPartition(accountId), sk: `${prefix}${padded(sequence)}` };
}

/** Counts the catalogs that the account has ever had. */
export function catalogCounterKey(accountId: string): RowKey {
  return { pk: accountPartition(accountId), sk: 'CATALOGS' };
}

/** Counts the rows that the account imported in a billing period. */
export function importedRowsKey(accountId: string, period: string): RowKey {
  return { pk: accountPartition(accountId), sk: `CATALOG_ROWS#${period}` };
}

export const REMOVED_CATALOG_PREFIX = 'REMOVED_CATALOG#';

/** The key of a row that exists while there are rows that no catalog shows any longer. */
export function removedRowsKey({ accountId, rowsIn }: RowsKey): RowKey {
  return { pk: accountPartition(accountId), sk: `${REMOVED_CATALOG_PREFIX}${rowsIn}` };
}

export function rowsPartition({ accountId, rowsIn }: Pick<RowsKey, 'accountId' | 'rowsIn'>): string {
  return `CATALOG#${accountId}#${rowsIn}`;
}

/** The sort keys of all rows, or of the copies of those with one outcome, end in the padded row number. */
export function rowPrefix(outcome?: RowOutcome): string {
  return outcome === undefined ? 'ROW#' : `OUTCOME#${outcome}#`;
}

export function rowKey(key: RowsKey, row: number, outcome?: RowOutcome): RowKey {
  return { pk: rowsPartition(key), sk: `${rowPrefix(outcome)}${padded(row)}` };
}

const whole = z.int().check(z.nonnegative());

/** A list of texts, stored as JSON because that is smaller than a DynamoDB list. */
const jsonList = z.pipe(
  z.pipe(
    z.string(),
    z.transform((json) => JSON.parse(json) as unknown),
  ),
  z.array(z.string()),
);

/** The head's attribute that counts the rows whose own words contradict their part. */
export const TO_CHECK = 'to_check';

const headSchema = z.object({
  account_id: z.string(),
  catalog_id: z.string(),
  sequence: whole,
  name: z.string(),
  status: z.enum(CATALOG_STATUSES),
  created_at_ms: whole,
  completed_at_ms: z.nullable(whole),
  imported_through: whole,
  imported_bytes: whole,
  fingerprint: z.string(),
  failure: z.nullable(z.string()),
  headings: z._default(jsonList, []),
  rows_in: z.optional(z.string()),
  replaces: z._default(z.nullable(z.string()), null),
  /** Whether the rows to decide have been counted since the first row. */
  counts_to_decide: z._default(z.boolean(), false),
  delimiter: z._default(z.nullable(z.string()), null),
  created_by: z._default(z.nullable(z.string()), null),
  research_asked_at_ms: z._default(z.nullable(whole), null),
});

/** The head's attribute that counts the rows with an outcome. */
export function countName(outcome: RowOutcome): string {
  return `rows_${outcome}`;
}

/** The head's attribute that counts the rows with an outcome that are to be decided on. */
function decideCountName(outcome: (typeof UNDECIDED_OUTCOMES)[number]): string {
  return `to_decide_${outcome}`;
}

/** The head's attribute that counts the row among those to decide; undefined if it needs no decision. */
export function decideCountOf(row: Pick<CatalogRow, 'outcome' | 'candidates'>): string | undefined {
  return needsDecision(row) ? decideCountName(row.outcome as (typeof UNDECIDED_OUTCOMES)[number]) : undefined;
}

/** The attributes that say whether rows to decide are counted, and how many there are. */
export function writeDecideCounts(toDecide: DecideCounts | null): Readonly<Record<string, unknown>> {
  if (toDecide === null) return { counts_to_decide: false };
  const counts = UNDECIDED_OUTCOMES.map((outcome) => [decideCountName(outcome), toDecide[outcome]]);
  return { counts_to_decide: true, ...(Object.fromEntries(counts) as Record<string, number>) };
}

/** @throws when the row is not a catalog's head */
export function readHead(row: unknown): Catalog {
  const head = headSchema.parse(row);
  const stored = row as Readonly<Record<string, unknown>>;
  const counts = Object.fromEntries(ROW_OUTCOMES.map((outcome) => [outcome, whole.parse(stored[countName(outcome)])]));
  const decideCounts = Object.fromEntries(
    UNDECIDED_OUTCOMES.map((outcome) => [outcome, whole.safeParse(stored[decideCountName(outcome)]).data ?? 0]),
  );
  const toCheck = whole.safeParse(stored[TO_CHECK]).data;
  return {
    accountId: head.account_id,
    catalogId: head.catalog_id,
    sequence: head.sequence,
    name: head.name,
    status: head.status,
    createdAtMs: head.created_at_ms,
    completedAtMs: head.completed_at_ms,
    counts: counts as RowCounts,
    imported: { rows: head.imported_through, bytes: head.imported_bytes },
    fingerprint: head.fingerprint,
    failure: head.failure,
    headings: head.headings,
    rowsIn: head.rows_in ?? head.catalog_id,
    replaces: head.replaces,
    toDecide: head.counts_to_decide ? (decideCounts as DecideCounts) : null,
    delimiter: head.delimiter,
    createdBy: head.created_by,
    researchAskedAtMs: head.research_asked_at_ms,
    ...(toCheck !== undefined && { toCheck }),
  };
}

/** @throws when the catalog's id is malformed */
export function writeHead(catalog: Catalog): Row {
  const key = catalogKey(catalog);
  if (key === undefined) throw new Error('A catalog has an id.');
  return {
    ...key,
    account_id: catalog.accountId,
    catalog_id: catalog.catalogId,
    sequence: catalog.sequence,
    name: catalog.name,
    status: catalog.status,
    created_at_ms: catalog.createdAtMs,
    completed_at_ms: catalog.completedAtMs,
    imported_through: catalog.imported.rows,
    imported_bytes: catalog.imported.bytes,
    fingerprint: catalog.fingerprint,
    failure: catalog.failure,
    ...(catalog.replaces !== null && { replaces: catalog.replaces }),
    ...(catalog.toDecide !== null && writeDecideCounts(catalog.toDecide)),
    ...(catalog.toCheck !== undefined && { [TO_CHECK]: catalog.toCheck }),
    ...(catalog.delimiter !== null && { delimiter: catalog.delimiter }),
    ...(catalog.createdBy !== null && { created_by: catalog.createdBy }),
    ...(catalog.headings.length > 0 && { headings: JSON.stringify(catalog.headings) }),
    ...Object.fromEntries(ROW_OUTCOMES.map((outcome) => [countName(outcome), catalog.counts[outcome]])),
  };
}

const text = z._default(z.nullable(z.string()), null);

const rowSchema = z.object({
  row: whole,
  outcome: z.enum(ROW_OUTCOMES),
  item_number: text,
  supplier: text,
  part_number: text,
  gtin: text,
  item_id: text,
  item_updated_at: text,
  unpaid: z._default(z.boolean(), false),
  reason: text,
  candidates: z.pipe(
    z._default(z.array(z.tuple([z.nullable(z.string()), z.string()])), []),
    z.transform((parts) => parts.map(([manufacturer, partNumber]) => ({ manufacturer, partNumber }))),
  ),
  matched_by: z._default(z.nullable(z.enum(MATCH_WAYS)), null),
  accepted_by: text,
  corrected: z._default(z.boolean(), false),
  stated: z.pipe(
    z._default(z.nullable(z.tuple([z.nullable(z.string()), z.nullable(z.string()), z.nullable(z.string())])), null),
    z.transform((cells) => cells && { supplier: cells[0], partNumber: cells[1], gtin: cells[2] }),
  ),
  running: z._default(z.boolean(), false),
  alternates: z.optional(
    z.pipe(
      z.array(z.tuple([z.nullable(z.string()), z.nullable(z.string())])),
      z.transform((sets) => sets.map(([supplier, partNumber]) => ({ supplier, partNumber }))),
    ),
  ),
  unclear: z.optional(z.boolean()),
  not_fitted: z.optional(z.string()),
  decided_in: z.optional(
    z.pipe(
      z.tuple([z.string(), z.int().check(z.nonnegative())]),
      z.transform(([catalogId, atMs]) => ({ catalogId, atMs })),
    ),
  ),
  contradictions: z.optional(
    z.pipe(
      z.array(z.tuple([z.enum(CONTRADICTED_PROPERTIES), z.string(), z.nullable(z.string())])),
      z.transform((all) => all.map(([property, says, part]) => ({ property, says, part }))),
    ),
  ),
  cells: z._default(z.nullable(jsonList), null),
});

/** @throws when the row is not a catalog's */
export function readCatalogRow(row: unknown): CatalogRow {
  const stored = rowSchema.parse(row);
  return {
    row: stored.row,
    outcome: stored.outcome,
    itemNumber: stored.item_number,
    supplier: stored.supplier,
    partNumber: stored.part_number,
    gtin: stored.gtin,
    itemId: stored.item_id,
    itemUpdatedAt: stored.item_updated_at,
    ...(stored.unpaid && { isUnpaid: true }),
    reason: stored.reason,
    candidates: stored.candidates,
    matchedBy: stored.matched_by,
    acceptedBy: stored.accepted_by,
    isCorrected: stored.corrected,
    stated: stored.stated,
    isRunningNumber: stored.running,
    ...(stored.alternates !== undefined && { alternates: stored.alternates }),
    ...(stored.contradictions !== undefined && { contradictions: stored.contradictions }),
    ...(stored.unclear !== undefined && { isNumberUnclear: stored.unclear }),
    ...(stored.not_fitted !== undefined && { notFitted: stored.not_fitted }),
    ...(stored.decided_in !== undefined && { decidedIn: stored.decided_in }),
    cells: stored.cells,
  };
}

/** The attributes of a row and of its copy; null values are left out. The customer's cells are only in the row. */
export function writeCatalogRow(row: CatalogRow): Readonly<Record<string, unknown>> {
  return {
    row: row.row,
    outcome: row.outcome,
    item_number: row.itemNumber ?? undefined,
    supplier: row.supplier ?? undefined,
    part_number: row.partNumber ?? undefined,
    gtin: row.gtin ?? undefined,
    item_id: row.itemId ?? undefined,
    item_updated_at: row.itemUpdatedAt ?? undefined,
    unpaid: row.isUnpaid || undefined,
    reason: row.reason ?? undefined,
    candidates:
      row.candidates.length === 0
        ? undefined
        : row.candidates.map(({ manufacturer, partNumber }) => [manufacturer, partNumber]),
    matched_by: row.matchedBy ?? undefined,
    accepted_by: row.acceptedBy ?? undefined,
    corrected: row.isCorrected || undefined,
    stated: row.stated === null ? undefined : [row.stated.supplier, row.stated.partNumber, row.stated.gtin],
    running: row.isRunningNumber || undefined,
    alternates: row.alternates?.map(({ supplier, partNumber }) => [supplier, partNumber]),
    unclear: row.isNumberUnclear || undefined,
    not_fitted: row.notFitted,
    decided_in: row.decidedIn === undefined ? undefined : [row.decidedIn.catalogId, row.decidedIn.atMs],
    contradictions:
      row.contradictions?.length === 0
        ? undefined
        : row.contradictions?.map(({ property, says, part }) => [property, says, part]),
  };
}

/** The customer's cells, as an attribute of the row. */
export function writeCells({ cells }: CatalogRow): Readonly<Record<string, unknown>> {
  return cells === null || cells.length === 0 ? {} : { cells: JSON.stringify(cells) };
}
