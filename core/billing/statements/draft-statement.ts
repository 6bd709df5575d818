/**
 * Drafts the statement of a period and reports whether its sources agree. Pure. close-statements.ts decides whether the
 * period is over. Only the total's cents are rounded.
 */
import type { Account } from '../accounts/account.ts';
import type { PeriodUsage } from '../accounts/usage.ts';
import type { Period } from '../meter/periods.ts';
import { overageTokens } from '../meter/spending-cap.ts';
import { frozenTerms } from '../meter/usage-debit.ts';
import { NANO_USD_PER_CENT, type NanoUsd } from '../../money.ts';
import {
  callCounts,
  centsOf,
  correctionNanoUsd,
  researchCharge,
  statementIdOf,
  type Correction,
  type FoundPart,
  type KeyUse,
  type Statement,
} from './statement.ts';

/** Further keys are only in the sums, so that a statement stays one row. */
const MAX_KEYS = 500;

export interface StatementSources {
  /** The account as it was at the period's end. */
  readonly account: Account;
  readonly period: Period;
  /** The period's row, which may be what a taken-back debit left; undefined if no call was billed. */
  readonly usage: PeriodUsage | undefined;
  readonly found: readonly FoundPart[];
  readonly keys: readonly KeyUse[];
  readonly corrections: readonly Correction[];
}

/** A figure on which two sources should agree and do not. */
export interface Difference {
  readonly figure: 'committed' | 'research' | 'found_parts' | 'total';
  readonly expectedNanoUsd: NanoUsd;
  readonly foundNanoUsd: NanoUsd;
}

export function draftStatement(sources: StatementSources, nowMs: number): Statement {
  const { account, period, usage, corrections } = sources;
  const { tokens = 0, items = 0, calls = 0, chargedNanoUsd = 0 } = usage ?? {};
  const terms = termsOf(sources);
  const beyond = usage === undefined ? 0 : overageTokens(usage);
  const charges = {
    monthlyFeeNanoUsd: terms.monthlyFeeNanoUsd ?? 0,
    overageNanoUsd: beyond * terms.priceNanoUsdPerToken,
    researchNanoUsd: chargedNanoUsd,
  };
  const totalNanoUsd = sum([...Object.values(charges), ...corrections.map(correctionNanoUsd)]);
  return {
    statementId: statementIdOf(account.accountId, period.key),
    accountId: account.accountId,
    accountName: account.name,
    periodKey: period.key,
    startMs: period.startMs,
    endMs: period.endMs,
    planCode: account.terms.code,
    planName: account.terms.name,
    terms,
    ...callCounts(calls, sources.keys),
    items,
    tokens,
    overageTokens: beyond,
    partsFound: sources.found.length,
    ...charges,
    corrections,
    totalNanoUsd,
    totalCents: centsOf(totalNanoUsd),
    keys: sources.keys.slice(0, MAX_KEYS),
    closedAtMs: nowMs,
  };
}

/** Whether the period has anything to state besides corrections: a billed call, or a plan with a fee. */
export function isBilled({ usage, account }: Pick<StatementSources, 'usage' | 'account'>): boolean {
  return billedUsage(usage) !== undefined || feeWithoutCalls(account) > 0;
}

/** Returns the row if anything was billed on it. A taken-back debit leaves a row with terms and no figures. */
export function billedUsage(usage: PeriodUsage | undefined): PeriodUsage | undefined {
  if (usage === undefined) return undefined;
  const { tokens, items, calls, committedNanoUsd, researchNanoUsd, reservedNanoUsd, chargedNanoUsd } = usage;
  const figures = [tokens, items, calls, committedNanoUsd, researchNanoUsd, reservedNanoUsd, chargedNanoUsd];
  return figures.some((figure) => figure !== 0) ? usage : undefined;
}

/** Returns where the usage row disagrees with itself or with the parts that research found, to the nano-USD. */
export function differencesOf({ usage, found }: StatementSources, statement: Statement): readonly Difference[] {
  const { tokens = 0, priceNanoUsdPerToken = 0, researchNanoUsd = 0, reservedNanoUsd = 0 } = usage ?? {};
  const { chargedNanoUsd = 0, committedNanoUsd = 0 } = usage ?? {};
  const compared: readonly Difference[] = [
    {
      figure: 'committed',
      expectedNanoUsd: tokens * priceNanoUsdPerToken + researchNanoUsd,
      foundNanoUsd: committedNanoUsd,
    },
    { figure: 'research', expectedNanoUsd: chargedNanoUsd + reservedNanoUsd, foundNanoUsd: researchNanoUsd },
    { figure: 'found_parts', expectedNanoUsd: researchCharge(found.length), foundNanoUsd: chargedNanoUsd },
    { figure: 'total', expectedNanoUsd: exactTotal(statement), foundNanoUsd: statement.totalNanoUsd },
  ];
  return compared.filter(({ expectedNanoUsd, foundNanoUsd }) => expectedNanoUsd !== foundNanoUsd);
}

/** Computes with bigint, because the sum may be larger than a number can represent exactly. */
function exactTotal({
  monthlyFeeNanoUsd,
  overageTokens: beyond,
  terms,
  researchNanoUsd,
  corrections,
}: Statement): number {
  const charges =
    BigInt(monthlyFeeNanoUsd) + BigInt(beyond) * BigInt(terms.priceNanoUsdPerToken) + BigInt(researchNanoUsd);
  return Number(corrections.reduce((sum, one) => sum + BigInt(one.amountCents) * BigInt(NANO_USD_PER_CENT), charges));
}

/** An account that could not be billed at the period's end owes no fee, unless a call was billed before. */
function termsOf({ account, usage: row }: StatementSources): Statement['terms'] {
  const usage = billedUsage(row);
  const { monthlyFeeNanoUsd, priceNanoUsdPerToken, tokensIncluded } = frozenTerms(account, usage);
  const fee = usage === undefined ? feeWithoutCalls(account) : (monthlyFeeNanoUsd ?? 0);
  return { priceNanoUsdPerToken, tokensIncluded, ...(fee > 0 && { monthlyFeeNanoUsd: fee }) };
}

function feeWithoutCalls(account: Account): NanoUsd {
  const hasPlan = account.billingState === 'active' || account.billingState === 'past_due';
  if (!hasPlan || account.status === 'closed') return 0;
  return frozenTerms(account, undefined).monthlyFeeNanoUsd ?? 0;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
