/** `admin usage …`: what an account used and what it costs, in this period and in those before. */
import { Command } from 'commander';
import { DynamoAccountReports } from '../../functions/adapters/dynamodb/dynamo-account-reports.ts';
import { DynamoAdministrationStore } from '../../functions/adapters/dynamodb/dynamo-administration-store.ts';
import { frozenTerms } from '../../functions/core/billing/draw.ts';
import { periodAt, type Period } from '../../functions/core/billing/periods.ts';
import type { Account } from '../../functions/core/billing/plan.ts';
import type { PeriodUsage, TrialUsage, UsageSnapshot } from '../../functions/core/billing/usage.ts';
import { centsToNanoUsd, formatUsd } from '../../functions/core/money.ts';
import { OperatorError } from './console/operator-error.ts';
import { printFields, printTable } from './console/print.ts';
import { readAccountId } from './console/read-option.ts';
import { runCommand } from './console/run-command.ts';
import type { OpenStage } from './stage/open-stage.ts';

export function usageCommand(): Command {
  return new Command('usage')
    .description('What an account used, and what it costs')
    .addCommand(showCommand())
    .addCommand(historyCommand());
}

function showCommand(): Command {
  return new Command('show')
    .description('Show the running period and the trial')
    .argument('<account>', 'account id', readAccountId)
    .action((accountId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer }) => {
        const { account, usage } = await readUsage(stage, accountId);
        const period = periodAt(account.anchorDay, Date.now());
        const report = { ...describePeriod(account, period.key, usage.periods.get(period.key)), ...ends(period) };
        const trial = describeTrial(account, usage.trial);
        answer({ account_id: accountId, ...report, trial }, () => {
          printFields(spaced({ account: accountId, name: account.name, plan: account.terms.name, ...report }));
          if (account.trialAllowanceItems > 0) {
            console.log('');
            printFields(spaced({ trial_items_used: `${trial.items_used} of ${trial.items_allowed}` }));
          }
        });
      }),
    );
}

function historyCommand(): Command {
  return new Command('history')
    .description('List every period with a billed call, the latest first')
    .argument('<account>', 'account id', readAccountId)
    .action((accountId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer }) => {
        const { account, usage } = await readUsage(stage, accountId);
        const periods = [...usage.periods]
          .sort(([a], [b]) => b.localeCompare(a))
          .map(([key, used]) => describePeriod(account, key, used));
        answer(periods, () =>
          periods.length === 0
            ? console.log('No period with a billed call.')
            : printTable(
                ['PERIOD', 'CALLS', 'RECORDS', 'TOKENS', 'INCLUDED', 'OVERAGE', 'RESEARCH', 'RESERVED', 'TO PAY'],
                periods.map((period) => [
                  period.period,
                  period.calls,
                  period.records,
                  period.tokens_used,
                  period.tokens_included,
                  period.overage_cost,
                  period.research_charged,
                  period.research_reserved,
                  period.to_pay,
                ]),
              ),
        );
      }),
    );
}

/** Amounts as dollars for people; the same figures in JSON carry their unit in the name. */
function describePeriod(account: Account, key: string, used: PeriodUsage | undefined) {
  const { priceNanoUsdPerToken, tokensIncluded } = frozenTerms(account, used);
  const tokens = used?.tokens ?? 0;
  const overageTokens = Math.max(0, tokens - tokensIncluded);
  const overageNanoUsd = overageTokens * priceNanoUsdPerToken;
  const charged = used?.chargedNanoUsd ?? 0;
  return {
    period: key,
    calls: used?.calls ?? 0,
    records: used?.items ?? 0,
    tokens_used: tokens,
    tokens_included: tokensIncluded,
    tokens_overage: overageTokens,
    overage_cost: formatUsd(overageNanoUsd),
    research_charged: formatUsd(charged),
    research_reserved: formatUsd(used?.reservedNanoUsd ?? 0),
    to_pay: formatUsd(overageNanoUsd + charged),
    spending_cap: account.spendingCapCents === null ? null : formatUsd(centsToNanoUsd(account.spendingCapCents)),
  };
}

function describeTrial(account: Account, trial: TrialUsage | undefined) {
  return {
    items_used: trial?.items ?? 0,
    items_allowed: account.trialAllowanceItems,
    tokens: trial?.tokens ?? 0,
    calls: trial?.calls ?? 0,
  };
}

function ends(period: Period) {
  return {
    period_start: new Date(period.startMs).toISOString(),
    period_end: new Date(period.endMs).toISOString(),
  };
}

async function readUsage(
  stage: OpenStage,
  accountId: string,
): Promise<{ readonly account: Account; readonly usage: UsageSnapshot }> {
  const table = stage.output('AccountsTable');
  const [account, usage] = await Promise.all([
    new DynamoAdministrationStore(stage.documents, table).readAccount(accountId),
    new DynamoAccountReports(stage.documents, table).readUsageHistory(accountId),
  ]);
  if (account === undefined) throw new OperatorError('There is no such account in this stage.');
  return { account: account.value, usage };
}

function spaced<T>(fields: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.replaceAll('_', ' '), value]));
}
