/** get_item returns the full item of an item id (docs/reference/tools.md#get_item). */
import * as z from 'zod/mini';
import type { ServiceError } from '../../../errors.ts';
import { ITEM_ID_PATTERN } from '../../../identifiers.ts';
import { selectFields, showItem } from '../../../index/items/item-selection.ts';
import { fail, succeed } from '../../../result.ts';
import { chargeForItems } from '../../../billing/meter/charge-for-items.ts';
import { defineTool } from '../define-tool.ts';
import { started } from '../../../started.ts';
import { itemFactsOutput } from '../item-output.ts';
import { nameItem } from '../quote-for-summary.ts';
import { stateMessage } from '../state-message.ts';
import { described, fieldsInput, fieldsText } from '../tool-inputs.ts';

const input = z.strictObject({
  item_id: described(
    z
      .string()
      .check(z.regex(ITEM_ID_PATTERN, 'must be itm_ followed by 8 letters or digits, as other tools return it.')),
    'itm_ and 8 letters or digits, from another tool.',
  ),
  include_sources: described(
    z.optional(z.boolean()),
    'true adds sources and section_confidence, also to fields; default false.',
  ),
  fields: described(z.optional(fieldsInput), fieldsText('all but sources and section_confidence')),
});

const output = () => z.looseObject({ item: itemFactsOutput(), message: z.optional(z.string()) });

export const getItem = defineTool({
  name: 'get_item',
  title: 'Get a full record',
  description:
    'Fetch the full record of one item id: the short record and specifications, media, keywords and, where known, attributes.lifecycle, ' +
    'replacements and RoHS. Use it after a search, a look-up or a catalog, when the short record is not enough; without an id use lookup_part; ' +
    'for several parts lookup_parts with include is one call. Each call is billed by size, and full records are long: name the fields you need to ' +
    'pay for those alone. An id that does not exist is the error not_found, free. A null field is not known. message tells a part that is not ' +
    'active; without it read attributes.lifecycle.status (absent: unknown).',
  input,
  output,
  scope: 'items:read',
  changesData: false,
  less: () => '"fields":["title","description"]',
  begin({ item_id: itemId, fields, include_sources: includeSources }) {
    const selection = selectFields({ defaults: 'get_item', fields, includeSources });
    return succeed(({ index }) => {
      // An item is the same for every caller, so it is read in parallel with the caller's rows.
      const items = started(index.readItems([itemId], selection.sections));
      return {
        expects: async () => ((await items).has(itemId) ? 'items' : 'nothing'),
        answer: async ({ nowMs }) => {
          const stored = (await items).get(itemId);
          if (stored === undefined) return fail(noSuchItem());
          const item = showItem(stored, selection);
          const message = stateMessage(stored, nowMs);
          return succeed({
            structured: { item, ...(message !== undefined && { message }) },
            summary: [`Record of ${nameItem(item)}.`, message].filter(Boolean).join(' '),
            billing: { kind: 'metered', charge: chargeForItems([item]) },
          });
        },
      };
    });
  },
});

function noSuchItem(): ServiceError {
  return {
    code: 'not_found',
    message: 'There is no item with this id. Use an id that a look-up or a search returned.',
    field: 'item_id',
  };
}
