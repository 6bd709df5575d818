/**
 * Sets, changes and removes budgets of live keys, of assistant sign-ins, and of all sign-ins without one of their own.
 * A change applies from the next request; what is used stays used. Only owners and operators call this: no tool does,
 * so an assistant never changes a budget.
 */
import * as z from 'zod/mini';
import { decideAgain, type ChangedMeanwhile } from '../../decide-again.ts';
import { numberText } from '../../number-text.ts';
import { readClientId } from '../../identifiers.ts';
import { centsToNanoUsd, formatUsd } from '../../money.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import { BUDGET_SPANS, budgetText, type Budget } from '../../billing/plans/budget.ts';
import type { ClientRecord } from '../../billing/accounts/caller.ts';
import { NO_PLAN } from '../../billing/plans/built-in-plans.ts';
import { CLIENT_PLACES } from '../../billing/meter/client-share.ts';
import type { Account } from '../../billing/accounts/account.ts';
import { MAX_CAP_CENTS, MAX_TOKENS } from './administer-accounts.ts';
import type { NewKeyBudget, Operator } from './administer-clients.ts';
import type { AdministrationStore } from './administration-store.ts';

/** Whose budget: one client's, or that of each sign-in of an account without one of its own. */
export type BudgetOwner = { readonly clientId: string } | { readonly signInsOf: string };

type BudgetField = 'every' | 'tokens' | 'research_cents' | 'budget';

export type BudgetChangeRefusal =
  | { readonly kind: 'unknown_account' }
  | { readonly kind: 'unknown_client' }
  | { readonly kind: 'client_revoked' }
  /** Test and trial keys have no budget, because they spend no money. */
  | { readonly kind: 'no_live_client' }
  | { readonly kind: 'no_plan' }
  /** A live sign-in from when the account had given away all numbers: no budget would bound it. */
  | { readonly kind: 'sign_in_beyond_budgets'; readonly clientId: string }
  | { readonly kind: 'too_many_budgets'; readonly most: number }
  | InvalidBudget;

interface InvalidBudget {
  readonly kind: 'invalid_budget';
  readonly field: BudgetField;
  /** A sentence that quotes nothing of the input. */
  readonly problem: string;
}

const wholeUpTo = (most: number) => z._default(z.nullable(z.int().check(z.nonnegative(), z.maximum(most))), null);

const budgetSchema = z.strictObject({
  every: z.enum(BUDGET_SPANS),
  tokens: wholeUpTo(MAX_TOKENS),
  research_cents: wholeUpTo(MAX_CAP_CENTS),
});

const PROBLEMS: Readonly<Record<BudgetField, string>> = {
  every: 'must be "day" or "period"',
  tokens: `must be a whole number from 0 to ${MAX_TOKENS}, or null for no bound`,
  research_cents: `must be a whole number of cents from 0 to ${MAX_CAP_CENTS}, or null for no bound`,
  budget: 'has only the members every, tokens and research_cents',
};

/** Reads a budget as clients send it: `{ every, tokens, research_cents }`. */
export function readBudget(value: unknown): Result<Budget, InvalidBudget> {
  const parsed = budgetSchema.safeParse(value);
  if (parsed.success) {
    const { every, tokens, research_cents: researchCents } = parsed.data;
    if (tokens !== null || researchCents !== null) return succeed({ every, tokens, researchCents });
    return invalid('tokens', 'or research_cents must be bounded; remove the budget to bound neither');
  }
  // Stryker disable next-line OptionalChaining: a parse that failed has at least one issue
  const field = parsed.error.issues[0]?.path[0];
  const known = field === 'every' || field === 'tokens' || field === 'research_cents' ? field : 'budget';
  return invalid(known, PROBLEMS[known]);
}

function invalid(field: BudgetField, problem: string): { readonly ok: false; readonly reason: InvalidBudget } {
  return fail({ kind: 'invalid_budget', field, problem });
}

/** A budget, as it was and is. */
interface BudgetChange {
  readonly account: Account;
  readonly before: Budget | null;
  readonly after: Budget | null;
}

/** @param budget null removes it */
export async function setBudget(
  store: Pick<AdministrationStore, 'readAccount' | 'changeAccount' | 'listClients'>,
  owner: BudgetOwner,
  budget: Budget | null,
  { who }: Operator,
  nowMs: number,
): Promise<Result<BudgetChange, BudgetChangeRefusal | ChangedMeanwhile>> {
  const accountId = 'signInsOf' in owner ? owner.signInsOf : readClientId(owner.clientId)?.accountId;
  if (accountId === undefined) return fail({ kind: 'unknown_client' });
  return decideAgain<BudgetChange, BudgetChangeRefusal>(async () => {
    // The account is read first: a client that is missing in the later list was not made before the account was read,
    // so its budget is not dropped.
    const stored = await store.readAccount(accountId);
    const clients = await store.listClients(accountId);
    const budgeted = budgetedClient(owner, clients, budget);
    if (!budgeted.ok) return budgeted;
    if (stored === undefined) return fail({ kind: 'unknown_account' });
    const account = stored.value;
    const unfit = budget === null ? undefined : whyUnfit(account, budget);
    if (unfit !== undefined) return fail(unfit);
    const { number, details } = budgeted.value;
    const after = withBudget(account, number, budget, clients);
    if ((after.budgets?.size ?? 0) > CLIENT_PLACES) return fail({ kind: 'too_many_budgets', most: CLIENT_PLACES });
    const before = (number === undefined ? account.signInBudget : account.budgets?.get(number)) ?? null;
    const change = { account: after, before, after: budget };
    if (budgetText(before) === budgetText(budget)) return succeed(change);
    const audit = budgetLine(who, details, before, budget, nowMs);
    return (await store.changeAccount(after, stored.revision, audit)) ? succeed(change) : undefined;
  });
}

