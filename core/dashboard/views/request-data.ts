/**
 * Shapes calls for the dashboard from their log lines: identifiers, numbers and the sizes of arguments. Log lines never
 * contain the text of a query or of an item, so neither does this data.
 */
import { ERROR_CODES } from '../../error-codes.ts';
import type { ErrorCode } from '../../errors.ts';
import { explainOutcome } from '../../api/refusals/explain-outcome.ts';
import { MAX_LINES } from '../request-log/search-log.ts';
import { readRequestLine, type RequestLine } from '../request-log/request-line.ts';
import { timeText } from '../../time.ts';

export type RefusalData = ReturnType<typeof refusalData>;
export type RequestLineData = ReturnType<typeof requestLineData>;

export type RequestsData =
  | { readonly state: 'searching' }
  | { readonly state: 'failed'; readonly why: 'failed' | 'too_slow' | 'replaced' }
  | {
      readonly state: 'found';
      readonly as_of: string;
      /** Whether there are more requests; the newest are shown. */
      readonly has_more: boolean;
      readonly requests: readonly RequestLineData[];
      /** Replaces `requests` if a file was requested. */
      readonly csv?: string;
    };

/** The tools that always bill a live key for what they find. */
const LOOK_UPS: ReadonlySet<string> = new Set(['lookup_part', 'lookup_parts', 'search_items']);

/** @param accountId a line of another account is never shown, even if the log returns it */
export function requestsFound(lines: readonly unknown[], accountId: string, startedAtMs: number): RequestsData {
  const requests = lines
    .map(readRequestLine)
    .filter((line): line is RequestLine => line?.account === accountId)
    .map(requestLineData);
  return { state: 'found', as_of: timeText(startedAtMs), has_more: lines.length >= MAX_LINES, requests };
}

function requestLineData(line: RequestLine) {
  const {
    requestId,
    timestamp,
    service,
    tool,
    rpcMethod,
    asked,
    client,
    outcome = 'unknown',
    tokensBilled = 0,
    found,
  } = line;
  const isAnswered = outcome === 'answered';
  const result = isAnswered ? (tokensBilled > 0 ? ('billed' as const) : ('free' as const)) : ('refused' as const);
  return {
    request_id: requestId,
    at: timestamp,
    interface: service === 'v1' ? ('api' as const) : ('mcp' as const),
    /** null if the call was refused before its tool was known. */
    tool: tool ?? null,
    /** The method of an MCP message. */
    method: rpcMethod ?? null,
    /** The names and sizes of the arguments, never their values. */
    sizes: asked === undefined || asked === '' ? null : asked,
    client_id: client ?? null,
    outcome,
    result,
    /** How many records were found; null for a call that looks for none. */
    found: found ?? null,
    /** Whether nothing was found; a line of before `found` was logged shows it by its cost. */
    is_miss: isAnswered && (found === undefined ? tokensBilled === 0 && isBilledLookUp(line) : found === 0),
    tokens: tokensBilled,
    refusal: isAnswered ? null : refusalData(outcome, line),
  };
}

/** Of the HTTP API only what its status says: there a repeated request is free, too. */
function isBilledLookUp({ service, client, tool, status }: RequestLine): boolean {
  if (service === 'v1') return status === 404;
  return service === 'mcp' && client?.startsWith('cli_live_') === true && tool !== undefined && LOOK_UPS.has(tool);
}

/** Log outcomes that distinguish cases of one error code. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  rate_limited_account: 'rate_limited',
  rate_limited_address: 'rate_limited',
};

function refusalData(outcome: string, { told, why }: RequestLine) {
  return {
    /** null if core/errors.ts does not list it. */
    code: CODES[outcome] ?? (Object.hasOwn(ERROR_CODES, outcome) ? (outcome as ErrorCode) : null),
    /** Whether `fix` is the message that the caller got; for a line without it, it is advice on the outcome. */
    is_served: told !== undefined,
    fix: told ?? explainOutcome(outcome)?.tell ?? null,
    /** The invalid argument, member or header. */
    field: why.field ?? null,
    scope_needed: why.scopeNeeded ?? null,
    /** The requested amount and the limit; `limit_of` names what is limited. */
    asked: why.asked ?? null,
    limit: why.limit ?? null,
    limit_of: why.limitOf ?? null,
  };
}
