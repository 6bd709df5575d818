/** Catalogs: the list, the rows by outcome, corrections, the export in pages. A catalog is always asked for with the session's own account. */
import * as z from 'zod';
import { periodAt } from '../../../core/billing/periods.ts';
import type { CatalogReader } from '../../../core/catalogs/catalog-store.ts';
import { ROW_OUTCOMES, type Catalog, type CatalogKey, type CatalogRow } from '../../../core/catalogs/catalog.ts';
import {
  acceptItem,
  renamePart,
  type CorrectionError,
  type Corrector,
} from '../../../core/catalog-import/correct-row.ts';
import { exportCsv, RowsReplacedError } from '../../../core/catalogs/export-rows.ts';
import { listCatalogRows } from '../../../core/catalogs/list-catalog-rows.ts';
import { listCatalogs, showCatalog } from '../../../core/catalogs/list-catalogs.ts';
import { rowAllowanceAt } from '../../../core/catalogs/row-allowance.ts';
import type { CatalogExportData, CatalogListData, CatalogRowData } from '../../../core/dashboard/dashboard-data.ts';
import { itemIdSchema } from '../../../core/identifiers.ts';
import type { Result } from '../../../core/result.ts';
import { refuse } from '../../../core/refusals/http-refusal.ts';
import { billingRefusal, requireBillable } from './billing-standing.ts';
import { endpoint, type SignedInCall } from './define-endpoint.ts';
import { dayOf } from '../../../core/time.ts';

const ROWS_A_PAGE = 50;
/** Of at most 4 kB each (prepared-file.ts): an answer stays within what a function may say. */
const EXPORTED_AT_ONCE = 500;

const catalogId = z.string().max(20);
const rowNumber = z.int().min(1);
const wholeNumber = z.coerce.number().int().min(0).optional();
const cell = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .transform((text) => (text === '' ? null : text))
    .nullable();

export const catalogs = endpoint({
  method: 'GET',
  path: '/catalogs',
  access: 'member',
  input: z.strictObject({ cursor: wholeNumber }),
  async handle({ dependencies, signedIn: { account }, input: { cursor } }) {
    const page = await listCatalogs(dependencies.catalogs, account.accountId, { cursor });
    const shown = page.catalogs.map((catalog) => ({ ...showCatalog(catalog), failure: catalog.failure }));
    const data: CatalogListData = { catalogs: shown, next_cursor: page.nextCursor };
    return { data };
  },
});

export const catalogRows = endpoint({
  method: 'GET',
  path: '/catalogs/rows',
  access: 'member',
  input: z.strictObject({ catalog_id: catalogId, outcome: z.enum(ROW_OUTCOMES).optional(), cursor: wholeNumber }),
  async handle({ dependencies, signedIn: { account }, input: { catalog_id, outcome, cursor }, nowMs }) {
    const key = { accountId: account.accountId, catalogId: catalog_id };
    const outcomes = outcome === undefined ? undefined : [outcome];
    const [catalog, refusal] = await Promise.all([
      dependencies.catalogs.findCatalog(key),
      billingRefusal(dependencies, account, nowMs),
    ]);
    if (catalog === undefined) return refuseUnknownCatalog();
    const mayNameParts = refusal === undefined;
    const advice = { research: '', mayNameParts, nowMs };
    const [page, stored] = await Promise.all([
      listCatalogRows(dependencies, key, { outcomes, cursor, limit: ROWS_A_PAGE, advice }),
      dependencies.catalogs.readRows(catalog, { outcomes, after: cursor ?? 0, limit: ROWS_A_PAGE }),
    ]);
    if (!page.ok) return refuseUnknownCatalog();
    const storedRows = new Map(stored.map((row) => [row.row, row]));
    const rows = page.value.rows.map((row): CatalogRowData => ({
      ...row,
      matched_by: storedRows.get(row.row)?.matchedBy ?? null,
      accepted_by: storedRows.get(row.row)?.acceptedBy ?? null,
      candidates: (mayNameParts ? (storedRows.get(row.row)?.candidates ?? []) : []).map(
        ({ manufacturer, partNumber }) => ({
          manufacturer,
          part_number: partNumber,
        }),
      ),
    }));
    return { data: { catalog_id, rows, next_cursor: page.value.nextCursor } };
  },
});

/** The row means this item of the index. */
export const acceptRow = endpoint({
  method: 'POST',
  path: '/catalogs/accept',
  access: 'member',
  input: z.strictObject({ catalog_id: catalogId, row: rowNumber, item_id: itemIdSchema }),
  async handle(call) {
    const { row, item_id: itemId } = call.input;
    const catalog = await requireCorrectable(call);
    const by = correctorOf(call);
    return { data: rowData(orRefuse(await acceptItem(call.dependencies, catalog, row, itemId, by), call)) };
  },
});

