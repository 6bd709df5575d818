/** `admin accounts …`: open accounts and change what they may do. Rules and ranges are in administration/administer-accounts.ts. */
import { Command, Option } from 'commander';
import { accountValues } from '../../core/administration/account-values.ts';
import { createAccount, setAccount, type AccountChanges } from '../../core/administration/administer-accounts.ts';
import {
  findAccounts,
  namedAlike,
  type SearchableAccount,
  type FoundAccount,
} from '../../core/administration/account-search.ts';
import { doubtfulChanges, type DoubtfulChange } from '../../core/administration/doubtful-changes.ts';
import { BUILT_IN_PLANS } from '../../core/accounts/built-in-plans.ts';
import {
  ACCOUNT_STATUSES,
  BILLING_STATES,
  type Account,
  type AccountStatus,
  type BillingState,
  type PlanTerms,
} from '../../core/accounts/plan.ts';
import { centsToNanoUsd } from '../../core/money.ts';
import { accountState } from './console/account-state.ts';
import { confirm } from './console/confirm.ts';
import { OperatorError } from './console/operator-error.ts';
import { printFields, printTable, printText, type Cell } from './console/print.ts';
import { printable } from './console/printable.ts';
import { dollars } from './console/values.ts';
import { readAccountId, readCap, readCount, readYesNo, type Cap } from './console/read-option.ts';
import { orRefuse } from './console/refusal-words.ts';
import { accountSearchStore, accountStore, requireAccount } from './stage/require-account.ts';
import { runCommand, runLocally } from './stage/run-command.ts';
import type { OpenStage } from './stage/open-stage.ts';

export function accountsCommand(): Command {
  return new Command('accounts')
    .description('Accounts: list and find them, open them, change plan, cap, status and trial')
    .addCommand(listCommand())
    .addCommand(findCommand())
    .addCommand(createCommand())
    .addCommand(setCommand())
    .addCommand(showCommand())
    .addCommand(plansCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('List every account, by name; reads the whole table')
    .action((_options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const entries = await accountSearchStore(stage).readAll();
        answer(entries.map(entryJson), () => {
          if (entries.length === 0) {
            console.log('There are no accounts.');
            next('Open one', 'accounts create "Acme Ltd" --plan starter --cap 25');
            return;
          }
          printEntries(entries);
          next('One of them with its terms', 'accounts show acc_…');
        });
      }),
    );
}

function findCommand(): Command {
  return new Command('find')
    .description(
      'Find accounts by what you were told: a name, an account id, a member’s e-mail address, a key’s id or name',
    )
    .argument('<text>', 'any part of it, in any case')
    .action((text: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        if (text.trim() === '')
          throw new OperatorError('There is nothing to look for.', {
            code: 'nothing_named',
            fix: 'Name a part of it.',
          });
        const found = findAccounts(await accountSearchStore(stage).readAll(), text);
        answer(
          found.map((entry) => ({ ...entryJson(entry), because: entry.because })),
          () => {
            const [only] = found;
            if (only === undefined) {
              printText(`No account of ${stage.stage} has "${text}" in its name, its id, its people or its keys.`);
              next('Every account', 'accounts list');
              return;
            }
            printEntries(found);
            next('What it used', `usage show ${found.length === 1 ? only.account.accountId : 'acc_…'}`);
          },
        );
      }),
    );
}

function printEntries(entries: readonly (SearchableAccount | FoundAccount)[]): void {
  printTable(
    [
      'Account',
      'Name',
      'Plan',
      'State',
      { heading: 'Cap' },
      { heading: 'Keys' },
      ...(entries.some((entry) => 'because' in entry) ? [{ heading: 'Found by', minor: true as const }] : []),
    ],
    entries.map((entry) => [
      entry.account.accountId,
      entry.account.name,
      entry.account.terms.code,
      accountState(entry.account),
      capText(entry.account),
      entry.clients.filter(({ revokedAtMs }) => revokedAtMs === null).length,
      ...('because' in entry ? [entry.because] : []),
    ]),
  );
}

function capText({ spendingCapCents }: Account): string {
  return spendingCapCents === null ? 'none' : dollars(centsToNanoUsd(spendingCapCents));
}

function feeText({ monthlyFeeCents }: PlanTerms): string {
  return monthlyFeeCents === null ? 'on request' : dollars(centsToNanoUsd(monthlyFeeCents));
}

