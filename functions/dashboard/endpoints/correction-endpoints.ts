/**
 * Endpoints with which a person decides on rows of a catalog: accepting candidates, searching for a part, and changing
 * what a row names. All are limited to the session's account.
 */
import * as z from 'zod/mini';
import {
  acceptSuggestions,
  MAX_ACCEPTED_ROWS,
  type AcceptedSuggestion,
} from '../../../core/catalogs/import/accept-suggestions.ts';
import { acceptItem, renamePart } from '../../../core/catalogs/import/correct-row.ts';
import { rowAllowanceAt } from '../../../core/catalogs/rows/row-allowance.ts';
import { partChoice } from '../../../core/dashboard/views/part-choice.ts';
import { searchForRow } from '../../../core/dashboard/views/search-for-row.ts';
import { itemIdSchema } from '../../../core/identifiers.ts';
import { MAX_MANUFACTURER_LENGTH, MAX_PART_NUMBER_LENGTH } from '../../../core/index/items/item-record.ts';
import { refuse } from '../../../core/api/refusals/http-refusal.ts';
import {
  catalogIdInput,
  correctedData,
  correctorOf,
  orRefuse,
  refuseUsedAllowance,
  requireBillableCatalog,
  rowInput,
  usedAllowanceWords,
} from './catalog-access.ts';
import { endpoint } from './define-endpoint.ts';

const cell = (most: number) =>
  z.nullable(
    z.pipe(
      z.string().check(z.trim(), z.maxLength(most)),
      z.transform((text) => (text === '' ? null : text)),
    ),
  );

/** Accepts shown candidates: for one row any of them, for several rows the only one that each has. */
export const acceptShown = endpoint({
  method: 'POST',
  path: '/catalogs/accept-suggestions',
  access: 'member',
  input: z.strictObject({
    catalog_id: catalogIdInput,
    rows: z
      .array(
        z.strictObject({
          row: rowInput,
          manufacturer: z.nullable(z.string().check(z.maxLength(MAX_MANUFACTURER_LENGTH))),
          part_number: z.string().check(z.maxLength(MAX_PART_NUMBER_LENGTH)),
        }),
      )
      .check(
        z.minLength(1),
        z.maxLength(MAX_ACCEPTED_ROWS),
        z.refine((rows) => new Set(rows.map(({ row }) => row)).size === rows.length, {
          error: 'A row is named twice.',
        }),
      ),
  }),
  async handle(call) {
    const catalog = await requireBillableCatalog(call);
    const seen = call.input.rows.map(({ row, manufacturer, part_number: partNumber }) => ({
      row,
      part: { manufacturer, partNumber },
    }));
    const answers = await acceptSuggestions(call.dependencies, catalog, seen, correctorOf(call));
    const rowsOf = (...kinds: readonly AcceptedSuggestion['kind'][]) =>
      answers.filter(({ kind }) => kinds.includes(kind)).map(({ row }) => row);
    const usedUp = rowsOf('allowance_used');
    return {
      data: {
        /** Accepted by this request, or by an earlier one that this repeats. */
        accepted: rowsOf('accepted', 'accepted_before'),
        /** The row has changed since it was shown. */
        changed: rowsOf('changed'),
        /** The index no longer has the part. */
        gone: rowsOf('gone'),
        refused: usedUp.length === 0 ? null : { rows: usedUp, why: usedAllowanceWords(call, 'a correction') },
      },
    };
  },
});

/** Searches the index for a row; takes one row of the period's allowance if it finds parts. */
export const searchForFix = endpoint({
  method: 'POST',
  path: '/catalogs/search',
  access: 'member',
  input: z.strictObject({
    catalog_id: catalogIdInput,
    row: rowInput,
    query: z.string().check(z.trim(), z.minLength(2), z.maxLength(200)),
  }),
  async handle(call) {
    const { dependencies, signedIn, input, nowMs } = call;
    const catalog = await requireBillableCatalog(call);
    const { row, query } = input;
    const catalogRow = await dependencies.catalogs.findRow(catalog, row);
    if (catalogRow === undefined) return refuse('not_found', 'The catalog has no such row.', 'row');
    const { accountId } = signedIn.account;
    const found = await searchForRow(dependencies, {
      accountId,
      query,
      allowance: rowAllowanceAt(signedIn.account, nowMs),
      audit: {
        who: signedIn.member.personId,
        what: 'catalog.row_searched',
        details: { catalog_id: catalog.catalogId, row },
        atMs: nowMs,
      },
    });
    if (!found.ok)
      return found.reason.kind === 'allowance_used'
        ? refuseUsedAllowance(call, 'a search')
        : refuse('validation_failed', 'Write a word, a part number, a barcode or an item id.', 'query');
    const { items, hasMore } = found.value;
    const writtenGtin = catalogRow.gtin;
    return {
      data: {
        parts: items.map((item) => partChoice(item, { nowMs, writtenGtin })),
        /** Whether there are more parts than these. */
        has_more: hasMore,
      },
    };
  },
});

/** Accepts an item of the index for the row. */
export const acceptRow = endpoint({
  method: 'POST',
  path: '/catalogs/accept',
  access: 'member',
  input: z.strictObject({
    catalog_id: catalogIdInput,
    row: rowInput,
    item_id: itemIdSchema,
    /** Whether later catalogs also match the item, if a row states the same or has the same customer's item number. */
    remember: z._default(z.boolean(), true),
  }),
  async handle(call) {
    const { row, item_id: itemId, remember } = call.input;
    const catalog = await requireBillableCatalog(call);
    const corrector = { ...correctorOf(call), forThisRowOnly: !remember };
    return {
      data: correctedData(orRefuse(await acceptItem(call.dependencies, catalog, row, itemId, corrector), call)),
    };
  },
});

/** Changes the part that the row names, and matches the row again. */
export const fixRow = endpoint({
  method: 'POST',
  path: '/catalogs/fix',
  access: 'member',
  input: z.strictObject({
    catalog_id: catalogIdInput,
    row: rowInput,
    supplier: cell(MAX_MANUFACTURER_LENGTH),
    part_number: cell(MAX_PART_NUMBER_LENGTH),
    gtin: cell(20),
  }),
  async handle(call) {
    const { row, supplier, part_number: partNumber, gtin } = call.input;
    const catalog = await requireBillableCatalog(call);
    const named = { supplier, partNumber, gtin };
    const corrector = correctorOf(call);
    return { data: correctedData(orRefuse(await renamePart(call.dependencies, catalog, row, named, corrector), call)) };
  },
});
