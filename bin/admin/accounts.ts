/** `admin accounts …`: open accounts and change what they may do. Rules and ranges are in administration/administer-accounts.ts. */
import { Command, Option } from 'commander';
import { DynamoAdministrationStore } from '../../functions/adapters/dynamodb/accounts/dynamo-administration-store.ts';
import {
  createAccount,
  setAccount,
  type AccountChanges,
} from '../../functions/core/administration/administer-accounts.ts';
import { doubtfulChanges, type DoubtfulChange } from '../../functions/core/administration/doubtful-changes.ts';
import { BUILT_IN_PLANS } from '../../functions/core/accounts/built-in-plans.ts';
import {
  ACCOUNT_STATUSES,
  BILLING_STATES,
  type Account,
  type AccountStatus,
  type BillingState,
  type PlanTerms,
} from '../../functions/core/accounts/plan.ts';
import { centsToNanoUsd, formatUsd } from '../../functions/core/money.ts';
import { confirm } from './console/confirm.ts';
import { OperatorError } from './console/operator-error.ts';
import { printFields, printTable, type Cell } from './console/print.ts';
import { readAccountId, readCap, readCount, readYesNo, type Cap } from './console/read-option.ts';
import { orRefuse } from './console/refusal-words.ts';
import { runCommand } from './stage/run-command.ts';
import type { OpenStage } from './stage/open-stage.ts';

export function accountsCommand(): Command {
  return new Command('accounts')
    .description('Accounts: open them, change plan, cap, status and trial')
    .addCommand(createCommand())
    .addCommand(setCommand())
    .addCommand(showCommand())
    .addCommand(plansCommand());
}

/** As commander hands them over; an option that was not given is absent. */
interface ChangeOptions {
  readonly name?: string;
  readonly plan?: string;
  readonly cap?: Cap;
  readonly status?: AccountStatus;
  readonly billingState?: BillingState;
  readonly trialItems?: number;
  readonly trialResearch?: boolean;
  readonly tokensIncluded?: number;
  readonly requestsPerMinute?: number;
  readonly batchSize?: number;
  readonly overagePrice?: number;
  readonly openParts?: number;
  readonly notFoundPartsPerDay?: number;
  readonly catalogRowsPerMonth?: number;
}

function withChangeOptions(command: Command): Command {
  return command
    .option('--plan <code>', 'a plan of `accounts plans`, or none')
    .option('--cap <dollars>', 'spending cap a period, as 25 or 9.50, or none', readCap)
    .addOption(new Option('--status <status>', 'of the account').choices([...ACCOUNT_STATUSES]))
    .addOption(new Option('--billing-state <state>', 'of its payments').choices([...BILLING_STATES]))
    .option('--trial-items <count>', 'items that its trial keys may have in all', readCount)
    .option('--trial-research <yes|no>', 'whether its trial may queue research', readYesNo)
    .option('--tokens-included <count>', 'a term of this account alone', readCount)
    .option('--requests-per-minute <count>', 'a term of this account alone', readCount)
    .option('--batch-size <count>', 'a term of this account alone', readCount)
    .option('--overage-price <nano-usd>', 'a term of this account alone: billionths of a dollar a token', readCount)
    .option('--open-parts <count>', 'a term of this account alone: parts under research at once', readCount)
    .option('--not-found-parts-per-day <count>', 'a term of this account alone', readCount)
    .option('--catalog-rows-per-month <count>', 'a term of this account alone: rows of lists to import', readCount);
}

function createCommand(): Command {
  return withChangeOptions(new Command('create'))
    .description('Open an account; without a plan, on a free trial')
    .argument('<name>', 'name of the customer')
    .option('--anchor-day <day>', 'day of the month on which its periods begin, 1 to 28', readCount)
    .action((name: string, options: ChangeOptions & { readonly anchorDay?: number }, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer }) => {
        const { anchorDay } = options;
        const wanted = { ...changesOf(options), name, ...(anchorDay !== undefined && { anchorDay }) };
        await confirmDoubtful(wanted, 'none', yes);
        const account = orRefuse(await createAccount(storeOf(stage), wanted, { who }, Date.now()));
        answer(accountJson(account), () => printAccount(account));
      }),
    );
}

function setCommand(): Command {
  return withChangeOptions(new Command('set'))
    .description('Change an account; what is not named stays as it is')
    .argument('<account>', 'account id', readAccountId)
    .option('--name <name>', 'name of the customer')
    .action((accountId: string, options: ChangeOptions, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer }) => {
        const changes = changesOf(options);
        if (Object.keys(changes).length === 0) throw new OperatorError('Nothing to change was named: --help lists it.');
        const now = (await storeOf(stage).readAccount(accountId))?.value;
        if (now !== undefined) await confirmDoubtful(changes, now.terms.code, yes);
        const account = orRefuse(await setAccount(storeOf(stage), accountId, changes, { who }, Date.now()));
        answer(accountJson(account), () => printAccount(account));
      }),
    );
}

