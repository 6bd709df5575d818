/**
 * Lists every public error code, and defines an error as clients see it.
 * The rule that failed decides where a code is used and with which message.
 */

/** The public error codes with their HTTP statuses. error-codes.ts describes them. */
export const HTTP_STATUSES = {
  invalid_parameter: 400,
  missing_parameter: 400,
  batch_too_large: 400,
  bad_request: 400,
  validation_failed: 422,
  unauthorized: 401,
  csrf_invalid: 403,
  forbidden: 403,
  insufficient_scope: 403,
  origin_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  unprocessable: 422,
  no_active_plan: 402,
  trial_ended: 402,
  past_due: 402,
  spending_cap_reached: 402,
  plan_required_for_enrich: 402,
  trial_limit_reached: 402,
  rate_limited: 429,
  internal_error: 500,
} as const;

export type ErrorCode = keyof typeof HTTP_STATUSES;

/** The unit of a budget that refused a call. */
export type BudgetLimit = `${'tokens' | 'research cents'} a ${'day' | 'period'} of the budget`;

/** An error as a client sees it: its code, a message that says how to fix it, and the invalid field. */
export interface ServiceError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly field?: string;
  /** The limit and the requested amount, for the log. */
  readonly figures?: {
    readonly limit: number;
    readonly limitOf: 'parts a call' | 'records a day of test keys' | BudgetLimit;
    readonly used?: number;
    readonly asked?: number;
  };
  /** Whole seconds until the same call may succeed; for `rate_limited`. */
  readonly retryAfterSeconds?: number;
  /** Where the caller can get more; for `trial_limit_reached`. */
  readonly upgradeUrl?: string;
}

/** The error envelope of docs/reference/behavior.md#errors. */
export interface ErrorEnvelope {
  readonly data: null;
  readonly errors: readonly [
    {
      readonly code: ErrorCode;
      readonly message: string;
      readonly field: string | null;
      readonly doc_url: string;
      /** Only with `rate_limited`: many clients do not show headers. */
      readonly retry_after_seconds?: number;
      /** Only with `trial_limit_reached`. */
      readonly upgrade_url?: string;
    },
  ];
  readonly meta: { readonly request_id: string };
}

export function errorDocUrl(docsBaseUrl: string, code: ErrorCode): string {
  return `${docsBaseUrl}/errors#${code}`;
}

export function errorEnvelope(error: ServiceError, docsBaseUrl: string, requestId: string): ErrorEnvelope {
  const { code, message, field = null, retryAfterSeconds, upgradeUrl } = error;
  const retry = retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds };
  const upgrade = upgradeUrl === undefined ? {} : { upgrade_url: upgradeUrl };
  return {
    data: null,
    errors: [{ code, message, field, doc_url: errorDocUrl(docsBaseUrl, code), ...retry, ...upgrade }],
    meta: { request_id: requestId },
  };
}
