/**
 * search_items finds items by words, manufacturer and UNSPSC code, one page at a time
 * (docs/reference/tools.md#search_items).
 */
import * as z from 'zod/mini';
import { defineTool } from '../define-tool.ts';
import { itemReferenceOutput } from '../item-output.ts';
import { described, fieldsInput, includeInput } from '../tool-inputs.ts';
import { manufacturerInput } from '../../../index/lookup/read-part.ts';

const input = z.strictObject({
  query: described(
    z.optional(z.string().check(z.minLength(2), z.maxLength(200))),
    "Keywords (in title, keywords or part number), or one exact part number. Phrases such as 'over 3 A', 'at most 5 mm' or 'without relay' filter.",
  ),
  unspsc: described(
    z.optional(z.string().check(z.regex(/^[0-9]{2,8}$/, 'must be 2 to 8 digits.'))),
    'Only this UNSPSC segment (2 digits), family (4), class (6) or commodity (8).',
  ),
  manufacturer: described(
    z.optional(manufacturerInput),
    'Only this manufacturer or brand; case and legal form are forgiven.',
  ),
  limit: described(
    z.optional(z.int().check(z.minimum(1), z.maximum(25))),
    'Records per page, 1 to 25; default 10, or 5 if not all keywords match.',
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
    'Search products by keywords, manufacturer or UNSPSC code; at least one of query, manufacturer and unspsc is needed. Use it when the ' +
    'manufacturer or the part number is unknown, or for products of a kind; with both, or a barcode, use lookup_part, which is exact and costs ' +
    'one record. Returns a page of short records (no prices, no stock): an exact part number first, then records with every keyword, then with ' +
    'most, so compare titles before you take one. If next_cursor is not null, call again with it for the next page (has_more: one is sure to ' +
    'follow). Each page is billed by size (about 150 tokens a record): a small limit or few fields cost less. No items is free; message then says ' +
    'what to try, candidates may name near part numbers. Otherwise message tells what was searched instead of unknown words, and inactive ' +
    'results; the state of others is unknown without include: ["attributes"].',
  input,
  output,
  scope: 'items:search',
  changesData: false,
  less: (fitting) => `"limit":${fitting}, or "fields":["mpn","title"]`,
  // The search and its words are a fifth of the code that the function has; most processes answer look-ups.
  load: async () => (await import('../answers/search-answer.ts')).prepareSearch,
});
