/**
 * Endpoints for catalogs: the list, rows by group, one row, states, and the export in parts. All are limited to the
 * session's account.
 */
import * as z from 'zod/mini';
import { exportCsv, RowsReplacedError } from '../../../core/catalogs/rows/export-rows.ts';
import { listCatalogs } from '../../../core/catalogs/rows/list-catalogs.ts';
import { listRowGroup } from '../../../core/catalogs/rows/list-row-group.ts';
import { ROW_GROUPS } from '../../../core/catalogs/rows/row-groups.ts';
import { rowAllowanceAt } from '../../../core/catalogs/rows/row-allowance.ts';
import { countStates } from '../../../core/catalogs/rows/state-counts.ts';
import {
  catalogData,
  decidedBy,
  namesOfDecisions,
  readPlace,
  rowData,
  writePlace,
} from '../../../core/dashboard/views/catalog-data.ts';
import { readSuggestedParts } from '../../../core/dashboard/views/suggested-parts.ts';
import { refuse } from '../../../core/api/refusals/http-refusal.ts';
import { billingRefusal } from '../../../core/access/administration/billing-standing.ts';
import {
  catalogIdInput,
  placeInput,
  refuseUnknownCatalog,
  requireBillableCatalog,
  requireCatalog,
  requireOwnCatalog,
  rowInput,
} from './catalog-access.ts';
import { endpoint } from './define-endpoint.ts';

const ROWS_A_PAGE = 50;
/** Rows of at most 4 kB each (prepared-file.ts), so that a response stays within Lambda's limit. */
const EXPORTED_AT_ONCE = 500;
const COUNTED_AT_ONCE = 500;

const groupInput = z.enum(ROW_GROUPS);
/** Row numbers, separated by commas. */
const rowsInput = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,49}$/)),
  z.transform((text) => [...new Set(text.split(',').map(Number))]),
);

export const catalogs = endpoint({
  method: 'GET',
  path: '/catalogs',
  access: 'member',
  input: z.strictObject({ cursor: placeInput }),
  async handle({ dependencies: { catalogs: store, reports }, signedIn: { account }, input: { cursor }, nowMs }) {
    const { accountId } = account;
    const { period, rowsPerPeriod } = rowAllowanceAt(account, nowMs);
    const [page, members, used] = await Promise.all([
      listCatalogs(store, accountId, { cursor }),
      reports.listMembers(accountId),
      store.importedRows(accountId, period),
    ]);
    return {
      data: {
        catalogs: page.catalogs.map((catalog) => catalogData(catalog, members)),
        next_cursor: page.nextCursor,
        allowance: { rows_used: used, rows_per_period: rowsPerPeriod },
      },
    };
  },
});

/** Returns the rows of a group or all rows, those to decide on first; or exactly the named rows. */
export const catalogRows = endpoint({
  method: 'GET',
  path: '/catalogs/rows',
  access: 'member',
  input: z.strictObject({
    catalog_id: catalogIdInput,
    group: z.optional(z.union([groupInput, z.literal('check')])),
    after: z.optional(z.pipe(z.string(), z.transform(readPlace))),
    rows: z.optional(rowsInput),
  }),
  async handle({ dependencies, signedIn: { account }, input, nowMs }) {
    const { catalog_id: catalogId, group = 'all' as const, after, rows } = input;
    const { accountId } = account;
    const { period, rowsPerPeriod } = rowAllowanceAt(account, nowMs);
    const [page, members, used, refusal] = await Promise.all([
      listRowGroup(dependencies, { accountId, catalogId }, { group, place: after, limit: ROWS_A_PAGE, rows }),
      dependencies.reports.listMembers(accountId),
      dependencies.catalogs.importedRows(accountId, period),
      billingRefusal(dependencies.reports, account, nowMs),
    ]);
    if (page === undefined) return refuseUnknownCatalog();
    const mayNameParts = refusal === undefined;
    const [suggested, decidedIn] = await Promise.all([
      mayNameParts ? readSuggestedParts(dependencies.index, page.rows) : undefined,
      namesOfDecisions(dependencies.catalogs, accountId, page.rows),
    ]);
    const { headings } = page.catalog;
    const view = { items: page.items, members, mayNameParts, nowMs, headings, suggested, decidedIn };
    return {
      data: {
        catalog: catalogData(page.catalog, members),
        rows: page.rows.map((row) => rowData(row, view)),
        /** The cursor of the next page. */
        next: page.next === null ? null : writePlace(page.next),
        /** Whether candidates are shown and corrections accepted. */
        may_name_parts: mayNameParts,
        allowance: { rows_used: used, rows_per_period: rowsPerPeriod },
      },
    };
  },
});

