/** search_items finds items by words, manufacturer and UNSPSC code, one page at a time (docs/reference/tools.md#search_items). */
import * as z from 'zod/mini';
import { defineTool } from '../define-tool.ts';
import { itemReferenceOutput } from '../item-output.ts';
import { described, fieldsInput, includeInput } from '../tool-inputs.ts';
import { manufacturerInput } from '../../../index/lookup/read-part.ts';

const input = z.strictObject({
  query: described(
    z.optional(z.string().check(z.minLength(2), z.maxLength(200))),
    'Keywords (found in title, keywords, part number; “over 3 A” or “at most 5 mm” filters), or one exact part number.',
  ),
  unspsc: described(
    z.optional(z.string().check(z.regex(/^[0-9]{2,8}$/, 'must be 2 to 8 digits.'))),
    'UNSPSC segment (2 digits), family (4), class (6) or commodity (8).',
  ),
  manufacturer: described(z.optional(manufacturerInput), 'Manufacturer or brand; case and legal form are forgiven.'),
  limit: described(
    z.optional(z.int().check(z.minimum(1), z.maximum(25))),
    'Records per page, 1 to 25; default 10, or 5 where not all keywords match.',
  ),
  cursor: described(
    z.optional(z.string().check(z.maxLength(40))),
    'next_cursor of the previous page; repeat query, unspsc and manufacturer.',
  ),
  fields: z.optional(fieldsInput),
  include: z.optional(includeInput),
});

const output = () =>
  z.looseObject({
    items: z.array(itemReferenceOutput()),
    has_more: z.boolean(),
    next_cursor: z.nullable(z.string()),
    message: z.optional(z.string()),
  });

export const searchItemsTool = defineTool({
  name: 'search_items',
  title: 'Search the index',
  description:
    'Search products by keywords, manufacturer or UNSPSC code: at least one of query, manufacturer and unspsc. Use it when the manufacturer or the part ' +
    'number is unknown; with both, or a barcode, use lookup_part. manufacturer and unspsc filter strictly. An exact part number comes first, then ' +
    'records with every keyword, then with most. Returns pages of short records, without prices or stock, billed by ' +
    'size (about 150 tokens each); finding nothing is free. message may say what to try next, and names inactive results; for every state add include: ["attributes"] (absent: unknown).',
  input,
  output,
  scope: 'items:search',
  changesData: false,
  less: (fitting) => `"limit":${fitting}, or "fields":["mpn","title"]`,
  // The search and its words are a fifth of the code that the function has; most processes answer look-ups.
  load: async () => (await import('../answers/search-answer.ts')).prepareSearch,
});
