/** The options of the commands that show and set budgets (docs/reference/billing.md#budgets). */
import type { Command } from 'commander';
import { readBudget } from '../../../core/access/administration/administer-budgets.ts';
import { budgetJson, describeBudget } from '../../../core/billing/meter/budget-text.ts';
import { budgetStanding, type PayingClient } from '../../../core/billing/meter/client-share.ts';
import type { Budget } from '../../../core/billing/plans/budget.ts';
import type { Account } from '../../../core/billing/accounts/account.ts';
import type { UsageSnapshot } from '../../../core/billing/accounts/usage.ts';
import { OperatorError } from '../console/operator-error.ts';
import { orRefuse } from '../console/or-refuse.ts';

export interface BudgetOptions {
  readonly every?: string;
  readonly tokens?: string;
  readonly researchCents?: string;
  readonly none?: boolean;
}

export function withBudgetOptions(command: Command): Command {
  return command
    .option('--every <span>', 'day (UTC) or period')
    .option('--tokens <count>', 'the most billed tokens')
    .option('--research-cents <cents>', 'the most cents for research, reserved or charged');
}

/**
 * Returns the budget that the options set; null to remove it, undefined if they set none.
 * @throws {OperatorError} naming the option at fault
 */
export function wantedBudget({ every, tokens, researchCents, none = false }: BudgetOptions): Budget | null | undefined {
  const isSet = every !== undefined || tokens !== undefined || researchCents !== undefined;
  if (none && isSet) throw new OperatorError('Use either --none or a budget, not both.', { code: 'invalid_budget' });
  if (none) return null;
  return isSet
    ? orRefuse(readBudget({ every, tokens: numberOrNull(tokens), research_cents: numberOrNull(researchCents) }))
    : undefined;
}

function numberOrNull(text: string | undefined): number | null {
  return text === undefined ? null : text.trim() === '' ? NaN : Number(text);
}

/** A client's budget and its use, as JSON and as a sentence. */
export function budgetOutput(account: Account, client: PayingClient, usage: UsageSnapshot, nowMs: number) {
  const standing = budgetStanding({ account, client, usage }, nowMs);
  const text = standing === null ? 'No budget.' : describeBudget(standing, client.signIn !== undefined);
  return { json: budgetJson(standing), text: text.replaceAll(/(?<=-\d\d)T(\d\d:\d\d)Z/g, ' $1 UTC') };
}
