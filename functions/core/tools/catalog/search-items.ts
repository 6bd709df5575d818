/** search_items: records by words, maker and UNSPSC code, a page at a time (specification section 4.2). */
import * as z from 'zod';
import type { ServiceError } from '../../errors.ts';
import type { ItemRecord } from '../../products/item-record.ts';
import { selectFields, showItem, type ItemSelection } from '../../products/item-selection.ts';
import { nearNumbers } from '../../products/near-numbers.ts';
import { readCursor, writeCursor } from '../../products/search-cursor.ts';
import { beginSearch, finishSearch, type SearchPage, type SearchPlace } from '../../products/search-items.ts';
import { termsOfSearch, type SearchCriteria, type SearchTerms } from '../../products/search-terms.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { chargeForItems } from '../charge-for-items.ts';
import { defineTool } from '../define-tool.ts';
import { itemReferenceOutput } from '../item-output.ts';
import { nameItem, quoteForSummary } from '../quote-for-summary.ts';
import { fieldsInput, includeInput, manufacturerInput } from '../tool-inputs.ts';

const DEFAULT_LIMIT = 10;

const input = z.strictObject({
  query: z
    .string()
    .min(2)
    .max(200)
    .optional()
    .describe('Keywords, all of which must occur in title, keywords or part number; or one exact part number.'),
  unspsc: z
    .string()
    .regex(/^[0-9]{2,8}$/)
    .optional()
    .describe('UNSPSC code of 2 to 8 digits: segment (2), family (4), class (6) or commodity (8).'),
  manufacturer: manufacturerInput.optional().describe('Maker or brand name; case and legal form are forgiven.'),
  limit: z.int().min(1).max(25).optional().describe('Records a page, 1 to 25; 10 when not given.'),
  cursor: z
    .string()
    .max(40)
    .optional()
    .describe('next_cursor of the page before, with the same query, unspsc and manufacturer.'),
  fields: fieldsInput.optional(),
  include: includeInput.optional(),
});

const output = () =>
  z.looseObject({
    items: z.array(itemReferenceOutput()),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  });

interface Query {
  readonly criteria: SearchCriteria;
  readonly terms: SearchTerms;
  readonly after: SearchPlace | undefined;
  readonly limit: number;
  readonly selection: ItemSelection;
}

export const searchItemsTool = defineTool({
  name: 'search_items',
  title: 'Search the index',
  description:
    'Search products by keywords, manufacturer and UNSPSC code; all criteria given must hold. An exact part number comes ' +
    'first, then the most trusted records. Use lookup_part instead when you know maker and part number. Finding nothing is free.',
  input,
  output,
  scope: 'items:search',
  changesData: false,
  check,
  prefetch: ({ terms, after, limit, selection }, { products }) =>
    beginSearch(products, { terms, after, limit, sections: selection.sections }),
  async read({ criteria, after }, begun, { services: { products } }) {
    const page = await finishSearch(products, begun);
    const isNothing = page.records.length === 0 && page.next === undefined && after === undefined;
    return { page, near: isNothing ? await nearNumbers(products, criteria.query ?? '') : [] };
  },
  async answer({ criteria, terms, selection }, { page, near }) {
    const items = page.records.map((record) => showItem(record, selection));
    const next = page.next === undefined ? null : writeCursor(page.next, terms);
    return succeed({
      structured: { items, has_more: next !== null, next_cursor: next },
      summary: summarize(page, criteria, near),
      billing: items.length === 0 ? { kind: 'free' } : { kind: 'metered', charge: chargeForItems(items) },
    });
  },
});

function check(args: z.infer<typeof input>): Result<Query, ServiceError> {
  // Models fill what they do not use with empty text: a blank maker is as good as absent.
  const manufacturer = args.manufacturer?.trim() === '' ? undefined : args.manufacturer;
  const criteria = { query: args.query, unspsc: args.unspsc, manufacturer };
  if (Object.values(criteria).every((criterion) => criterion === undefined)) return fail(noCriterion());
  const terms = termsOfSearch(criteria);
  if (args.query !== undefined && terms.words.length === 0) return fail(emptyQuery());
  const after = args.cursor === undefined ? undefined : readCursor(args.cursor, terms);
  if (args.cursor !== undefined && after === undefined) return fail(foreignCursor());
  const selection = selectFields({ defaults: 'lookup', fields: args.fields, include: args.include });
  return succeed({ criteria, terms, after, limit: args.limit ?? DEFAULT_LIMIT, selection });
}

function noCriterion(): ServiceError {
  return {
    code: 'missing_parameter',
    message: 'query is missing. Send query, manufacturer or unspsc.',
    field: 'query',
  };
}

function emptyQuery(): ServiceError {
  return { code: 'invalid_parameter', message: 'query: holds no letter and no digit to search for.', field: 'query' };
}

function foreignCursor(): ServiceError {
  const message =
    'cursor: not a cursor of this search. Send next_cursor unchanged, with the same query, unspsc and manufacturer; ' +
    'leave it out to begin anew.';
  return { code: 'invalid_parameter', message, field: 'cursor' };
}

function summarize(page: SearchPage, criteria: SearchCriteria, near: readonly ItemRecord[]): string {
  const searched = [
    criteria.query !== undefined && `“${quoteForSummary(criteria.query)}”`,
    criteria.manufacturer !== undefined && `maker ${quoteForSummary(criteria.manufacturer)}`,
    criteria.unspsc !== undefined && `UNSPSC ${criteria.unspsc}`,
  ].filter((part) => part !== false);
  const count = page.records.length;
  const found = `${count === 0 ? 'No records' : count === 1 ? '1 record' : `${count} records`} for ${searched.join(', ')}`;
  return `${found}${howToGoOn(page, criteria, near)}`;
}

function howToGoOn(page: SearchPage, criteria: SearchCriteria, near: readonly ItemRecord[]): string {
  if (page.isCutShort) {
    return ' so far: few records have all of this in common, and the page ended at its reading budget. Go on with next_cursor, or ask for less common words.';
  }
  if (page.next !== undefined) return '; more with next_cursor.';
  if (page.records.length > 0) return '; these are the last.';
  if (near.length > 0) return `, nothing billed. Parts with that number: ${near.map(nameItem).join('; ')}.`;
  const advice = [
    criteria.query !== undefined && 'fewer or more general words',
    criteria.manufacturer !== undefined && 'another spelling of the maker, or none',
    criteria.unspsc !== undefined && 'a shorter UNSPSC code',
  ].filter((part) => part !== false);
  return `, nothing billed. Try ${advice.join(', or ')}.`;
}
