/**
 * A statement: what an account owes for one finished period (docs/reference/billing.md#statements). Its figures are
 * whole nano-USD; only `centsOf` computes cents. A statement is written once and never changes: a mistake is corrected
 * by a line in a later statement.
 */
import type { FrozenTerms } from '../accounts/usage.ts';
import { NANO_USD_PER_CENT, RESEARCH_PRICE_NANO_USD, type NanoUsd } from '../../money.ts';

/** A part that research found and the account was charged for, as the account requested it. */
export interface FoundPart {
  readonly manufacturer: string;
  readonly partNumber: string;
  readonly foundAtMs: number;
}

interface CallCounts {
  /** The calls that were debited. */
  readonly billedCalls: number;
  /** All calls within the rate limit, billed or not. */
  readonly calls: number;
}

/**
 * The use of a key or assistant sign-in, from the activity of its assistants: a statistic that no amount is computed
 * from.
 */
export interface KeyUse extends CallCounts {
  readonly clientId: string;
  readonly name: string;
  readonly tokens: number;
}

/** An amount that an operator adds to a later statement to correct a closed one; a negative amount is a credit. */
export interface Correction {
  readonly correctionId: string;
  /** The period of the statement that it corrects. */
  readonly periodKey: string;
  readonly amountCents: number;
  readonly reason: string;
  readonly atMs: number;
}

export interface Statement extends CallCounts {
  readonly statementId: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly periodKey: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly planCode: string;
  readonly planName: string;
  /** The terms that the period was opened with, or those at its end if no call was billed. */
  readonly terms: FrozenTerms;
  readonly items: number;
  readonly tokens: number;
  readonly overageTokens: number;
  readonly partsFound: number;
  readonly monthlyFeeNanoUsd: NanoUsd;
  readonly overageNanoUsd: NanoUsd;
  readonly researchNanoUsd: NanoUsd;
  readonly corrections: readonly Correction[];
  readonly totalNanoUsd: NanoUsd;
  readonly totalCents: number;
  readonly keys: readonly KeyUse[];
  readonly closedAtMs: number;
}

/** One amount of a statement. The cents of all lines add up to the cents of the statement. */
export interface StatementLine {
  /** The same in every export of the statement, so that another system recognizes a line that it already has. */
  readonly lineId: string;
  readonly kind: 'monthly_fee' | 'overage' | 'research' | 'correction';
  readonly description: string;
  readonly quantity: number;
  readonly amountNanoUsd: NanoUsd;
  readonly amountCents: number;
}

/** The only rounding of amounts: to the nearest cent, half a cent up. */
export function centsOf(amount: NanoUsd): number {
  const rest = ((amount % NANO_USD_PER_CENT) + NANO_USD_PER_CENT) % NANO_USD_PER_CENT;
  const below = (amount - rest) / NANO_USD_PER_CENT;
  return rest * 2 >= NANO_USD_PER_CENT ? below + 1 : below;
}

/** The id is derived from account and period, which have one statement. */
export function statementIdOf(accountId: string, periodKey: string): string {
  return `st_${accountId.slice('acc_'.length)}_${periodKey}`;
}

/**
 * Returns the account's calls, of which the meter counts those that it billed. Each billed call that no key's activity
 * shows is added to all calls: research that a member requested in the dashboard, or a call that could not be noted.
 */
export function callCounts(billedCalls: number, keys: readonly CallCounts[]): CallCounts {
  const known = keys.reduce((sum, key) => sum + key.billedCalls, 0);
  const withoutKey = Math.max(0, billedCalls - known);
  return { billedCalls, calls: keys.reduce((sum, { calls }) => sum + calls, withoutKey) };
}

/**
 * Returns what the listed keys lack to the figures of the statement; undefined if they lack nothing, or if there are no
 * keys.
 */
export function otherUse({ keys, ...statement }: Statement): Omit<KeyUse, 'clientId' | 'name'> | undefined {
  const lacking = (figure: 'tokens' | 'billedCalls' | 'calls') =>
    keys.reduce((rest, key) => Math.max(0, rest - key[figure]), statement[figure]);
  const other = { tokens: lacking('tokens'), billedCalls: lacking('billedCalls'), calls: lacking('calls') };
  return keys.length > 0 && Object.values(other).some((figure) => figure > 0) ? other : undefined;
}

/** Leaves out lines without an amount, except corrections. */
export function statementLines(statement: Statement): readonly StatementLine[] {
  const { planName, periodKey, overageTokens, partsFound, monthlyFeeNanoUsd, overageNanoUsd, researchNanoUsd } =
    statement;
  const line = (
    kind: StatementLine['kind'],
    [description, quantity, amountNanoUsd]: readonly [string, number, NanoUsd],
    of = '',
  ): StatementLine => {
    const lineId = `${statement.statementId}_${kind}${of}`;
    return { lineId, kind, description, quantity, amountNanoUsd, amountCents: centsOf(amountNanoUsd) };
  };
  const charges = [
    line('monthly_fee', [`${planName}, ${periodKey}`, 1, monthlyFeeNanoUsd]),
    line('overage', [`Tokens beyond the plan, ${periodKey}`, overageTokens, overageNanoUsd]),
    line('research', [`Parts found by research, ${periodKey}`, partsFound, researchNanoUsd]),
  ];
  const corrections = statement.corrections.map((correction) => {
    const description = `Correction of ${correction.periodKey}: ${correction.reason}`;
    return line('correction', [description, 1, correctionNanoUsd(correction)], `_${correction.correctionId}`);
  });
  return [...charges.filter(({ amountNanoUsd }) => amountNanoUsd !== 0), ...corrections];
}

export function correctionNanoUsd({ amountCents }: Correction): NanoUsd {
  return amountCents * NANO_USD_PER_CENT;
}

export function researchCharge(parts: number): NanoUsd {
  return parts * RESEARCH_PRICE_NANO_USD;
}
