/** list_my_catalogs returns the account's catalogs, newest first (docs/reference/tools.md#list_my_catalogs). */
import * as z from 'zod/mini';
import { described } from '../tool-inputs.ts';
import { succeed } from '../../../result.ts';
import { defineTool } from '../define-tool.ts';
import { nextCursorOutput, numberedCursorInput, pageLimitInput } from '../page-shapes.ts';

const input = z.strictObject({
  limit: described(z.optional(pageLimitInput), 'Catalogs per page, 1 to 100; default 20.'),
  cursor: described(z.optional(numberedCursorInput), 'next_cursor of the previous page; null: there is none.'),
});

const text = z.nullish(z.string());
const output = () =>
  z.looseObject({
    catalogs: z.array(
      z.looseObject({
        id: z.string(),
        name: text,
        status: text,
        created_at: text,
        completed_at: text,
        rows: z.optional(z.looseObject({ total: z.optional(z.int()) })),
      }),
    ),
    next_cursor: nextCursorOutput(),
    dashboard_url: z.optional(z.string()),
  });

export const listMyCatalogs = defineTool({
  name: 'list_my_catalogs',
  title: 'List my catalogs',
  description:
    'List the catalogs of this account, newest first. A catalog is a part list that a person uploaded at dashboard_url, matched row by row ' +
    'against the index. Use it to find a catalog_id for get_catalog_items, or to see how far a list is: status is queued, processing, complete, ' +
    'error or cancelled; rows has the total and a count by outcome (get_catalog_items explains them). Not for parts in the conversation ' +
    '(lookup_parts), and nothing is uploaded or changed here. No catalogs: none was uploaded. Free.',
  input,
  output,
  scope: 'catalogs:read',
  changesData: false,
  less: (fitting) => `"limit":${fitting}`,
  async answer(page, { caller, ports }) {
    const { listCatalogs, showCatalog } = await import('../../../catalogs/rows/list-catalogs.ts');
    const { catalogs, nextCursor } = await listCatalogs(ports.catalogs, caller.account.accountId, page);
    const more = nextCursor === null ? '' : ` There are more: call again with cursor ${nextCursor}.`;
    return succeed({
      structured: {
        catalogs: catalogs.map(showCatalog),
        next_cursor: nextCursor,
        dashboard_url: ports.dashboardUrl,
      },
      summary: `${catalogs.length === 1 ? '1 catalog' : `${catalogs.length} catalogs`}, newest first.${more}`,
      billing: { kind: 'free' },
    });
  },
});
