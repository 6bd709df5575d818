/**
 * Requests research for catalog rows without a match, within the account's cap, and updates the rows with the results.
 * Both steps are safe to kill and to repeat: each part is requested and charged once.
 */
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import type { Account } from '../../billing/accounts/account.ts';
import type { CatalogRow, RowsKey } from '../../catalogs/rows/catalog.ts';
import type { CatalogStore } from '../../catalogs/rows/catalog-store.ts';
import { MAX_MANUFACTURER_LENGTH, MAX_PART_NUMBER_LENGTH } from '../../index/items/item-record.ts';
import { toManufacturerKey, namesManufacturer } from '../../index/part-keys/manufacturer-name.ts';
import { namesPart, partKey } from '../../index/part-keys/part-number.ts';
import { requestForAccount, type AccountPart, type AccountPorts } from './enrich-for-account.ts';
import { isForNow, isPlanOrBilling, type EnrichmentRefusal } from './enrichment-refusal.ts';
import { whyNotResearched } from './unresearchable.ts';
import { isOpen, numberId, numberName, type EnrichmentRequest } from './enrichment-request.ts';

/** The most rows in one transaction. */
const ROWS_A_CALL = 10;
const ROWS_COUNTED = 200;

interface CatalogEnrichment {
  readonly key: RowsKey;
  readonly stop: AbortSignal;
  /** Whether to request rows that have a candidate in the index, too. */
  readonly withCandidates?: boolean;
  /** Called after every page with the last row number. */
  readonly onProgress: (row: number) => void;
  /** Limits the run to `mostRows` rows after row number `after`; absent for all rows. */
  readonly stretch?: { readonly after: number; readonly mostRows: number };
}

interface AskedForCatalog {
  /** Rows with a part that is queued now, by this or an earlier run. */
  readonly queued: number;
  /**
   * Rows that were not requested, because they have no manufacturer or part number, are not fitted, or because the
   * request was refused.
   */
  readonly left: number;
  /** Fitted rows that were not requested because they have a candidate in the index. */
  readonly skipped: number;
  /** The reason that the account may not request more; the remaining rows were not requested. */
  readonly refusal: EnrichmentRefusal | undefined;
  /** The last row number of the stretch if there may be more rows. */
  readonly next: number | undefined;
}

/**
 * Requests the part of every row that was not found.
 * @param readAccount reads the current account: a long run must respect a cap that was lowered or a plan that ended
 * meanwhile
 */
export async function askForCatalog(
  ports: AccountPorts & { readonly catalogs: CatalogStore },
  readAccount: () => Promise<Account>,
  run: CatalogEnrichment & {
    readonly audit: (nowMs: number) => AuditLine;
    readonly nowMs: () => number;
    /** False only for an operator (`requestForAccount`). */
    readonly counted: boolean;
    /** The most parts to queue, as the person agreed. */
    readonly mostParts?: number;
  },
): Promise<AskedForCatalog> {
  let queued = 0;
  let left = 0;
  let skipped = 0;
  const rest = new Stretch(run);
  for await (const page of notFoundRows(ports.catalogs, run, ROWS_A_CALL, rest)) {
    const asked = partsToAsk(page, run);
    left += asked.left;
    skipped += asked.skipped;
    const parts = asked.parts.slice(0, Math.max(0, (run.mostParts ?? Infinity) - queued));
    if (parts.length < asked.parts.length) rest.end();
    const nowMs = run.nowMs();
    const options = { again: false, counted: run.counted, audit: run.audit(nowMs) };
    const answers =
      parts.length === 0 ? [] : await requestForAccount(ports, await readAccount(), parts, options, nowMs);
    for (const answer of answers) {
      if (answer.kind === 'refused' && endsRun(answer.refusal, run))
        return { queued, left, skipped, refusal: answer.refusal, next: undefined };
      if (answer.kind === 'queued') queued += 1;
      if (answer.kind === 'refused') left += 1;
    }
    if (rest.isEnded) break;
  }
  return { queued, left, skipped, refusal: undefined, next: rest.next };
}

/**
 * Counts the rows that `askForCatalog` would request, to show the highest possible price, and those it would leave. It
 * requests nothing.
 */
export async function countResearchable(
  catalogs: CatalogStore,
  run: CatalogEnrichment,
): Promise<Pick<AskedForCatalog, 'left' | 'skipped' | 'next'> & { readonly parts: number }> {
  let parts = 0;
  let left = 0;
  let skipped = 0;
  const rest = new Stretch(run);
  for await (const page of notFoundRows(catalogs, run, ROWS_COUNTED, rest)) {
    const asked = partsToAsk(page, run);
    parts += asked.parts.length;
    left += asked.left;
    skipped += asked.skipped;
  }
  return { parts, left, skipped, next: rest.next };
}

/**
 * A person's run (a stretch) ends when the account must wait; an operator's run leaves out such parts and continues.
 */
function endsRun(refusal: EnrichmentRefusal, { stretch }: CatalogEnrichment): boolean {
  return isPlanOrBilling(refusal) || (stretch !== undefined && isForNow(refusal.kind));
}

