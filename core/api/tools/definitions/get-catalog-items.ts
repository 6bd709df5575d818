/**
 * get_catalog_items returns the rows of a catalog in the order of its file (docs/reference/tools.md#get_catalog_items).
 */
import * as z from 'zod/mini';
import { ROW_OUTCOMES } from '../../../catalogs/rows/catalog.ts';
import { mayBeBilled } from '../../../billing/meter/may-be-billed.ts';
import type { ServiceError } from '../../../errors.ts';
import { fail, succeed } from '../../../result.ts';
import { defineTool } from '../define-tool.ts';
import { itemReferenceOutput } from '../item-output.ts';
import { nextCursorOutput, numberedCursorInput, pageLimitInput } from '../page-shapes.ts';
import { described, MAX_LISTED } from '../tool-inputs.ts';

const input = z.strictObject({
  catalog_id: described(z.string().check(z.maxLength(20)), 'Catalog id (cat_…) from list_my_catalogs.'),
  outcome: described(
    z.optional(z.array(z.enum(ROW_OUTCOMES)).check(z.maxLength(MAX_LISTED))),
    'Only rows with these outcomes; default all. Matched: cache_hit (was in the index), enriched (by research), refreshed (renewed). ' +
      'Not: not_found (not in the index), error (row is unusable), duplicate (repeats another row), skipped (left out), cancelled (not imported).',
  ),
  limit: described(z.optional(pageLimitInput), 'Rows per page, 1 to 100; default 50.'),
  cursor: described(z.optional(numberedCursorInput), 'next_cursor of the previous page; null: there is none.'),
});

const text = z.nullish(z.string());
const output = () =>
  z.looseObject({
    catalog_id: z.string(),
    rows: z.array(
      z.looseObject({
        row: z.optional(z.int()),
        outcome: text,
        your_item_number: text,
        supplier: text,
        supplier_part_number: text,
        item: z.nullish(itemReferenceOutput()),
        gtin: z.optional(z.string()),
        message: z.optional(z.string()),
      }),
    ),
    next_cursor: nextCursorOutput(),
    dashboard_url: z.optional(z.string()),
  });

export const getCatalogItems = defineTool({
  name: 'get_catalog_items',
  title: 'Read a catalog',
  description:
    'Read the rows of one catalog, an uploaded part list that is already matched, in the order of its file. Use it for an uploaded list; for ' +
    'parts in the conversation use lookup_parts. Each row has what it asked for (supplier is the manufacturer, supplier_part_number, gtin, ' +
    'your_item_number), its outcome, and item: id, manufacturer, mpn, title, gtin and confidence of the match, or null. For more of an item use ' +
    'get_item with item.id, for many lookup_parts. message, if any, says why a row has no item and what to do (candidates may name parts to ' +
    'choose from), or what to check in a match. outcome: ["not_found"] shows what is missing; no rows means that none has that outcome, or none ' +
    'is matched yet (list_my_catalogs has the status). An unknown catalog_id is the error not_found. Free.',
  input,
  output,
  scope: 'catalogs:read',
  changesData: false,
  less: (fitting) => `"limit":${fitting}, or one "outcome"`,
  async answer({ catalog_id, outcome: outcomes, limit, cursor }, { caller, ports, nowMs }) {
    const { listCatalogRows } = await import('../../../catalogs/rows/list-catalog-rows.ts');
    const { researchOffer } = await import('../../../sourcing/enrichment/enrichment-offer.ts');
    const key = { accountId: caller.account.accountId, catalogId: catalog_id };
    const advice = { research: researchOffer(caller), mayNameParts: mayBeBilled(caller, nowMs), nowMs };
    const page = await listCatalogRows(ports, key, { outcomes, limit, cursor, advice });
    if (!page.ok) return fail(noSuchCatalog());
    const { rows, nextCursor } = page.value;
    const more = nextCursor === null ? '' : ` There are more: call again with cursor ${nextCursor}.`;
    return succeed({
      structured: { catalog_id, rows: [...rows], next_cursor: nextCursor, dashboard_url: ports.dashboardUrl },
      summary: `${rows.length === 1 ? '1 row' : `${rows.length} rows`} of ${catalog_id}.${more}`,
      billing: { kind: 'free' },
    });
  },
});

/** The error is the same for a catalog of another account and for one that never existed. */
function noSuchCatalog(): ServiceError {
  return {
    code: 'not_found',
    message: 'There is no catalog with this id. Use an id that list_my_catalogs returned.',
    field: 'catalog_id',
  };
}