/** The row names another part, and is matched again. */
export const fixRow = endpoint({
  method: 'POST',
  path: '/catalogs/fix',
  access: 'member',
  input: z.strictObject({
    catalog_id: catalogId,
    row: rowNumber,
    supplier: cell(200),
    part_number: cell(120),
    gtin: cell(20),
  }),
  async handle(call) {
    const { row, supplier, part_number: partNumber, gtin } = call.input;
    const catalog = await requireCorrectable(call);
    const named = { supplier, partNumber, gtin };
    const by = correctorOf(call);
    return { data: rowData(orRefuse(await renamePart(call.dependencies, catalog, row, named, by), call)) };
  },
});

/** A part of the file; the page joins them. All parts are of one state of the catalog: `state` of the first is sent with the rest. */
export const exportCatalog = endpoint({
  method: 'GET',
  path: '/catalogs/export',
  access: 'member',
  input: z.strictObject({ catalog_id: catalogId, cursor: wholeNumber, state: z.string().max(40).optional() }),
  async handle({ dependencies, signedIn: { account }, input: { catalog_id, cursor = 0, state }, nowMs }) {
    const [catalog, refusal] = await Promise.all([
      requireCatalog(dependencies, { accountId: account.accountId, catalogId: catalog_id }),
      billingRefusal(dependencies, account, nowMs),
    ]);
    const ports = { ...dependencies, mayNameParts: refusal === undefined };
    if (state !== undefined && state !== catalog.rowsIn) return refuseReplaced();
    let csv = '';
    let last = cursor;
    let rows = 0;
    try {
      for await (const { text, row } of exportCsv(ports, catalog, { after: cursor, most: EXPORTED_AT_ONCE })) {
        csv += text;
        if (row > 0) rows += 1;
        last = row;
      }
    } catch (error) {
      if (error instanceof RowsReplacedError) return refuseReplaced();
      throw error;
    }
    const data: CatalogExportData = {
      csv,
      state: catalog.rowsIn,
      next_cursor: rows < EXPORTED_AT_ONCE ? null : last,
    };
    return { data };
  },
});

function refuseReplaced(): never {
  return refuse('conflict', 'The list was replaced while it was downloaded. Download it again.', 'catalog_id');
}

async function requireCatalog(
  { catalogs: store }: { readonly catalogs: CatalogReader },
  key: CatalogKey,
): Promise<Catalog> {
  return (await store.findCatalog(key)) ?? refuseUnknownCatalog();
}

type CorrectionCall = SignedInCall<{ readonly catalog_id: string }>;

/** The catalog, of an account that may be billed: a correction shows a record of the index. */
async function requireCorrectable({
  dependencies,
  signedIn: { account },
  input,
  nowMs,
}: CorrectionCall): Promise<Catalog> {
  const catalog = await requireCatalog(dependencies, { accountId: account.accountId, catalogId: input.catalog_id });
  await requireBillable(dependencies, account, nowMs);
  return catalog;
}

function correctorOf({ signedIn: { account, member }, nowMs }: CorrectionCall): Corrector {
  return { who: member.personId, nowMs, allowance: rowAllowanceAt(account, nowMs) };
}

function refuseUnknownCatalog(): never {
  return refuse('not_found', 'Your account has no such catalog.', 'catalog_id');
}

function orRefuse(
  result: Result<CatalogRow, CorrectionError>,
  { signedIn: { account }, nowMs }: CorrectionCall,
): CatalogRow {
  if (result.ok) return result.value;
  const { reason } = result;
  switch (reason.kind) {
    case 'no_such_row':
      return refuse('not_found', 'The catalog has no such row.', 'row');
    case 'no_such_item':
      return refuse('validation_failed', 'The index has no such item.', 'item_id');
    case 'not_correctable':
      return refuse('conflict', `A row that is ${reason.outcome} cannot be corrected.`, 'row');
    case 'unaskable':
      return refuse('validation_failed', `It names no part: ${reason.reason}`, 'part_number');
    case 'allowance_used': {
      const { name, catalogRowsPerMonth } = account.terms;
      const rows = `${catalogRowsPerMonth.toLocaleString('en-US')} rows`;
      const nextOn = dayOf(periodAt(account.anchorDay, nowMs).endMs);
      return refuse(
        'conflict',
        `The ${rows} that the plan ${name} gives in a period are used, and a correction takes one. The next period begins on ${nextOn}.`,
      );
    }
    case 'changed_meanwhile':
      return refuse('conflict', 'The row was changed meanwhile. Reload and try again.');
  }
}

function rowData({ row, outcome, itemId, matchedBy, acceptedBy, reason }: CatalogRow) {
  return { row, outcome, item_id: itemId, matched_by: matchedBy, accepted_by: acceptedBy, reason };
}
