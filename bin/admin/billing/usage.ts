/**
 * `admin usage …`: shows usage and cost of an account in the current and earlier periods, and resolves its charges in
 * doubt.
 */
import { numberText } from '../../../core/number-text.ts';
import { openAccountReports, openDoubtStore } from '../../../adapters/dynamodb/open-stores.ts';
import { Command } from 'commander';
import type { DynamoDoubtStore } from '../../../adapters/dynamodb/billing/dynamo-doubt-store.ts';
import { resolveDoubt, type ChargeInDoubt } from '../../../core/billing/meter/charge-in-doubt.ts';
import { frozenTerms, TRIAL_USAGE_KEY } from '../../../core/billing/meter/usage-debit.ts';
import { PERIOD_LABELS } from './period-labels.ts';
import { periodAt, type Period } from '../../../core/billing/meter/periods.ts';
import type { Account } from '../../../core/billing/accounts/account.ts';
import type { PeriodUsage, TrialUsage, UsageSnapshot } from '../../../core/billing/accounts/usage.ts';
import { centsToNanoUsd } from '../../../core/money.ts';
import { MINUTE_MS, minuteText, shortMinuteText } from '../../../core/time.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printFields, printTable, printText } from '../console/print.ts';
import {
  readAccountId,
  readChargedClient,
  readCount,
  readUsageKey,
  type ChargedClient,
} from '../console/read-option.ts';
import { orRefuse } from '../console/or-refuse.ts';
import { dollars } from '../console/values.ts';
import { requireAccount } from '../stage/require-account.ts';
import { runCommand, type CommandContext } from '../stage/run-command.ts';
import { tablesOf, type OpenStage } from '../stage/open-stage.ts';

export function usageCommand(): Command {
  return new Command('usage')
    .description('Show the usage and cost of an account, and resolve charges in doubt')
    .addCommand(showCommand())
    .addCommand(historyCommand())
    .addCommand(resolveCommand());
}

function showCommand(): Command {
  return new Command('show')
    .description('Show the current period and the trial')
    .argument('<account>', 'account id', readAccountId)
    .action((accountId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const [{ account, usage }, charges] = await Promise.all([
          readUsage(stage, accountId),
          doubtStore(stage).listCharges(accountId),
        ]);
        const inDoubt = charges.filter(({ resolution }) => resolution === undefined).map(describeCharge);
        const period = periodAt(account.anchorDay, Date.now());
        const used = describePeriod(account, period.key, usage.periods.get(period.key));
        const report = { ...used, ...ends(period) };
        const trial = describeTrial(account, usage.trial);
        answer({ account_id: accountId, ...report, trial, charges_in_doubt: inDoubt }, () => {
          printFields({
            account: accountId,
            name: account.name,
            plan: account.terms.name,
            period: used.period,
            [PERIOD_LABELS.tokens]: `${numberText(used.tokens_used)}, ${numberText(used.tokens_included)} included`,
            [PERIOD_LABELS.beyond]: used.tokens_overage,
            [PERIOD_LABELS.calls]: used.billed_calls,
            [PERIOD_LABELS.records]: used.records,
            [PERIOD_LABELS.research]: dollars(used.research_charged_nano_usd),
            [PERIOD_LABELS.cost]: dollars(used.to_pay_nano_usd),
            'reserved for research': dollars(used.research_reserved_nano_usd),
            'spending cap': used.spending_cap_nano_usd === null ? 'none' : dollars(used.spending_cap_nano_usd),
            'period started': minuteText(period.startMs),
            'period ends': minuteText(period.endMs),
            ...(account.trialAllowanceItems > 0 && {
              'trial records used': `${numberText(trial.items_used)} of ${numberText(trial.items_allowed)}`,
            }),
          });
          printInDoubt(accountId, inDoubt, next);
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
                PERIOD_LABELS.tokens,
                PERIOD_LABELS.beyond,
                { heading: PERIOD_LABELS.calls, minor: true },
                PERIOD_LABELS.records,
                PERIOD_LABELS.research,
                PERIOD_LABELS.cost,
                { heading: 'Included', minor: true },
                { heading: 'Reserved', minor: true },
              ],
              periods.map((period) => [
                period.period,
                period.tokens_used,
                period.tokens_overage,
                period.billed_calls,
                period.records,
                dollars(period.research_charged_nano_usd),
                dollars(period.to_pay_nano_usd),
                period.tokens_included,
                dollars(period.research_reserved_nano_usd),
              ]),
            );
          next('Show the usage by assistant', `assistants list ${accountId}`);
        });
      }),
    );
}

