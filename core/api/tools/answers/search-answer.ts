/** Answers search_items. Loaded by the first search of a process. */
import { researchOffer } from '../../../sourcing/enrichment/enrichment-offer.ts';
import type { ServiceError } from '../../../errors.ts';
import { beginCurrentSearch } from '../../../index/corrections/begin-current-search.ts';
import { selectFields, showItem, type ItemSelection } from '../../../index/items/item-selection.ts';
import { candidateOf, type Candidate } from '../../../index/lookup/candidate.ts';
import { nearNumbers, numbersBeginningAlike } from '../../../index/search/near-numbers.ts';
import { isCursorOfCorrected, readCursor, writeCursor } from '../../../index/search/search-cursor.ts';
import { finishSearch, type SearchPage } from '../../../index/search/finish-search.ts';
import { expectedOf, type StartedSearch } from '../../../index/search/start-search.ts';
import type { SearchPlace } from '../../../index/search/search-place.ts';
import { termsOfSearch, type SearchCriteria, type SearchTerms } from '../../../index/search/search-terms.ts';
import { emptySearchMessage, pageMessage } from '../../../index/search/search-message.ts';
import { fail, succeed, type Result } from '../../../result.ts';
import { answerTooLarge } from '../answer-size.ts';
import { BoundedReads } from '../bounded-reads.ts';
import { chargeForItems } from '../../../billing/meter/charge-for-items.ts';
import type { ReadPorts, ToolPorts } from '../tool-ports.ts';
import type { StartedCall, ToolAnswer, ToolCall } from '../define-tool.ts';
import { started } from '../../../started.ts';
import { quoteForSummary } from '../quote-for-summary.ts';
import { joinSentences } from '../spelling-message.ts';
import { inactiveStateMessage } from '../state-message.ts';

const DEFAULT_LIMIT = 10;
/**
 * The limit for partial matches if the call has no limit: they are billed like any item, but callers usually want fewer
 * of them.
 */
const DEFAULT_PARTIAL_LIMIT = 5;

type Selected = Parameters<typeof selectFields>[0];

