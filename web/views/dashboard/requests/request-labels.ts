/** The outcome of a call in words, with the error code if the program got one. */
import type { RefusalData, RequestLineData } from '../../../../core/dashboard/views/request-data.ts';
import type { ErrorCode } from '../../../../core/errors.ts';
import { countOf } from '../../../design/amounts.ts';
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

const REFUSED_WORDS: Readonly<Partial<Record<ErrorCode, string>>> = {
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
  spending_cap_reached: 'Cap reached',
  plan_required_for_enrich: 'Plan needed for research',
  trial_limit_reached: 'Trial used up',
  rate_limited: 'Too many requests',
  internal_error: 'Our error',
};

interface OutcomeLabels {
  readonly look: BadgeLook;
  readonly word: string;
}

/** Whether a budget refused the call, not the account's cap. */
export function isOfBudget({ limit_of: unit }: RefusalData): boolean {
  return unit?.endsWith('of the budget') === true;
}

export function outcomeLabels({ result, is_miss, tool, outcome, refusal }: RequestLineData): OutcomeLabels {
  if (refusal !== null && isOfBudget(refusal)) return { look: 'bad', word: 'Budget used up' };
  if (result === 'refused') return { look: 'bad', word: refusedWord(refusal?.code ?? null) ?? sentence(outcome) };
  if (result === 'billed') return { look: 'ok', word: 'Found' };
  if (is_miss) return { look: 'quiet', word: 'Not found, free' };
  return tool === 'request_enrichment'
    ? { look: 'info', word: 'Research asked for' }
    : { look: 'quiet', word: 'Answered, free' };
}

/** The names of the arguments, without lengths; a list of parts by its number: `62 parts, fields`. */
export function argumentWords(sizes: string): string {
  return sizes
    .replace(/\bitems: (\d+) entr(?:y|ies)/, (_, parts: string) => countOf(Number(parts), 'part'))
    .replaceAll(/: (?:\d+ )?[a-z]+/g, '')
    .replaceAll('_', ' ');
}

function refusedWord(code: ErrorCode | null): string | undefined {
  return code === null ? undefined : REFUSED_WORDS[code];
}

/** `unknown_method` as `Unknown method`. */
function sentence(outcome: string): string {
  const words = outcome.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
