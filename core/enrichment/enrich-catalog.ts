/**
 * Research for catalog rows without a match: requests it within the account's cap and updates the rows' outcomes with the
 * results. Both steps may be killed and repeated: each part is requested and charged once.
 */
import type { AuditLine } from '../accounts/audit-line.ts';
import type { Account } from '../accounts/plan.ts';
import type { CatalogRow, RowsKey } from '../catalogs/catalog.ts';
import type { CatalogStore } from '../catalogs/catalog-store.ts';
import { MAX_MANUFACTURER_LENGTH, MAX_PART_NUMBER_LENGTH } from '../items/item-record.ts';
import { toManufacturerKey, namesManufacturer } from '../part-keys/manufacturer-name.ts';
import { namesPart, partKey } from '../part-keys/part-number.ts';
import { requestForAccount, type AccountPart, type AccountPorts } from './enrich-for-account.ts';
import { isForNow, isPlanOrBilling, type EnrichmentRefusal } from './enrichment-refusal.ts';
import { isOpen, numberId, numberName, type EnrichmentRequest } from './enrichment-request.ts';

/** The most in one transaction. */
const ROWS_A_CALL = 10;
const ROWS_COUNTED = 200;

export interface CatalogEnrichment {
  readonly key: RowsKey;
  readonly stop: AbortSignal;
  /** Also request rows that have a candidate in the index. */
  readonly withCandidates?: boolean;
  /** Called after every page with the last row number. */
  readonly onProgress: (row: number) => void;
  /** A stretch of the rows: those behind `after`, at most so many. All of them when not given. */
  readonly stretch?: { readonly after: number; readonly mostRows: number };
}

export interface AskedForCatalog {
  /** Rows whose part is queued now, by this or an earlier run. */
  readonly queued: number;
  /** Rows that cannot be researched: without manufacturer or part number, or not found within the last 30 days. */
  readonly left: number;
  /** Rows that were not requested because they have a candidate in the index. */
  readonly held: number;
  /** Why the account may not request more; the remaining rows were not requested. */
  readonly refusal: EnrichmentRefusal | undefined;
  /** The last row of a stretch behind which there may be more. */
  readonly next: number | undefined;
}

/**
 * Requests the part of every row that was not found.
 * @param readAccount reads the current account: a long run must respect a cap that is lowered, or a plan that ends, meanwhile
 */
export async function askForCatalog(
  ports: AccountPorts & { readonly catalogs: CatalogStore },
  readAccount: () => Promise<Account>,
  run: CatalogEnrichment & {
    readonly audit: (nowMs: number) => AuditLine;
    readonly nowMs: () => number;
    /** The most parts that may be queued: what the person agreed to. */
    readonly mostParts?: number;
  },
): Promise<AskedForCatalog> {
  let queued = 0;
  let left = 0;
  let held = 0;
  const rest = new Stretch(run);
  for await (const page of notFoundRows(ports.catalogs, run, ROWS_A_CALL, rest)) {
    const rows = page.filter((row) => mayBeAsked(row, run));
    held += page.length - rows.length;
    const named = rows.flatMap((row) => partOf(row) ?? []);
    left += rows.length - named.length;
    const parts = named.slice(0, Math.max(0, (run.mostParts ?? Infinity) - queued));
    if (parts.length < named.length) rest.end();
    const nowMs = run.nowMs();
    const options = { again: false, audit: run.audit(nowMs) };
    const answers =
      parts.length === 0 ? [] : await requestForAccount(ports, await readAccount(), parts, options, nowMs);
    for (const answer of answers) {
      if (answer.kind === 'refused' && endsRun(answer.refusal, run))
        return { queued, left, held, refusal: answer.refusal, next: undefined };
      if (answer.kind === 'queued') queued += 1;
      if (answer.kind === 'refused') left += 1;
    }
    if (rest.isEnded) break;
  }
  return { queued, left, held, refusal: undefined, next: rest.next };
}

/** The most that requesting a catalog would cost; requests nothing. */
export async function countResearchable(
  catalogs: CatalogStore,
  run: CatalogEnrichment,
): Promise<{ readonly parts: number; readonly held: number; readonly next: number | undefined }> {
  let parts = 0;
  let held = 0;
  const rest = new Stretch(run);
  for await (const page of notFoundRows(catalogs, run, ROWS_COUNTED, rest)) {
    const rows = page.filter((row) => mayBeAsked(row, run));
    held += page.length - rows.length;
    parts += rows.filter((row) => partOf(row) !== undefined).length;
  }
  return { parts, held, next: rest.next };
}

/** A person who waits learns when they must ask again; an operator's run leaves what cannot be asked for now. */
function endsRun(refusal: EnrichmentRefusal, { stretch }: CatalogEnrichment): boolean {
  return isPlanOrBilling(refusal) || (stretch !== undefined && isForNow(refusal.kind));
}

/** Research of a part that the index has under another name would be wasted money: a person should look at such rows. */
function mayBeAsked({ candidates }: CatalogRow, { withCandidates = false }: CatalogEnrichment): boolean {
  return withCandidates || candidates.length === 0;
}

/** Sets rows whose part was found to `enriched`. */
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
  { catalogs, products }: Pick<AccountPorts, 'products'> & { readonly catalogs: CatalogStore },
  key: RowsKey,
  found: readonly { readonly row: number; readonly itemId: string }[],
): Promise<number> {
  const records = await products.readItems([...new Set(found.map(({ itemId }) => itemId))], []);
  let enriched = 0;
  for (const { row, itemId } of found) {
    const record = records.get(itemId);
    if (record === undefined) continue;
    const item = { id: record.id, updated_at: record.updated_at };
    if (await catalogs.changeRowOutcome(key, row, { from: 'not_found', to: 'enriched', item })) enriched += 1;
  }
  return enriched;
}

/** How far the rows of a run are read. */
class Stretch {
  after: number;
  isEnded = false;
  #left: number;

  constructor({ stretch }: CatalogEnrichment) {
    this.after = stretch?.after ?? 0;
    this.#left = stretch?.mostRows ?? Infinity;
  }

  /** How many rows may be read with the next page. */
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

/** Undefined for a row that names no part, or one that request_enrichment would not accept. */
function partOf({ supplier, partNumber }: CatalogRow): AccountPart | undefined {
  if (supplier === null || partNumber === null) return undefined;
  if (supplier.length > MAX_MANUFACTURER_LENGTH || partNumber.length > MAX_PART_NUMBER_LENGTH) return undefined;
  if (!namesManufacturer(supplier) || !namesPart(partNumber)) return undefined;
  const name = { manufacturerKey: toManufacturerKey(supplier), part: partKey(partNumber) };
  return { name, asked: { manufacturer: supplier, partNumber, description: null } };
}

/** Only a part that was found has a record. */
function foundItem({ row }: CatalogRow, request: EnrichmentRequest | undefined) {
  const itemId = request?.itemId;
  return typeof itemId === 'string' ? [{ row, itemId }] : [];
}
