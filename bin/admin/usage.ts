/** `admin usage …`: what an account used and what it costs, in this period and in those before. */
import { Command } from 'commander';
import { DynamoAccountReports } from '../../functions/adapters/dynamodb/accounts/dynamo-account-reports.ts';
import { DynamoAdministrationStore } from '../../functions/adapters/dynamodb/accounts/dynamo-administration-store.ts';
import { frozenTerms } from '../../functions/core/billing/usage-debit.ts';
import { periodAt, type Period } from '../../functions/core/billing/periods.ts';
import type { Account } from '../../functions/core/accounts/plan.ts';
import type { PeriodUsage, TrialUsage, UsageSnapshot } from '../../functions/core/accounts/usage.ts';
import { centsToNanoUsd, formatUsd } from '../../functions/core/money.ts';
import { OperatorError } from './console/operator-error.ts';
import { printFields, printTable } from './console/print.ts';
import { readAccountId } from './console/read-option.ts';
import { runCommand } from './stage/run-command.ts';
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
          printFields(inDollars({ account: accountId, name: account.name, plan: account.terms.name, ...report }));
          if (account.trialAllowanceItems > 0) {
            console.log('');
            printFields({ 'trial items used': `${trial.items_used} of ${trial.items_allowed}` });
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
                  formatUsd(period.overage_nano_usd),
                  formatUsd(period.research_charged_nano_usd),
                  formatUsd(period.research_reserved_nano_usd),
                  formatUsd(period.to_pay_nano_usd),
                ]),
              ),
        );
      }),
    );
}

/** Money in whole nano-USD, for machines; `inDollars` says it to people. */
function describePeriod(account: Account, key: string, used: PeriodUsage | undefined) {
  const { priceNanoUsdPerToken, tokensIncluded } = frozenTerms(account, used);
  const tokens = used?.tokens ?? 0;
  const overageTokens = Math.max(0, tokens - tokensIncluded);
  const overageNanoUsd = overageTokens * priceNanoUsdPerToken;
  const charged = used?.chargedNanoUsd ?? 0;
  const cap = account.spendingCapCents;
  return {
    period: key,
    calls: used?.calls ?? 0,
    records: used?.items ?? 0,
    tokens_used: tokens,
    tokens_included: tokensIncluded,
    tokens_overage: overageTokens,
    overage_nano_usd: overageNanoUsd,
    research_charged_nano_usd: charged,
    research_reserved_nano_usd: used?.reservedNanoUsd ?? 0,
    to_pay_nano_usd: overageNanoUsd + charged,
    spending_cap_nano_usd: cap === null ? null : centsToNanoUsd(cap),
  };
}

const MONEY_SUFFIX = '_nano_usd';

/** The same fields for people: amounts as dollars, names without their unit. */
function inDollars(fields: Readonly<Record<string, string | number | null>>): Record<string, string | number | null> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (!name.endsWith(MONEY_SUFFIX)) return [name.replaceAll('_', ' '), value];
      const amount = typeof value === 'number' ? formatUsd(value) : 'none';
      return [name.slice(0, -MONEY_SUFFIX.length).replaceAll('_', ' '), amount];
    }),
  );
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
