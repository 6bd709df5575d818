/** Says why a budget refuses a call, and how a budget stands, for people and assistants. */
import { centsToNanoUsd, formatUsd, NANO_USD_PER_CENT } from '../../money.ts';
import type { ServiceError } from '../../errors.ts';
import { shortTimeText, timeText } from '../../time.ts';
import type { BudgetRefusal, BudgetStanding } from './client-share.ts';
import { numberText } from '../../number-text.ts';

/**
 * Returns the error of the refusal; its message is the same on every interface.
 * @param what was refused: the call, or one part of it
 */
export function describeBudgetRefusal(refusal: BudgetRefusal, what: 'call' | 'part' = 'call'): ServiceError {
  const { every, isSignIn, used, most, asked } = refusal;
  const isTokens = refusal.unit === 'tokens';
  const amount = (value: number) => amountText(refusal.unit, value);
  const left = amount(Math.max(0, most - used));
  // Before the items are read, only the least that an item costs is known.
  const cost = isTokens && asked === 1 ? 'at least 1' : amount(asked);
  const logged = (value: number) => (isTokens ? value : value / NANO_USD_PER_CENT);
  return {
    code: 'spending_cap_reached',
    figures: {
      limit: logged(most),
      limitOf: `${isTokens ? 'tokens' : 'research cents'} a ${every} of the budget`,
      used: logged(used),
      asked: logged(asked),
    },
    message:
      `The budget of this ${isSignIn ? 'assistant sign-in' : 'key'} does not cover this ${what}: ` +
      `${most === 0 ? `it allows no${isTokens ? ' tokens' : ' research'}` : `${amount(used)} of ${amount(most)}${isTokens ? ' tokens are used' : ' for research are reserved or charged'} ${every === 'day' ? 'today (UTC)' : 'in this billing period'}, ${left} left`}, ` +
      `and the ${what} would cost ${cost}. Nothing was charged${what === 'part' ? ' for it' : ''}. ` +
      `${what === 'call' && used < most && asked <= most ? 'A call for fewer parts or fields may fit. ' : ''}${adviceOn(refusal, what)} Free tools go on.`,
  };
}

/** Waiting does not help what costs more than the whole budget. */
function adviceOn({ every, isSignIn, most, asked, resetsAtMs, unit }: BudgetRefusal, what: string): string {
  const where = `on the dashboard’s page ${isSignIn ? 'Assistants' : 'Keys'}`;
  if (asked <= most)
    return `Repeating this ${what} is useless before the budget begins anew at ${beginningOf(resetsAtMs)}, unless an owner of the account raises the budget ${where}.`;
  const span = every === 'day' ? 'day' : 'billing period';
  const smaller = unit === 'tokens' && most > 0 ? 'Ask for fewer parts or fields, or have' : 'Have';
  return `Repeating this ${what} is useless, even later, because it costs more than the whole budget of a ${span}. ${smaller} an owner of the account raise the budget ${where}.`;
}

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
  return unit === 'tokens' ? numberText(value) : formatUsd(value);
}

/** When a budget begins anew: `2026-11-27T00:00Z`. */
function beginningOf(ms: number): string {
  return `${timeText(ms).slice(0, 16)}Z`;
}
