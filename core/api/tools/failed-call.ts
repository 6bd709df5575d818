/** Ends a call with an error and adds the reason to the log line. Nothing is billed. */
import { billingStateAt } from '../../billing/accounts/account.ts';
import { requestsPerMinuteOf } from '../../billing/accounts/requests-per-minute.ts';
import { NO_CHARGE, type Charge } from '../../billing/accounts/usage.ts';
import { describeBillingRefusal, type BillingRefusal } from '../../billing/meter/billing-refusal.ts';
import { capStanding } from '../../billing/meter/cap-standing.ts';
import { sandboxSpentError } from '../../billing/meter/sandbox.ts';
import { usageFigures } from '../../billing/meter/usage-figures.ts';
import type { ServiceError } from '../../errors.ts';
import type { RateRefusal } from '../../billing/rate-limit/rate-window.ts';
import { rateLimitedError } from '../refusals/http-error.ts';
import { errorFigures, loggedText, standingFigures, type RefusalFigures } from '../refusals/refusal-figures.ts';
import type { CallContext, ToolCallResult } from './call-context.ts';

export function failed(error: ServiceError, context: CallContext): ToolCallResult {
  const why = { ...errorFigures(error), ...moneyFigures(error, context) };
  context.note({ outcome: error.code, told: loggedText(error.message), why });
  return { kind: 'failed', error, figures: usageFigures(context.caller, context.nowMs) };
}

/** @param asked the charge for the answer, if it was known */
export function failedForMoney(
  refusal: BillingRefusal,
  context: CallContext,
  asked: Charge = NO_CHARGE,
): ToolCallResult {
  const { caller, ports, nowMs } = context;
  if (asked.items > 0) context.note({ why: { asked: asked.items, askedTokens: asked.tokens } });
  return failed(describeBillingRefusal(refusal, ports, capStanding(caller, nowMs)), context);
}

export function failedBySandbox(itemsPerDay: number, context: CallContext): ToolCallResult {
  return failed(sandboxSpentError(itemsPerDay, context.nowMs), context);
}

/** Fails because the Idempotency-Key belongs to another request of the client. */
export function failedByIdempotencyKey(context: CallContext): ToolCallResult {
  return failed(idempotencyKeyOfAnother(), context);
}

export function idempotencyKeyOfAnother(): ServiceError {
  return {
    code: 'unprocessable',
    message: 'This Idempotency-Key was used for another request within 24 hours. Send a new key with a new request.',
    field: 'Idempotency-Key',
  };
}

export function failedByRate(rate: RateRefusal, context: CallContext): ToolCallResult {
  const error = rateLimitedError({ kind: 'rate_limited', limit: 'account', ...rate });
  context.note({ why: { limit: requestsPerMinuteOf(context.caller), limitOf: 'requests a minute' } });
  return failed(error, context);
}

/** Returns the cap, allowance or plan figures, if they are the reason. */
function moneyFigures({ code, figures }: ServiceError, { caller, nowMs }: CallContext): RefusalFigures {
  const { account, usage } = caller;
  switch (code) {
    case 'spending_cap_reached':
      // The figures of a budget are in the error.
      return figures === undefined ? standingFigures(capStanding(caller, nowMs)) : {};
    case 'trial_limit_reached':
      return { limit: account.trialAllowanceItems, limitOf: 'items of the trial', used: usage.trial?.items ?? 0 };
    case 'no_active_plan':
    case 'past_due':
    case 'trial_ended':
    case 'plan_required_for_enrich':
      return { billingState: billingStateAt(account, nowMs) };
    default:
      return {};
  }
}