function showCommand(): Command {
  return new Command('show')
    .description('Show an account with its terms')
    .argument('<account>', 'account id', readAccountId)
    .action((accountId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer }) => {
        const account = (await storeOf(stage).readAccount(accountId))?.value;
        if (account === undefined) throw new OperatorError('There is no such account in this stage.');
        answer(accountJson(account), () => printAccount(account));
      }),
    );
}

function plansCommand(): Command {
  return new Command('plans').description('List the plans that an account can be put on').action(() => {
    printTable(
      [
        'PLAN',
        'NAME',
        'TOKENS INCLUDED',
        'REQUESTS A MINUTE',
        'BATCH',
        'CATALOG ROWS A MONTH',
        'NANO-USD A TOKEN BEYOND',
      ],
      BUILT_IN_PLANS.map((plan) => [
        plan.code,
        plan.name,
        plan.tokensIncluded,
        plan.requestsPerMinute,
        plan.batchSize,
        plan.catalogRowsPerMonth,
        plan.overagePriceNanoUsdPerToken,
      ]),
    );
  });
}

/** @throws {OperatorError} when a value that looks like a slip was not meant */
async function confirmDoubtful(changes: AccountChanges, planCodeNow: string, yes: boolean): Promise<void> {
  const doubts = doubtfulChanges(changes, planCodeNow).map(sayDoubtful);
  if (doubts.length > 0) await confirm(`${doubts.join(' ')} Is that meant?`, yes);
}

function sayDoubtful(change: DoubtfulChange): string {
  switch (change.kind) {
    case 'cap_of_zero':
      return 'The spending cap becomes $0.00: nothing beyond the included tokens is served (none would be no cap).';
    case 'price_of_zero':
      return 'The price becomes 0: tokens beyond the included ones cost nothing.';
    case 'far_above_plan':
      return `${change.term} becomes ${change.value}, more than ten times the plan's ${change.ofPlan}.`;
  }
}

function changesOf(options: ChangeOptions): AccountChanges {
  const { name, plan, cap, status, billingState, trialItems, trialResearch } = options;
  const terms = termsOf(options);
  return {
    ...(name !== undefined && { name }),
    ...(plan !== undefined && { planCode: plan === 'none' ? null : plan }),
    ...(Object.keys(terms).length > 0 && { terms }),
    ...(cap !== undefined && { spendingCapCents: cap.cents }),
    ...(status !== undefined && { status }),
    ...(billingState !== undefined && { billingState }),
    ...(trialItems !== undefined && { trialAllowanceItems: trialItems }),
    ...(trialResearch !== undefined && { trialResearchAllowed: trialResearch }),
  };
}

function termsOf(options: ChangeOptions): Partial<PlanTerms> {
  const { tokensIncluded, requestsPerMinute, batchSize, overagePrice, openParts, notFoundPartsPerDay } = options;
  const { catalogRowsPerMonth } = options;
  return {
    ...(tokensIncluded !== undefined && { tokensIncluded }),
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    ...(batchSize !== undefined && { batchSize }),
    ...(overagePrice !== undefined && { overagePriceNanoUsdPerToken: overagePrice }),
    ...(openParts !== undefined && { openParts }),
    ...(notFoundPartsPerDay !== undefined && { notFoundPartsPerDay }),
    ...(catalogRowsPerMonth !== undefined && { catalogRowsPerMonth }),
  };
}

function storeOf(stage: OpenStage): DynamoAdministrationStore {
  return new DynamoAdministrationStore(stage.documents, stage.output('AccountsTable'));
}

function accountJson(account: Account): Record<string, Cell> {
  const { terms } = account;
  return {
    account_id: account.accountId,
    name: account.name,
    status: account.status,
    billing_state: account.billingState,
    plan_code: terms.code,
    plan_name: terms.name,
    tokens_included: terms.tokensIncluded,
    requests_per_minute: terms.requestsPerMinute,
    batch_size: terms.batchSize,
    overage_price_nano_usd: terms.overagePriceNanoUsdPerToken,
    research_allowed: terms.researchAllowed,
    open_parts: terms.openParts,
    not_found_parts_per_day: terms.notFoundPartsPerDay,
    catalog_rows_per_month: terms.catalogRowsPerMonth,
    spending_cap_cents: account.spendingCapCents,
    anchor_day: account.anchorDay,
    trial_allowance_items: account.trialAllowanceItems,
    trial_research_allowed: account.trialResearchAllowed,
  };
}

/** For people: money in dollars, as everywhere that a person reads it. */
function printAccount(account: Account): void {
  const { spendingCapCents, terms } = account;
  const { overage_price_nano_usd: _price, spending_cap_cents: _cap, ...others } = accountJson(account);
  const named = Object.entries(others).map(([name, value]) => [name.replaceAll('_', ' '), value] as const);
  printFields({
    ...Object.fromEntries(named),
    'beyond the plan': `${formatUsd(1_000 * terms.overagePriceNanoUsdPerToken)} a 1,000 tokens`,
    'spending cap': spendingCapCents === null ? 'none' : `${formatUsd(centsToNanoUsd(spendingCapCents))} a month`,
  });
}