function resolveCommand(): Command {
  return new Command('resolve')
    .description('Resolve a charge in doubt: take it back, or let it stand')
    .argument('<account>', 'account id', readAccountId)
    .argument('<period>', 'period, such as 2026-11, or TRIAL', readUsageKey)
    .argument('<debit>', 'number of the debit, from `usage show` or the log', readCount)
    .option('--take-back', 'the row has the charge: subtract it')
    .option('--stands', 'the row does not have the charge, or a statement was corrected: change nothing')
    .option('--tokens <count>', 'tokens of the charge, if the store did not record it', readCount)
    .option('--items <count>', 'items of the charge, if the store did not record it', readCount)
    .option('--client <client>', 'client of the charge in the log, if the store did not record it', readChargedClient)
    .action((accountId: string, usageKey: string, debitId: number, options: ResolveOptions, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        const { takeBack = false, stands = false } = options;
        if (takeBack === stands)
          throw new OperatorError('Say either --take-back or --stands.', { code: 'resolution_missing' });
        await requireAccount(stage, accountId);
        const stated = statedCharge(usageKey, options);
        const place = { accountId, usageKey, debitId };
        const wanted = { resolution: takeBack ? 'taken_back' : 'stands', stated } as const;
        const charge = orRefuse(await resolveDoubt(doubtStore(stage), place, wanted, { who }, Date.now()));
        answer({ account_id: accountId, ...describeCharge(charge), resolution: charge.resolution }, () => {
          const amounts = `${numberText(charge.amounts.tokens)} tokens and ${numberText(charge.amounts.items)} records`;
          printText(
            takeBack
              ? `The charge of ${amounts} is taken back.`
              : `The charge of ${amounts} stands; nothing was subtracted.`,
          );
          next('Show the usage', `usage show ${accountId}`);
        });
      }),
    );
}

interface ResolveOptions {
  readonly takeBack?: boolean;
  readonly stands?: boolean;
  readonly tokens?: number;
  readonly items?: number;
  readonly client?: ChargedClient;
}

/** The sums by client stay those of the account only if the client is stated too; a trial counts none. */
function statedCharge(usageKey: string, { tokens, items, client }: ResolveOptions) {
  if (tokens === undefined && items === undefined && client === undefined) return undefined;
  if (tokens === undefined || items === undefined || (client === undefined && usageKey !== TRIAL_USAGE_KEY))
    throw new OperatorError('Say --tokens, --items and --client as the log has them, or none of them.', {
      code: 'charge_incomplete',
    });
  return { tokens, items, ...client };
}

function doubtStore(stage: OpenStage): DynamoDoubtStore {
  return openDoubtStore(tablesOf(stage));
}

type DescribedCharge = ReturnType<typeof describeCharge>;

function describeCharge({ usageKey, debitId, amounts, minute }: ChargeInDoubt) {
  const at = new Date(minute * MINUTE_MS).toISOString();
  return { period: usageKey, debit: debitId, tokens: amounts.tokens, records: amounts.items, at };
}

function printInDoubt(accountId: string, charges: readonly DescribedCharge[], next: CommandContext['next']): void {
  const [first] = charges;
  if (first === undefined) return;
  console.log();
  printText('Charges in doubt: these calls failed, and the row does not show whether they were charged.');
  printTable(
    ['Period', 'Debit', PERIOD_LABELS.tokens, PERIOD_LABELS.records, 'Began (UTC)'],
    charges.map(({ period, debit, tokens, records, at }) => [
      period,
      String(debit),
      numberText(tokens),
      numberText(records),
      shortMinuteText(Date.parse(at)),
    ]),
  );
  next('Resolve a charge in doubt', `usage resolve ${accountId} ${first.period} ${first.debit} --take-back`);
}

/** Returns money in whole nano-USD. */
function describePeriod(account: Account, key: string, used: PeriodUsage | undefined) {
  const { priceNanoUsdPerToken, tokensIncluded } = frozenTerms(account, used);
  const tokens = used?.tokens ?? 0;
  const overageTokens = Math.max(0, tokens - tokensIncluded);
  const overageNanoUsd = overageTokens * priceNanoUsdPerToken;
  const charged = used?.chargedNanoUsd ?? 0;
  const cap = account.spendingCapCents;
  return {
    period: key,
    billed_calls: used?.calls ?? 0,
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

function describeTrial(account: Account, trial: TrialUsage | undefined) {
  return {
    items_used: trial?.items ?? 0,
    items_allowed: account.trialAllowanceItems,
    tokens: trial?.tokens ?? 0,
    calls_with_items: trial?.calls ?? 0,
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
  const [account, usage] = await Promise.all([
    requireAccount(stage, accountId),
    openAccountReports(tablesOf(stage)).readUsageHistory(accountId),
  ]);
  return { account, usage };
}