/** Returns one row with the customer's cells. */
export const catalogRow = endpoint({
  method: 'GET',
  path: '/catalogs/row',
  access: 'member',
  input: z.strictObject({ catalog_id: catalogIdInput, row: z.pipe(z.coerce.number(), rowInput) }),
  async handle(call) {
    const { dependencies, signedIn, input, nowMs } = call;
    const [catalog, refusal, members] = await Promise.all([
      requireOwnCatalog(call),
      billingRefusal(dependencies.reports, signedIn.account, nowMs),
      dependencies.reports.listMembers(signedIn.account.accountId),
    ]);
    const row = await dependencies.catalogs.findRow(catalog, input.row);
    if (row === undefined) return refuse('not_found', 'The catalog has no such row.', 'row');
    const items = row.itemId === null ? new Map() : await dependencies.index.readItems([row.itemId], []);
    const decidedIn = await namesOfDecisions(dependencies.catalogs, signedIn.account.accountId, [row]);
    return {
      data: {
        ...rowData(row, {
          items,
          members,
          mayNameParts: refusal === undefined,
          nowMs,
          headings: catalog.headings,
          decidedIn,
        }),
        cells: catalog.headings.map((heading, place) => ({ heading, text: row.cells?.[place] ?? '' })),
      },
    };
  },
});

/** Counts the lifecycle states of matched items, some rows per call; only for accounts that may be billed. */
export const catalogStates = endpoint({
  method: 'GET',
  path: '/catalogs/states',
  readsMuch: true,
  access: 'member',
  input: z.strictObject({ catalog_id: catalogIdInput, after: placeInput }),
  async handle(call) {
    const catalog = await requireBillableCatalog(call);
    const part = { after: call.input.after ?? 0, most: COUNTED_AT_ONCE };
    return { data: await countStates(call.dependencies, catalog, part) };
  },
});

/**
 * Returns one part of the exported file; the dashboard joins them. The client sends the first part's `state` with the
 * others, so that all match it.
 */
export const exportCatalog = endpoint({
  method: 'GET',
  path: '/catalogs/export',
  readsMuch: true,
  access: 'member',
  input: z.strictObject({
    catalog_id: catalogIdInput,
    group: z.optional(z.union([groupInput, z.literal('check')])),
    cursor: placeInput,
    state: z.optional(z.string().check(z.maxLength(40))),
  }),
  async handle({ dependencies, signedIn: { account }, input, nowMs }) {
    const { catalog_id: catalogId, group, cursor: after = 0, state } = input;
    const { accountId } = account;
    const [catalog, refusal, members] = await Promise.all([
      requireCatalog(dependencies, { accountId, catalogId }),
      billingRefusal(dependencies.reports, account, nowMs),
      dependencies.reports.listMembers(accountId),
    ]);
    const nameOf = (who: string) => decidedBy(who, members);
    const ports = { ...dependencies, mayNameParts: refusal === undefined, nameOf };
    if (state !== undefined && state !== catalog.rowsIn) return refuseReplaced();
    let csv = '';
    let next: number | null = null;
    try {
      for await (const { kind, text, row } of exportCsv(ports, catalog, { group, after, most: EXPORTED_AT_ONCE })) {
        csv += text;
        if (kind === 'more') next = row;
      }
    } catch (error) {
      if (error instanceof RowsReplacedError) return refuseReplaced();
      throw error;
    }
    // The state identifies the rows of the catalog: parts with different states belong to different files.
    return { data: { csv, state: catalog.rowsIn, next_cursor: next } };
  },
});

function refuseReplaced(): never {
  return refuse('conflict', 'The list was replaced while it was downloaded. Download it again.', 'catalog_id');
}
