/** Says why a budget refuses a call, and how a budget stands, for people and assistants. */
import { centsToNanoUsd, formatUsd, NANO_USD_PER_CENT } from '../../money.ts';
import type { ServiceError } from '../../errors.ts';
import { shortTimeText, timeText } from '../../time.ts';
import type { BudgetRefusal, BudgetStanding } from './client-share.ts';

/** Returns the error of the refusal; its message is the same on every interface. */
export function describeBudgetRefusal(refusal: BudgetRefusal): ServiceError {
  const { every, isSignIn, used, most, asked } = refusal;
  const whose = isSignIn ? 'this assistant sign-in' : 'this key';
  const amount = (value: number) => amountText(refusal.unit, value);
  const left = amount(Math.max(0, most - used));
  // Before the items are read, only the least that an item costs is known.
  const cost = refusal.unit === 'tokens' && asked === 1 ? 'at least 1' : amount(asked);
  const logged = (value: number) => (refusal.unit === 'tokens' ? value : value / NANO_USD_PER_CENT);
  return {
    code: 'spending_cap_reached',
    figures: {
      limit: logged(most),
      limitOf: `${refusal.unit === 'tokens' ? 'tokens' : 'research cents'} a ${every} of the budget`,
      used: logged(used),
      asked: logged(asked),
    },
    message:
      `The budget of ${whose} does not cover this call: ${amount(used)} of ${amount(most)}${refusal.unit === 'tokens' ? ' tokens' : ' for research'} ` +
      `${every === 'day' ? 'are used today (UTC)' : 'are used in this billing period'}, ${left} left, and the call would cost ${cost}. Nothing was charged. ` +
      `${adviceOn(refusal)} Free tools go on.`,
  };
}

/** Waiting does not help a call that costs more than the whole budget. */
function adviceOn({ every, most, asked, resetsAtMs }: BudgetRefusal): string {
  if (asked > most)
    return `Do not repeat it: it costs more than the whole budget of a ${every === 'day' ? 'day' : 'billing period'}, and waiting does not help. An owner of the account can have the budget raised.`;
  return `A call for less may fit. Repeating this one is useless before the budget begins anew at ${beginningOf(resetsAtMs)}, unless an owner of the account has it raised.`;
}

/** Returns a sentence about a budget and its use. */
export function describeBudget(standing: BudgetStanding, isSignIn: boolean): string {
  const { every, tokens, tokensUsed, researchCents, researchUsedNanoUsd, resetsAtMs } = standing;
  const parts = [
    tokens !== null && `${amountText('tokens', tokensUsed)} of ${amountText('tokens', tokens)} tokens`,
    researchCents !== null &&
      `${formatUsd(researchUsedNanoUsd)} of ${formatUsd(centsToNanoUsd(researchCents))} for research`,
  ].filter((part) => part !== false);
  const span = every === 'day' ? 'today' : 'in this billing period';
  const whose = isSignIn ? 'This sign-in' : 'This key';
  return `${whose} has used ${parts.join(' and ')} ${span}; its budget begins anew at ${beginningOf(resetsAtMs)}.`;
}

/** A budget as programs read it; null for none. Research is reserved and charged in whole cents. */
export function budgetJson(standing: BudgetStanding | null) {
  if (standing === null) return null;
  const { every, tokens, tokensUsed, researchCents, researchUsedNanoUsd, resetsAtMs } = standing;
  return {
    every,
    tokens,
    tokens_used: tokensUsed,
    research_cents: researchCents,
    research_used_cents: researchUsedNanoUsd / NANO_USD_PER_CENT,
    resets_at: shortTimeText(resetsAtMs),
  };
}

function amountText(unit: BudgetRefusal['unit'], value: number): string {
  return unit === 'tokens' ? value.toLocaleString('en-US') : formatUsd(value);
}

/** When a budget begins anew: `2026-11-27T00:00Z`. */
function beginningOf(ms: number): string {
  return `${timeText(ms).slice(0, 16)}Z`;
}