/**
 * Returns the parts of rows that were not found, and how many rows are left or skipped. Research of a part that the
 * index has under another name, or that is not fitted, would waste money, so a person should decide such rows.
 */
function partsToAsk(
  page: readonly CatalogRow[],
  { withCandidates = false }: Pick<CatalogEnrichment, 'withCandidates'>,
) {
  const isMeant = ({ candidates }: CatalogRow): boolean => withCandidates || candidates.length === 0;
  const fitted = page.filter(({ notFitted }) => notFitted === undefined);
  const parts = fitted.filter(isMeant).flatMap((row) => partOf(row) ?? []);
  const skipped = fitted.filter((row) => !isMeant(row)).length;
  return { parts, left: page.filter(isMeant).length - parts.length, skipped };
}

/** Returns whether research of the catalog asks for the row's part. */
export function isResearched(row: CatalogRow): boolean {
  return row.outcome === 'not_found' && partsToAsk([row], {}).parts.length > 0;
}

/** Sets rows to `enriched` if research found their part. */
export async function followCatalog(
  ports: AccountPorts & { readonly catalogs: CatalogStore },
  run: CatalogEnrichment,
): Promise<{ enriched: number; open: number; next: number | undefined }> {
  const totals = { enriched: 0, open: 0 };
  const rest = new Stretch(run);
  for await (const rows of notFoundRows(ports.catalogs, run, ROWS_A_CALL, rest)) {
    const named = rows.flatMap((row) => {
      const part = partOf(row);
      if (part === undefined) return [];
      const name = numberName(part.name, part.asked.partNumber);
      return [{ row, id: numberId(name), name }];
    });
    const { accountId } = run.key;
    const requests = await ports.enrichment.readRequests(
      accountId,
      named.map(({ name }) => name),
    );
    const byPart = new Map(requests.map((request) => [numberId(request), request]));
    totals.open += requests.filter(isOpen).length;
    const found = named.flatMap(({ row, id }) => foundItem(row, byPart.get(id)));
    totals.enriched += await enrichRows(ports, run.key, found);
  }
  return { ...totals, next: rest.next };
}

async function enrichRows(
  { catalogs, index }: Pick<AccountPorts, 'index'> & { readonly catalogs: CatalogStore },
  key: RowsKey,
  found: readonly { readonly row: number; readonly itemId: string }[],
): Promise<number> {
  const items = await index.readItems([...new Set(found.map(({ itemId }) => itemId))], []);
  let enriched = 0;
  for (const { row, itemId } of found) {
    const stored = items.get(itemId);
    if (stored === undefined) continue;
    const item = { id: stored.id, updated_at: stored.updated_at };
    if (await catalogs.changeRowOutcome(key, row, { from: 'not_found', to: 'enriched', item })) enriched += 1;
  }
  return enriched;
}

/** Tracks how far the rows of a run are read. */
class Stretch {
  after: number;
  isEnded = false;
  #left: number;

  constructor({ stretch }: CatalogEnrichment) {
    this.after = stretch?.after ?? 0;
    this.#left = stretch?.mostRows ?? Infinity;
  }

  /** Returns the most rows of the next page. */
  of(page: number): number {
    return Math.min(page, this.#left);
  }

  read(rows: number, last: number): void {
    this.after = last;
    this.#left -= rows;
  }

  end(): void {
    this.isEnded = true;
  }

  get next(): number | undefined {
    return this.isEnded || this.#left === Infinity ? undefined : this.after;
  }
}

async function* notFoundRows(
  catalogs: CatalogStore,
  { key, stop, onProgress }: CatalogEnrichment,
  rowsAtOnce: number,
  rest: Stretch,
) {
  while (!stop.aborted && rest.of(rowsAtOnce) > 0) {
    const rows = await catalogs.readRows(key, {
      outcomes: ['not_found'],
      after: rest.after,
      limit: rest.of(rowsAtOnce),
    });
    const last = rows.at(-1);
    if (last === undefined) return rest.end();
    yield rows;
    rest.read(rows.length, last.row);
    onProgress(last.row);
  }
}

/** Returns undefined for a row without a part that request_enrichment would accept. */
function partOf({ supplier, partNumber }: CatalogRow): AccountPart | undefined {
  if (supplier === null || partNumber === null) return undefined;
  if (supplier.length > MAX_MANUFACTURER_LENGTH || partNumber.length > MAX_PART_NUMBER_LENGTH) return undefined;
  if (!namesManufacturer(supplier) || !namesPart(partNumber)) return undefined;
  if (whyNotResearched(supplier, partNumber) !== undefined) return undefined;
  const name = { manufacturerKey: toManufacturerKey(supplier), part: partKey(partNumber) };
  return { name, asked: { manufacturer: supplier, partNumber, description: null } };
}

/** Returns an empty list unless research found the part. */
function foundItem({ row }: CatalogRow, request: EnrichmentRequest | undefined) {
  const itemId = request?.itemId;
  return typeof itemId === 'string' ? [{ row, itemId }] : [];
}