function entryJson({ account, clients, members }: SearchableAccount) {
  return {
    ...accountJson(account),
    members,
    keys: clients.map(({ clientId, name, revokedAtMs }) => ({
      client_id: clientId,
      name,
      revoked: revokedAtMs !== null,
    })),
  };
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
  readonly spendingBySignIn?: boolean;
  readonly tokensIncluded?: number;
  readonly requestsPerMinute?: number;
  readonly batchSize?: number;
  readonly overagePrice?: number;
  readonly openParts?: number;
  readonly notFoundPartsPerDay?: number;
  readonly catalogRowsPerMonth?: number;
  readonly graceDays?: number;
  readonly monthlyFee?: Cap;
}

function withChangeOptions(command: Command): Command {
  return command
    .option('--plan <code>', 'a plan of `accounts plans`, or none')
    .option('--cap <dollars>', 'spending cap a period, as 25 or 9.50, or none', readCap)
    .addOption(new Option('--status <status>', 'of the account').choices([...ACCOUNT_STATUSES]))
    .addOption(new Option('--billing-state <state>', 'of its payments').choices([...BILLING_STATES]))
    .option('--trial-items <count>', 'items that its trial keys may have in all', readCount)
    .option('--trial-research <yes|no>', 'whether its trial may queue research', readYesNo)
    .option('--spending-by-sign-in <yes|no>', 'whether assistants that sign in may spend on research', readYesNo)
    .option('--tokens-included <count>', 'a term of this account alone', readCount)
    .option('--requests-per-minute <count>', 'a term of this account alone', readCount)
    .option('--batch-size <count>', 'a term of this account alone', readCount)
    .option('--overage-price <nano-usd>', 'a term of this account alone: billionths of a dollar a token', readCount)
    .option('--open-parts <count>', 'a term of this account alone: parts under research concurrently', readCount)
    .option('--not-found-parts-per-day <count>', 'a term of this account alone', readCount)
    .option('--grace-days <days>', 'a term of this account alone: from a failed payment to past due', readCount)
    .option('--catalog-rows-per-month <count>', 'a term of this account alone: rows of lists to import', readCount)
    .option(
      '--monthly-fee <dollars>',
      'a term of this account alone: what a period costs before any use, or none',
      readCap,
    );
}

function createCommand(): Command {
  return withChangeOptions(new Command('create'))
    .description('Open an account; without a plan, on a free trial')
    .argument('<name>', 'name of the customer')
    .option('--anchor-day <day>', 'day of the month on which its periods begin, 1 to 28', readCount)
    .action((name: string, options: ChangeOptions & { readonly anchorDay?: number }, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer, next }) => {
        const { anchorDay } = options;
        const wanted = { ...changesOf(options), name: name.trim(), ...(anchorDay !== undefined && { anchorDay }) };
        await confirmName(stage, wanted.name, undefined, yes);
        await confirmDoubtful(wanted, 'none', yes);
        const account = orRefuse(await createAccount(accountStore(stage), wanted, { who }, Date.now()));
        answer(accountJson(account), () => {
          printAccount(account);
          const kind = account.terms.code === 'none' ? 'trial' : 'live';
          next('Give it a key', `clients create ${account.accountId} --kind ${kind} --scopes all --name "First key"`);
        });
      }),
    );
}

function setCommand(): Command {
  return withChangeOptions(new Command('set'))
    .description('Change an account; what is not named stays as it is')
    .argument('<account>', 'account id', readAccountId)
    .option('--name <name>', 'name of the customer')
    .action((accountId: string, options: ChangeOptions, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer, next }) => {
        const changes = changesOf(options);
        if (Object.keys(changes).length === 0)
          throw new OperatorError('Nothing to change was named.', {
            code: 'nothing_to_change',
            fix: '--help lists what can be.',
          });
        const now = await requireAccount(stage, accountId);
        if (changes.name !== undefined) await confirmName(stage, changes.name, accountId, yes);
        await confirmDoubtful(changes, now.terms.code, yes);
        const account = orRefuse(await setAccount(accountStore(stage), accountId, changes, { who }, Date.now()));
        answer(accountJson(account), () => {
          printAccount(account);
          next('Who changed what of it', `audit show ${accountId}`);
        });
      }),
    );
}

function showCommand(): Command {
  return new Command('show')
    .description('Show an account with its terms')
    .argument('<account>', 'account id', readAccountId)
    .action((accountId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const account = await requireAccount(stage, accountId);
        answer(accountJson(account), () => {
          printAccount(account);
          next('What it used', `usage show ${accountId}`);
        });
      }),
    );
}

