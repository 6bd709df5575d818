/** Shows, sets and removes budgets for `clients` and `assistants`. */
import { openAccountReports } from '../../../adapters/dynamodb/open-stores.ts';
import { setBudget } from '../../../core/access/administration/administer-budgets.ts';
import type { Account } from '../../../core/billing/accounts/account.ts';
import { budgetText } from '../../../core/billing/plans/budget.ts';
import { orRefuse } from '../console/or-refuse.ts';
import { printText } from '../console/print.ts';
import { tablesOf, type OpenStage } from '../stage/open-stage.ts';
import { accountStore, requireAccount, requireClient } from '../stage/require-account.ts';
import type { CommandContext } from '../stage/run-command.ts';
import { budgetOutput, wantedBudget, type BudgetOptions } from './budget-options.ts';

/** @param clientId undefined for the budget of every sign-in without one of its own */
export async function runBudget(
  { stage, who, answer, next }: CommandContext,
  accountId: string,
  clientId: string | undefined,
  options: BudgetOptions,
): Promise<void> {
  const wanted = wantedBudget(options);
  const nowMs = Date.now();
  const owner = clientId === undefined ? { signInsOf: accountId } : { clientId };
  const change =
    wanted === undefined ? undefined : orRefuse(await setBudget(accountStore(stage), owner, wanted, { who }, nowMs));
  const account = change?.account ?? (await requireAccount(stage, accountId));
  const changed = change && `Before: ${budgetText(change.before) ?? 'no budget'}. Now: ${budgetText(change.after) ?? 'no budget'}.`; // prettier-ignore
  if (clientId === undefined) {
    const budget = account.signInBudget ?? null;
    const json = budget && { every: budget.every, tokens: budget.tokens, research_cents: budget.researchCents };
    answer({ account_id: accountId, sign_in_budget: json }, () => {
      printText(changed ?? `Every sign-in without a budget of its own: ${budgetText(budget) ?? 'no budget'}.`);
      next('Show the sign-ins', `assistants list ${accountId}`);
    });
    return;
  }
  const client = await requireClient(stage, clientId);
  const usage = await openAccountReports(tablesOf(stage)).readUsageHistory(accountId);
  const { json, text } = budgetOutput(account, client, usage, nowMs);
  answer({ client_id: clientId, budget: json }, () => {
    if (changed !== undefined) printText(changed);
    printText(text);
    next('List all keys of the account', `clients list ${accountId}`);
  });
}

/** The budget of each client of the account, revoked ones too, by its id. */
export async function readBudgets(
  stage: OpenStage,
  account: Account,
  nowMs: number,
): Promise<ReadonlyMap<string, ReturnType<typeof budgetOutput>>> {
  const { accountId } = account;
  const clients = await accountStore(stage).listClients(accountId);
  const usage = await openAccountReports(tablesOf(stage)).readUsageHistory(accountId);
  return new Map(clients.map((client) => [client.clientId, budgetOutput(account, client, usage, nowMs)]));
}

export function printBudgets(budgets: Awaited<ReturnType<typeof readBudgets>>): void {
  for (const [clientId, { json, text }] of budgets) if (json !== null) printText(`${clientId}: ${text}`);
}
