/**
 * A draw: what one call takes from an account's usage row, and the condition under which it may. Pure: prepared from what is known,
 * carried out by the ledger in one conditional write, and decided again from the row that refused it. Both the meter and the reserves
 * for research are draws; a call makes at most one, for a transaction may touch a row once.
 */
import type { Caller } from '../auth/caller.ts';
import { centsToNanoUsd, RESEARCH_PRICE_NANO_USD } from '../money.ts';
import { fail, succeed, type Result } from '../result.ts';
import type { BillingRefusal } from './billing-refusal.ts';
import { periodAt } from './periods.ts';
import type { Account } from './plan.ts';
import { capLimits, keepsLimits, type CapLimits } from './spending-cap.ts';
import type { Charge, FrozenTerms, PeriodUsage, TrialUsage, UsageSnapshot } from './usage.ts';

/**
 * What "no cap" is in numbers: four million dollars a period. A row's sums stay safe integers, which is all that could be read back; nobody has
 * come near.
 */
const UNCAPPED_CENTS = 400_000_000;

/** What a call wants: the tokens and items of its answer, and parts to be researched. */
export interface Wanted extends Charge {
  readonly parts: number;
}

/** A draw on the usage row of a period. */
export interface PeriodDraw {
  readonly kind: 'period';
  readonly accountId: string;
  readonly periodKey: string;
  readonly wanted: Wanted;
  /** What the period is expected to have been opened with, or is opened with by this draw. */
  readonly frozen: FrozenTerms;
  readonly limits: CapLimits;
}

/** A draw on the allowance of the free trial. A part to be researched holds one item of it until it is settled. */
export interface TrialDraw {
  readonly kind: 'trial';
  readonly accountId: string;
  readonly wanted: Wanted;
  /** The items that may be counted already for the draw to fit. */
  readonly itemsAtMost: number;
}

export type Draw = PeriodDraw | TrialDraw;

/** Whose draw it is: test keys make none. */
export type Drawer = Pick<Caller, 'account' | 'usage'> & { readonly client: { readonly kind: 'live' | 'trial' } };

/** The draw to try, from what was read with the caller; the refusal when the account's state already forbids it. */
export function prepareDraw(drawer: Drawer, wanted: Wanted, nowMs: number): Result<Draw, BillingRefusal> {
  const { account, client } = drawer;
  const forbidden = refusalByState(account, client.kind);
  if (forbidden !== undefined) return fail(forbidden);
  if (client.kind === 'trial') return trialDraw(account, wanted);
  const period = periodAt(account.anchorDay, nowMs);
  return succeed(periodDraw(account, period.key, frozenTerms(account, drawer.usage.periods.get(period.key)), wanted));
}

/**
 * Whether the draw fits what was read, so that a call can choose beforehand how much to ask for. The write decides again.
 */
export function fitsKnownUsage(draw: Draw, usage: UsageSnapshot): boolean {
  if (draw.kind === 'trial') return (usage.trial?.items ?? 0) <= draw.itemsAtMost;
  return keepsLimits(usage.periods.get(draw.periodKey), draw.limits);
}

/**
 * What follows from the row that refused a draw (undefined: there was none): the same draw on the terms that the period was really opened with,
 * or the refusal. The row is the one the condition was tested against, so nothing is read again.
 */
export function decideAgain(
  draw: Draw,
  account: Account,
  row: PeriodUsage | TrialUsage | undefined,
): Result<Draw, BillingRefusal> {
  if (draw.kind === 'trial') return fail({ kind: 'trial_limit_reached' });
  if (row === undefined || !('tokensIncluded' in row) || sameTerms(row, draw.frozen)) {
    return fail({ kind: 'spending_cap_reached' });
  }
  return succeed(periodDraw(account, draw.periodKey, row, draw.wanted));
}

/** The terms that hold for a period: those it was opened with, else the account's as they are now. */
export function frozenTerms(account: Account, usage: PeriodUsage | undefined): FrozenTerms {
  if (usage !== undefined) return usage;
  const { tokensIncluded, overagePriceNanoUsdPerToken } = account.terms;
  return { priceNanoUsdPerToken: overagePriceNanoUsdPerToken, tokensIncluded };
}

/** Trial keys spend an allowance, not money: a missing plan or an unpaid bill does not stop them. */
function refusalByState(account: Account, kind: 'live' | 'trial'): BillingRefusal | undefined {
  const state = account.billingState;
  if (state === 'active' || (kind === 'trial' && state !== 'trial_ended')) return undefined;
  return { kind: state };
}

function trialDraw(account: Account, wanted: Wanted): Result<TrialDraw, BillingRefusal> {
  const itemsAtMost = account.trialAllowanceItems - wanted.items - wanted.parts;
  if (itemsAtMost < 0) return fail({ kind: 'trial_limit_reached' });
  return succeed({ kind: 'trial', accountId: account.accountId, wanted, itemsAtMost });
}

function periodDraw(account: Account, periodKey: string, terms: FrozenTerms, wanted: Wanted): PeriodDraw {
  const { priceNanoUsdPerToken, tokensIncluded } = terms;
  const frozen = { priceNanoUsdPerToken, tokensIncluded };
  const cap = centsToNanoUsd(account.spendingCapCents ?? UNCAPPED_CENTS);
  const researchNanoUsd = wanted.parts * RESEARCH_PRICE_NANO_USD;
  const limits = capLimits(frozen, cap, { tokens: wanted.tokens, researchNanoUsd });
  return { kind: 'period', accountId: account.accountId, periodKey, wanted, frozen, limits };
}

function sameTerms(a: FrozenTerms, b: FrozenTerms): boolean {
  return a.priceNanoUsdPerToken === b.priceNanoUsdPerToken && a.tokensIncluded === b.tokensIncluded;
}

/** The key of the usage row of an account's trial, which never resets. */
export const TRIAL_USAGE_KEY = 'TRIAL';

/** The key of the usage row that the draw is made on. A reserve is settled there, even after the period's end. */
export function usageKeyOf(draw: Draw): string {
  return draw.kind === 'trial' ? TRIAL_USAGE_KEY : draw.periodKey;
}
