/**
 * A budget bounds what one live key, or one member's sign-in with one assistant, may spend in a day (UTC) or a billing
 * period. The account keeps the budgets by the client's number, so every call reads them with the account.
 * core/billing/meter/client-share.ts applies them.
 */
import { numberText } from '../../number-text.ts';
import { centsToNanoUsd, formatUsd } from '../../money.ts';

export const BUDGET_SPANS = ['day', 'period'] as const;

export interface Budget {
  readonly every: (typeof BUDGET_SPANS)[number];
  /** Billed tokens; null for no bound. 0 allows nothing that costs tokens. */
  readonly tokens: number | null;
  /** Money for research, reserved or charged; null for no bound. */
  readonly researchCents: number | null;
}

/** `50,000 tokens and $5.00 of research each day`; null for none. */
export function budgetText(budget: Budget | null): string | null {
  if (budget === null) return null;
  const { every, tokens, researchCents } = budget;
  const bounds = [
    ...(tokens === null ? [] : [`${numberText(tokens)} ${tokens === 1 ? 'token' : 'tokens'}`]),
    ...(researchCents === null ? [] : [`${formatUsd(centsToNanoUsd(researchCents))} of research`]),
  ];
  return `${bounds.join(' and ')} each ${every === 'day' ? 'day' : 'billing period'}`;
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The most clients of an account that get a number. Further ones cannot have a budget and are counted together. */
const MAX_NUMBERS = DIGITS.length ** 2;

/** Returns the number of an account's next client: two characters. Undefined once all are given away. */
export function nextClientNumber(account: { readonly clientsNumbered?: number }): string | undefined {
  const { clientsNumbered = 0 } = account;
  if (clientsNumbered >= MAX_NUMBERS) return undefined;
  return digit(Math.floor(clientsNumbered / DIGITS.length)) + digit(clientsNumbered % DIGITS.length);
}

/** Returns how many clients have a number once `number` is given away. */
export function numberedWith(number: string): number {
  return DIGITS.indexOf(number.charAt(0)) * DIGITS.length + DIGITS.indexOf(number.charAt(1)) + 1;
}

/** Writes a small whole number as one character. @param value 0 to 61 */
export function digit(value: number): string {
  return DIGITS.charAt(value);
}

/** Reads a character that `digit` wrote. */
export function digitValue(character: string): number {
  return DIGITS.indexOf(character);
}