function plansCommand(): Command {
  return new Command('plans')
    .description('List the plans that an account can be put on')
    .action((_options: object, command: Command) =>
      runLocally(command, ({ answer, next }) =>
        answer(
          BUILT_IN_PLANS.map((plan) => ({
            code: plan.code,
            name: plan.name,
            tokens_included: plan.tokensIncluded,
            requests_per_minute: plan.requestsPerMinute,
            batch_size: plan.batchSize,
            catalog_rows_per_month: plan.catalogRowsPerMonth,
            overage_price_nano_usd: plan.overagePriceNanoUsdPerToken,
            monthly_fee_cents: plan.monthlyFeeCents,
            grace_days: plan.graceDays,
          })),
          () => {
            printTable(
              [
                'Plan',
                'Monthly fee',
                'Tokens included',
                'Requests a minute',
                'Parts a call',
                'List rows a month',
                'Beyond, a 1,000 tokens',
              ],
              BUILT_IN_PLANS.map((plan) => [
                plan.code,
                feeText(plan),
                plan.tokensIncluded,
                plan.requestsPerMinute,
                plan.batchSize,
                plan.catalogRowsPerMonth,
                dollars(1_000 * plan.overagePriceNanoUsdPerToken),
              ]),
            );
            next('Put an account on one', 'accounts set acc_… --plan growth');
          },
        ),
      ),
    );
}

/**
 * A name that identifies no customer, or that another account has too, is more often a slip than meant.
 * @throws {OperatorError} when it was not meant
 */
async function confirmName(stage: OpenStage, name: string, ownId: string | undefined, yes: boolean): Promise<void> {
  if (yes) return;
  if (name.trim() === '') {
    await confirm('The name is empty: no operator will know whose account it is. Is that meant?', yes);
    return;
  }
  const alike = namedAlike(await accountSearchStore(stage).readAll(), name).filter(
    ({ accountId }) => accountId !== ownId,
  );
  if (alike.length === 0) return;
  const ids = alike.map(({ accountId }) => accountId).join(', ');
  await confirm(`"${printable(name)}" is the name of ${ids} already. Is another one meant?`, yes);
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
  const { name, plan, cap, status, billingState, trialItems, trialResearch, spendingBySignIn } = options;
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
    ...(spendingBySignIn !== undefined && { spendingBySignIn }),
  };
}

function termsOf(options: ChangeOptions): Partial<PlanTerms> {
  const { tokensIncluded, requestsPerMinute, batchSize, overagePrice, openParts, notFoundPartsPerDay } = options;
  const { catalogRowsPerMonth, monthlyFee, graceDays } = options;
  return {
    ...(tokensIncluded !== undefined && { tokensIncluded }),
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    ...(batchSize !== undefined && { batchSize }),
    ...(overagePrice !== undefined && { overagePriceNanoUsdPerToken: overagePrice }),
    ...(openParts !== undefined && { openParts }),
    ...(notFoundPartsPerDay !== undefined && { notFoundPartsPerDay }),
    ...(catalogRowsPerMonth !== undefined && { catalogRowsPerMonth }),
    ...(graceDays !== undefined && { graceDays }),
    ...(monthlyFee !== undefined && { monthlyFeeCents: monthlyFee.cents }),
  };
}

/** Names of answers where those of the audit trail say too little. */
const ANSWER_NAMES: Readonly<Record<string, string>> = { plan: 'plan_code', overage_price: 'overage_price_nano_usd' };

function accountJson(account: Account): Record<string, Cell> {
  const values = Object.entries(accountValues(account));
  const named = values.map(([name, value]) => [ANSWER_NAMES[name] ?? name, value] as const);
  return { account_id: account.accountId, ...Object.fromEntries(named) };
}

/** For people: money in dollars, as everywhere that a person reads it. */
function printAccount(account: Account): void {
  const {
    overage_price_nano_usd: _price,
    spending_cap_cents: _cap,
    monthly_fee_cents: _fee,
    account_id: accountId,
    name,
    status: _status,
    billing_state: _billing,
    ...others
  } = accountJson(account);
  const named = Object.entries(others).map(([name, value]) => [name.replaceAll('_', ' '), value] as const);
  const cap = capText(account);
  printFields({
    'account id': accountId,
    name,
    // Both parts of the state are on one line, since they may differ.
    state: accountState(account),
    ...Object.fromEntries(named),
    'monthly fee': feeText(account.terms),
    'beyond the plan': `${dollars(1_000 * account.terms.overagePriceNanoUsdPerToken)} a 1,000 tokens`,
    'spending cap': cap === 'none' ? cap : `${cap} a month`,
  });
}