export function budgetOfNewKey(budget: Budget, { who }: Operator, nowMs: number): NewKeyBudget<BudgetChangeRefusal> {
  return ({ kind, number, clientId }, account, clients) => {
    if (kind !== 'live' || number === undefined) return fail({ kind: 'no_live_client' });
    const unfit = whyUnfit(account, budget);
    if (unfit !== undefined) return fail(unfit);
    const budgets = budgetsInForce(account, clients).set(number, budget);
    if (budgets.size > CLIENT_PLACES) return fail({ kind: 'too_many_budgets', most: CLIENT_PLACES });
    return succeed({ budgets, audit: budgetLine(who, { client_id: clientId }, null, budget, nowMs) });
  };
}

function budgetLine(
  who: string,
  owner: AuditLine['details'],
  before: Budget | null,
  after: Budget | null,
  atMs: number,
): AuditLine {
  const details = { ...owner, budget_before: budgetText(before), budget_after: budgetText(after) };
  return { who, what: 'budget.set', details, atMs };
}

/** The number that the budget is stored by; undefined for the budget of all sign-ins. */
function budgetedClient(
  owner: BudgetOwner,
  clients: readonly ClientRecord[],
  budget: Budget | null,
): Result<
  { readonly number: string | undefined; readonly details: Readonly<Record<string, string | boolean>> },
  BudgetChangeRefusal
> {
  if ('signInsOf' in owner) {
    const beyond = clients.find((one) => one.signIn !== undefined && isBeyondBudgets(one));
    return beyond === undefined || budget === null
      ? succeed({ number: undefined, details: { all_sign_ins: true } })
      : fail({ kind: 'sign_in_beyond_budgets', clientId: beyond.clientId });
  }
  const client = clients.find(({ clientId }) => clientId === owner.clientId);
  if (client === undefined) return fail({ kind: 'unknown_client' });
  const { kind, number, clientId } = client;
  if (kind !== 'live') return fail({ kind: 'no_live_client' });
  // The budget of a revoked sign-in waits for the next one and counts toward the most budgets, so it can be removed
  // until the next one has it.
  const isInForce = clients.some((one) => one.number === number && one.revokedAtMs === null);
  if (client.revokedAtMs !== null && (budget !== null || isInForce)) return fail({ kind: 'client_revoked' });
  return number === undefined
    ? fail({ kind: 'no_live_client' })
    : succeed({ number, details: { client_id: clientId } });
}

function isBeyondBudgets({ kind, number, revokedAtMs }: ClientRecord): boolean {
  return kind === 'live' && number === undefined && revokedAtMs === null;
}

/** Returns why the account could never spend the budget. A lower cap later leaves budgets as they are. */
function whyUnfit({ terms, spendingCapCents }: Account, budget: Budget): BudgetChangeRefusal | undefined {
  if (terms.code === NO_PLAN.code) return { kind: 'no_plan' };
  const { tokens, researchCents } = budget;
  const { tokensIncluded, overagePriceNanoUsdPerToken: price, researchAllowed } = terms;
  const beyond = spendingCapCents === null ? Infinity : Math.floor(centsToNanoUsd(spendingCapCents) / price);
  const most = tokensIncluded + beyond;
  if ((tokens ?? 0) > most)
    return invalid('tokens', `is more than the ${numberText(most)} that plan and spending cap allow`).reason;
  if (researchCents === null || researchCents === 0) return undefined;
  if (!researchAllowed) return invalid('research_cents', 'is not possible: the plan has no research').reason;
  if (spendingCapCents === null || researchCents <= spendingCapCents) return undefined;
  const cap = formatUsd(centsToNanoUsd(spendingCapCents));
  return invalid('research_cents', `is more than the spending cap of ${cap}`).reason;
}

function withBudget(
  account: Account,
  number: string | undefined,
  budget: Budget | null,
  clients: readonly ClientRecord[],
): Account {
  if (number === undefined) return { ...account, signInBudget: budget };
  const budgets = budgetsInForce(account, clients);
  if (budget === null) budgets.delete(number);
  else budgets.set(number, budget);
  return { ...account, budgets };
}

/**
 * Budgets of revoked keys end; those of revoked sign-ins remain for the next sign-in of the same member and assistant.
 */
function budgetsInForce({ budgets }: Account, clients: readonly ClientRecord[]): Map<string, Budget> {
  const inForce = new Set(
    clients.filter((one) => one.signIn !== undefined || one.revokedAtMs === null).map((one) => one.number),
  );
  return new Map([...(budgets ?? new Map<string, Budget>())].filter(([one]) => inForce.has(one)));
}
