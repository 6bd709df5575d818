/**
 * Describes every public error code for people; docs/reference/errors.md is generated from it. Apart from errors.ts,
 * because the functions that answer calls need only the statuses.
 */
import { HTTP_STATUSES, type ErrorCode } from './errors.ts';

interface ErrorText {
  readonly meaning: string;
  readonly fix: string;
  /** Where a client can receive the code. */
  readonly occurs: string;
}

const TEXTS: Readonly<Record<ErrorCode, ErrorText>> = {
  invalid_parameter: {
    meaning: 'A value cannot be used, such as a GTIN with a wrong check digit or a limit out of range.',
    fix: 'Correct the value that `field` names.',
    occurs:
      'Tool arguments; headers and versions of MCP; parameters of the token endpoint and of the registration of assistants.',
  },
  missing_parameter: {
    meaning: 'A required parameter is missing.',
    fix: 'Add it: look-ups need gtin, or manufacturer and part_number together.',
    occurs: 'Tool arguments; parameters of the token endpoint.',
  },
  batch_too_large: {
    meaning: 'The call asks for more parts than the plan allows, or for more data than one answer can carry.',
    fix: 'Split the batch, or ask for fewer fields.',
    occurs: 'lookup_parts above the plan’s batch size; any answer above 5.5 MB, text and structure together.',
  },
  bad_request: {
    meaning: 'The body is not one JSON-RPC message, is too large, or is not declared as JSON.',
    fix: 'Send one JSON object of at most 64 KB with `Content-Type: application/json`.',
    occurs:
      'POST /mcp, the endpoints under /v1/oauth and POST /v1/billing/events, also with HTTP 413 and 415; /v1/oauth/authorize where sign-in is off; changes through the dashboard.',
  },
  validation_failed: {
    meaning: 'A field failed validation.',
    fix: 'Correct the field.',
    occurs: 'The dashboard’s API, never /mcp.',
  },
  unauthorized: {
    meaning: 'The token is missing, invalid or expired, or the client credentials are wrong.',
    fix: 'Check the key: the client id and the secret, joined by a colon. A token lasts one hour: get a fresh one from `POST /v1/oauth/token`; for MCP, reconnect.',
    occurs: 'Every request that needs credentials.',
  },
  csrf_invalid: {
    meaning: 'A change was sent without the session’s `X-CSRF-Token` header.',
    fix: 'Reload the page and try again.',
    occurs: 'The dashboard’s API, never /mcp.',
  },
  forbidden: {
    meaning: 'The account is not active, or the request comes from a source that is not accepted.',
    fix: 'Check the account’s status, or contact support.',
    occurs: 'Every request of a suspended or closed account; POST /v1/billing/events with a wrong signature.',
  },
  insufficient_scope: {
    meaning: 'The key does not have the scope that the tool needs.',
    fix: 'Use a key, or a token, with the scope that the message names.',
    occurs: 'tools/call.',
  },
  origin_not_allowed: {
    meaning: 'A browser page from an origin that is not allowed sent the request.',
    fix: 'Call from a server, or ask for the origin to be allowed.',
    occurs: 'Every request with an Origin header.',
  },
  not_found: {
    meaning: 'No such item, catalog or endpoint.',
    fix: 'Check the identifier or the path.',
    occurs:
      'get_item, get_catalog_items, an entry of request_enrichment, MCP methods that are not tools, the dashboard, unknown paths. A look-up that finds nothing is free: over HTTP it is this error, over MCP it is none.',
  },
  method_not_allowed: {
    meaning: 'The path exists, but does not support this method.',
    fix: 'Use the method that the `Allow` header names.',
    occurs: 'Every route; `/mcp` accepts only POST.',
  },
  conflict: {
    meaning: 'The resource is in a state that does not allow the change, or a duplicate exists.',
    fix: 'Reload its state and try again.',
    occurs:
      'request_enrichment while the same part is being changed; one of its entries, when several parts are written alike and none has exactly that part number.',
  },
  unprocessable: {
    meaning: 'The request is well formed but cannot be carried out, such as research by GTIN only.',
    fix: 'For research send manufacturer and part number.',
    occurs:
      'The HTTP API: research by GTIN only, and an Idempotency-Key of another request. Over MCP such research is invalid_parameter.',
  },
  no_active_plan: {
    meaning: 'Live keys need an active plan.',
    fix: 'Choose a plan, or use a test key or the free-trial key.',
    occurs: 'Tools that return item data.',
  },
  trial_ended: {
    meaning: 'The trial is used up and the chosen plan could not start.',
    fix: 'Check the card.',
    occurs: 'Tools that return item data.',
  },
  past_due: {
    meaning: 'A payment failed and the grace period is over.',
    fix: 'Update the card.',
    occurs: 'Tools that return item data.',
  },
  spending_cap_reached: {
    meaning:
      'The call would exceed the monthly spending cap, or the budget of its key or sign-in; the message says which.',
    fix: 'An owner raises or removes it in the dashboard, or the call waits until it begins anew.',
    occurs: 'Tools that return item data; request_enrichment.',
  },
  plan_required_for_enrich: {
    meaning: 'Research needs a live key with `enrich:write` on a paid plan, or a free trial that allows research.',
    fix: 'Use such a key, or look the part up without asking for research.',
    occurs: 'request_enrichment.',
  },
  trial_limit_reached: {
    meaning: 'The allowance of the free-trial key is used up; the error carries an `upgrade_url`.',
    fix: 'Move to a paid plan.',
    occurs: 'Tools that return item data.',
  },
  rate_limited: {
    meaning: 'The rate limit is used up for now.',
    fix: 'Wait the number of seconds in `Retry-After` and `retry_after_seconds`; use an access token for its full hour.',
    occurs:
      'POST /mcp and POST /v1/oauth/token, per address; requests of an account, by its plan; entries of request_enrichment with too many parts open, or not found today. Early refusals (403 for the origin, 404, 405), public documents and preflights have no limit per address; only the gateway limits them, for all callers together.',
  },
  internal_error: {
    meaning: 'An unexpected internal error. It is logged, and nothing is billed for the call.',
    fix: 'Try again after a short pause; if it persists, contact support and quote the request id.',
    occurs: 'Anywhere.',
  },
};

/** Every code, in the order of the documentation. */
export const ERROR_CODES = Object.fromEntries(
  Object.entries(TEXTS).map(([code, text]) => [code, { httpStatus: HTTP_STATUSES[code as ErrorCode], ...text }]),
) as Readonly<Record<ErrorCode, ErrorText & { readonly httpStatus: number }>>;