export interface SearchArguments extends Pick<Selected, 'fields' | 'include'> {
  readonly query?: string | undefined;
  readonly unspsc?: string | undefined;
  readonly manufacturer?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

type Output = {
  readonly items: ReturnType<typeof showItem>[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly message?: string;
  readonly candidates?: readonly Candidate[];
};

interface Query {
  readonly criteria: SearchCriteria;
  readonly terms: SearchTerms;
  readonly after: SearchPlace | undefined;
  readonly correctedCursor: string | undefined;
  readonly limit: number;
  readonly partialLimit: number;
  readonly selection: ItemSelection;
}

export function prepareSearch(args: SearchArguments): Result<(ports: ReadPorts) => StartedCall<Output>, ServiceError> {
  const query = readQuery(args);
  if (!query.ok) return query;
  const { criteria, after, correctedCursor, limit, partialLimit, selection } = query.value;
  const request = { after, correctedCursor, limit, partialLimit, sections: selection.sections };
  return succeed(({ index }) => {
    const search = started(beginCurrentSearch(index, criteria, request));
    const expected = started(search.then((one) => expectedOf(one)));
    return {
      expects: () => expected,
      misses: async () => (mayShowCandidates(query.value) && (await expected) !== 'items' ? 1 : 0),
      answer: async (call) => answerPage(query.value, await search, call),
    };
  });
}

async function answerPage(
  { criteria, terms, selection }: Query,
  search: StartedSearch,
  { ports: { index }, caller, candidates: allowed, nowMs }: ToolCall,
): Promise<Result<ToolAnswer<Output>, ServiceError>> {
  if (search.isForeign === true) return fail(foreignCursor());
  const reads = new BoundedReads(index, (item) => showItem(item, selection));
  const page = await finishSearch(reads, search);
  if (reads.isTooMuch) return fail(answerTooLarge());
  const items = page.found.map(({ item }) => showItem(item, selection));
  const next = page.next === undefined ? null : writeCursor(page.next, terms);
  const isFirst = search.request.after === undefined;
  const isEmpty = items.length === 0 && next === null && isFirst;
  const near = isEmpty && allowed > 0 ? await nearParts(index, page, criteria.query ?? '') : [];
  const placed = page.found.map(({ item }, at) => ({ place: at + 1, item }));
  const states = inactiveStateMessage(placed, { placeName: 'item', nowMs });
  const answered = (candidates: readonly Candidate[]) => {
    const message = isEmpty
      ? emptySearchMessage(
          { criteria, page, candidates: candidates.length, corrections: search.corrections },
          researchOffer(caller),
        )
      : joinSentences([pageMessage(page, criteria.query, search.corrections), states]);
    return {
      structured: {
        items,
        has_more: page.hasMore,
        next_cursor: next,
        ...(message !== undefined && { message }),
        ...(candidates.length > 0 && { candidates }),
      },
      summary: summarize(page, criteria, message),
      withoutCandidates: () => answered([]),
    };
  };
  return succeed({
    ...answered(near.map(({ manufacturer, mpn }) => candidateOf(manufacturer, mpn ?? ''))),
    billing: items.length === 0 ? { kind: 'free' } : { kind: 'metered', charge: chargeForItems(items) },
    found: items.length,
  });
}

/** Only a number in the query of a first page leads to candidates. */
function mayShowCandidates({ criteria, after }: Query): boolean {
  return after === undefined && /\p{N}/u.test(criteria.query ?? '');
}

/** Returns the candidates of an empty page. */
async function nearParts(index: ToolPorts['index'], { unknownWords }: SearchPage, query: string) {
  const missing = unknownWords.filter(({ isSureNumber }) => isSureNumber);
  const exact = await nearNumbers(index, query);
  return exact.length > 0 || missing.length === 0 ? exact : numbersBeginningAlike(index, missing);
}

function readQuery(args: SearchArguments): Result<Query, ServiceError> {
  // Models send empty texts for unused arguments, so a blank manufacturer or cursor counts as absent.
  const manufacturer = args.manufacturer?.trim() === '' ? undefined : args.manufacturer;
  const criteria = { query: args.query, unspsc: args.unspsc, manufacturer };
  if (Object.values(criteria).every((criterion) => criterion === undefined)) return fail(noCriterion());
  const terms = termsOfSearch(criteria);
  if (args.query !== undefined && terms.words.length === 0) return fail(emptyQuery());
  const cursor = args.cursor?.trim() === '' ? undefined : args.cursor;
  const isCorrected = cursor === undefined ? false : isCursorOfCorrected(cursor, terms);
  const after = cursor === undefined || isCorrected === true ? undefined : readCursor(cursor, terms);
  if (cursor !== undefined && isCorrected !== true && after === undefined) return fail(foreignCursor());
  const correctedCursor = isCorrected === true ? cursor : undefined;
  const selection = selectFields({ defaults: 'lookup', fields: args.fields, include: args.include });
  const { limit = DEFAULT_LIMIT } = args;
  const partialLimit = args.limit ?? DEFAULT_PARTIAL_LIMIT;
  return succeed({ criteria, terms, after, correctedCursor, limit, partialLimit, selection });
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
    'leave it out to start again.';
  return { code: 'invalid_parameter', message, field: 'cursor' };
}

function summarize(page: SearchPage, criteria: SearchCriteria, message: string | undefined): string {
  const searched = [
    criteria.query !== undefined && `“${quoteForSummary(criteria.query)}”`,
    criteria.manufacturer !== undefined && `manufacturer ${quoteForSummary(criteria.manufacturer)}`,
    criteria.unspsc !== undefined && `UNSPSC ${criteria.unspsc}`,
  ].filter((part) => part !== false);
  const count = page.found.length;
  const found = count === 0 ? 'No records' : count === 1 ? '1 record' : `${count} records`;
  const end = page.next !== undefined ? '; next_cursor reads on.' : count > 0 ? '; these are the last.' : '.';
  const follows = page.hasMore ? '; more with next_cursor.' : end;
  return [`${found} for ${searched.join(', ')}${follows}`, count === 0 && 'Nothing billed.', message]
    .filter(Boolean)
    .join(' ');
}
