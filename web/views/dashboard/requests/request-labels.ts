/** The outcome of a call in words, with the error code if the program got one. */
import type { RefusalData, RequestLineData } from '../../../../core/dashboard/views/request-data.ts';
import type { ErrorCode } from '../../../../core/errors.ts';
import { count, countOf } from '../../../design/amounts.ts';
import type { BadgeLook } from '../../../design/badge.tsx';

/** In the order in which members first see them. */
export const TOOL_NAMES = [
  'lookup_part',
  'lookup_parts',
  'search_items',
  'get_item',
  'list_my_catalogs',
  'get_catalog_items',
  'request_enrichment',
  'get_usage',
] as const;

/** What was wrong with a refused call, before the message that was served. */
const REFUSED_KINDS: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_parameter: 'Unusable value',
  missing_parameter: 'Value missing',
  batch_too_large: 'Batch too large',
  bad_request: 'Unreadable request',
  forbidden: 'Not allowed',
  insufficient_scope: 'Permission missing',
  not_found: 'Unknown id',
  conflict: 'Being changed',
  unprocessable: 'Cannot be carried out',
  no_active_plan: 'No active plan',
  trial_ended: 'Trial ended',
  past_due: 'Your payment failed',
  plan_required_for_enrich: 'Plan needed for research',
  trial_limit_reached: 'Trial used up',
  rate_limited: 'Too many requests',
  internal_error: 'Our error',
};

interface OutcomeLabels {
  readonly look: BadgeLook;
  readonly word: string;
  /** The word for several calls, if it is another. */
  readonly many?: string;
}

/** Whether a budget refused the call, not the account's cap. */
export function isOfBudget({ limit_of: unit }: RefusalData): boolean {
  return unit?.endsWith('of the budget') === true;
}

export function outcomeLabels(call: RequestLineData): OutcomeLabels {
  const { result, is_miss: isMiss, tool, found, refusal, sizes } = call;
  if (refusal !== null) return { look: 'bad', word: refusedWord(refusal) };
  if (isMiss) return { look: 'quiet', word: 'Not found, free' };
  const isBilled = result === 'billed';
  if (isBilled || found !== null) {
    const asked = LIST.exec(sizes ?? '')?.[1];
    const word = found === null || asked === undefined ? 'Found' : `${count(found)} of ${asked} found`;
    return isBilled
      ? { look: 'ok', word, many: 'Found' }
      : { look: 'quiet', word: `${word}, free`, many: 'Found, free' };
  }
  return tool === 'request_enrichment' ? { look: 'info', word: 'Research asked for' } : { look: 'quiet', word: 'Free' };
}

/** What was wrong, where the outcome says only that the call was refused. */
export function refusedKind({ outcome, refusal }: RequestLineData): string | undefined {
  if (refusal === null || refusedWord(refusal) !== REFUSED) return undefined;
  return (refusal.code === null ? undefined : REFUSED_KINDS[refusal.code]) ?? sentence(outcome);
}

const REFUSED = 'Refused, free';

function refusedWord(refusal: RefusalData): string {
  if (isOfBudget(refusal)) return 'Budget used up, free';
  return refusal.code === 'spending_cap_reached' ? 'Cap reached, free' : REFUSED;
}

const LIST = /\bitems: (\d+) entr(?:y|ies)/;

/** The names of the arguments, without lengths; lists by their number: `62 parts, 3 fields`. */
export function argumentWords(sizes: string): string {
  return sizes
    .replace(LIST, (_, parts: string) => countOf(Number(parts), 'part'))
    .replace(/\bfields: (\d+) entr(?:y|ies)/, (_, fields: string) => countOf(Number(fields), 'field'))
    .replace(/^query\b|(?<=, )query\b/, 'words')
    .replaceAll(/: (?:\d+ )?[a-z]+/g, '')
    .replaceAll('_', ' ');
}

/** `unknown_method` as `Unknown method`. */
function sentence(outcome: string): string {
  const words = outcome.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
