/** `admin usage …`: shows usage and cost of an account in the current and earlier periods. */
import { Command } from 'commander';
import { DynamoAccountReports } from '../../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { frozenTerms } from '../../../core/billing/meter/usage-debit.ts';
import { periodAt, type Period } from '../../../core/billing/meter/periods.ts';
import type { Account } from '../../../core/billing/plans/plan.ts';
import type { PeriodUsage, TrialUsage, UsageSnapshot } from '../../../core/billing/plans/usage.ts';
import { centsToNanoUsd } from '../../../core/money.ts';
import { printFields, printTable } from '../console/print.ts';
import { readAccountId } from '../console/read-option.ts';
import { dollars, grouped, minuteText } from '../console/values.ts';
import { requireAccount } from '../stage/require-account.ts';
import { runCommand } from '../stage/run-command.ts';
import type { OpenStage } from '../stage/open-stage.ts';

export function usageCommand(): Command {
  return new Command('usage')
    .description('Show the usage and cost of an account')
    .addCommand(showCommand())
    .addCommand(historyCommand());
}

function showCommand(): Command {
  return new Command('show')
    .description('Show the current period and the trial')
    .argument('<account>', 'account id', readAccountId)
    .action((accountId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const { account, usage } = await readUsage(stage, accountId);
        const period = periodAt(account.anchorDay, Date.now());
        const used = describePeriod(account, period.key, usage.periods.get(period.key));
        const report = { ...used, ...ends(period) };
        const trial = describeTrial(account, usage.trial);
        answer({ account_id: accountId, ...report, trial }, () => {
          printFields({
            ...inDollars({ account: accountId, name: account.name, plan: account.terms.name, ...used }),
            'period started': `${minuteText(period.startMs)} UTC`,
            'period ends': `${minuteText(period.endMs)} UTC`,
            ...(account.trialAllowanceItems > 0 && {
              'trial items used': `${grouped(trial.items_used)} of ${grouped(trial.items_allowed)}`,
            }),
          });
          next('Show earlier periods', `usage history ${accountId}`);
        });
      }),
    );
}

function historyCommand(): Command {
  return new Command('history')
    .description('List all periods with billed calls, latest first')
    .argument('<account>', 'account id', readAccountId)
    .action((accountId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const { account, usage } = await readUsage(stage, accountId);
        const periods = [...usage.periods]
          .sort(([a], [b]) => b.localeCompare(a))
          .map(([key, used]) => describePeriod(account, key, used));
        answer(periods, () => {
          if (periods.length === 0) console.log('The account has no billed calls.');
          else
            printTable(
              [
                'Period',
                'Calls',
                'Items',
                'Tokens',
                { heading: 'Included', minor: true },
                'Overage',
                'Research',
                { heading: 'Reserved', minor: true },
                'Due',
              ],
              periods.map((period) => [
                period.period,
                period.calls,
                period.records,
                period.tokens_used,
                period.tokens_included,
                dollars(period.overage_nano_usd),
                dollars(period.research_charged_nano_usd),
                dollars(period.research_reserved_nano_usd),
                dollars(period.to_pay_nano_usd),
              ]),
            );
          next('Show the usage by assistant', `assistants list ${accountId}`);
        });
      }),
    );
}

/** Returns money in whole nano-USD; `inDollars` formats it for people. */
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

/** Formats the fields for people: amounts in dollars, names without unit. */
function inDollars(fields: Readonly<Record<string, string | number | null>>): Record<string, string | number | null> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (name === 'records') return ['items', value];
      if (!name.endsWith(MONEY_SUFFIX)) return [name.replaceAll('_', ' '), value];
      const amount = typeof value === 'number' ? dollars(value) : 'none';
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
    requireAccount(stage, accountId),
    new DynamoAccountReports(stage.documents, table).readUsageHistory(accountId),
  ]);
  return { account, usage };
}
