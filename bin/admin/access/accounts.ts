/** `admin accounts …`: creates and changes accounts. Rules and ranges are in administration/administer-accounts.ts. */
import { Command, Option } from 'commander';
import { accountValues } from '../../../core/access/administration/account-values.ts';
import {
  createAccount,
  setAccount,
  type AccountChanges,
} from '../../../core/access/administration/administer-accounts.ts';
import {
  findAccounts,
  namedAlike,
  type SearchableAccount,
  type FoundAccount,
} from '../../../core/access/administration/account-search.ts';
import { doubtfulChanges, type DoubtfulChange } from '../../../core/access/administration/doubtful-changes.ts';
import { BUILT_IN_PLANS } from '../../../core/billing/plans/built-in-plans.ts';
import {
  ACCOUNT_STATUSES,
  BILLING_STATES,
  type Account,
  type AccountStatus,
  type BillingState,
} from '../../../core/billing/accounts/account.ts';
import type { PlanTerms } from '../../../core/billing/plans/plan.ts';
import { centsToNanoUsd } from '../../../core/money.ts';
import { minuteText } from '../../../core/time.ts';
import { accountState } from '../console/account-state.ts';
import { confirm } from '../console/confirm.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printFields, printTable, printText, type Cell } from '../console/print.ts';
import { printable } from '../console/printable.ts';
import { dollars } from '../console/values.ts';
import { readAccountId, readCap, readCount, readYesNo, type Cap } from '../console/read-option.ts';
import { orRefuse } from '../console/or-refuse.ts';
import { accountSearchStore, accountStore, requireAccount } from '../stage/require-account.ts';
import { runCommand, runLocally } from '../stage/run-command.ts';
import type { OpenStage } from '../stage/open-stage.ts';

export function accountsCommand(): Command {
  return new Command('accounts')
    .description('Manage accounts: list, find, create, change plan, cap, status and trial')
    .addCommand(listCommand())
    .addCommand(findCommand())
    .addCommand(createCommand())
    .addCommand(setCommand())
    .addCommand(showCommand())
    .addCommand(plansCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('List all accounts by name; reads the whole table')
    .action((_options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const entries = await accountSearchStore(stage).readAll();
        answer(entries.map(entryJson), () => {
          if (entries.length === 0) {
            console.log('There are no accounts.');
            next('Create one', 'accounts create "Acme Ltd" --plan starter --cap 25');
            return;
          }
          printEntries(entries);
          next('Show one with its terms', 'accounts show acc_…');
        });
      }),
    );
}

function findCommand(): Command {
  return new Command('find')
    .description('Find accounts by name, account id, member email, key id or key name')
    .argument('<text>', 'any part of it, ignoring case')
    .action((text: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        if (text.trim() === '')
          throw new OperatorError('The search text is empty.', {
            code: 'nothing_named',
            fix: 'Enter part of a name, id or email address.',
          });
        const found = findAccounts(await accountSearchStore(stage).readAll(), text);
        answer(
          found.map((entry) => ({ ...entryJson(entry), because: entry.because })),
          () => {
            const [only] = found;
            if (only === undefined) {
              printText(`No account in ${stage.stage} has "${text}" in its name, id, members or keys.`);
              next('List all accounts', 'accounts list');
              return;
            }
            printEntries(found);
            next('Show its usage', `usage show ${found.length === 1 ? only.account.accountId : 'acc_…'}`);
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

/** The options as commander passes them; an omitted option is absent. */
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
    .option('--plan <code>', 'a plan code from `accounts plans`, or none')
    .option('--cap <dollars>', 'spending cap per period in dollars, such as 25 or 9.50, or none', readCap)
    .addOption(new Option('--status <status>', 'account status').choices([...ACCOUNT_STATUSES]))
    .addOption(new Option('--billing-state <state>', 'payment state').choices([...BILLING_STATES]))
    .option('--trial-items <count>', 'total number of items for its trial keys', readCount)
    .option('--trial-research <yes|no>', 'whether its trial keys may request enrichment', readYesNo)
    .option('--spending-by-sign-in <yes|no>', 'whether assistant sign-ins may spend on research', readYesNo)
    .option('--tokens-included <count>', 'override for this account', readCount)
    .option('--requests-per-minute <count>', 'override for this account', readCount)
    .option('--batch-size <count>', 'override for this account: parts per call', readCount)
    .option('--overage-price <nano-usd>', 'override for this account: billionths of a dollar per token', readCount)
    .option('--open-parts <count>', 'override for this account: parts in research at the same time', readCount)
    .option('--not-found-parts-per-day <count>', 'override for this account', readCount)
    .option('--grace-days <days>', 'override for this account: from a failed payment to past due', readCount)
    .option('--catalog-rows-per-month <count>', 'override for this account: catalog rows to import', readCount)
    .option('--monthly-fee <dollars>', 'override for this account: fixed fee per period, or none', readCap);
}

function createCommand(): Command {
  return withChangeOptions(new Command('create'))
    .description('Create an account; without --plan it is a free trial')
    .argument('<name>', 'customer name')
    .option('--anchor-day <day>', 'day of the month on which billing periods start, 1 to 28', readCount)
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
          next('Create a key', `clients create ${account.accountId} --kind ${kind} --scopes all --name "First key"`);
        });
      }),
    );
}

function setCommand(): Command {
  return withChangeOptions(new Command('set'))
    .description('Change an account; omitted options keep their values')
    .argument('<account>', 'account id', readAccountId)
    .option('--name <name>', 'customer name')
    .action((accountId: string, options: ChangeOptions, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer, next }) => {
        const changes = changesOf(options);
        if (Object.keys(changes).length === 0)
          throw new OperatorError('No change was given.', {
            code: 'nothing_to_change',
            fix: '--help lists the options.',
          });
        const now = await requireAccount(stage, accountId);
        if (changes.name !== undefined) await confirmName(stage, changes.name, accountId, yes);
        await confirmDoubtful(changes, now.terms.code, yes);
        const account = orRefuse(await setAccount(accountStore(stage), accountId, changes, { who }, Date.now()));
        answer(accountJson(account), () => {
          printAccount(account);
          next('Show its audit trail', `audit show ${accountId}`);
        });
      }),
    );
}

function showCommand(): Command {
  return new Command('show')
    .description('Show an account and its terms')
    .argument('<account>', 'account id', readAccountId)
    .action((accountId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const account = await requireAccount(stage, accountId);
        answer(accountJson(account), () => {
          printAccount(account);
          next('Show its usage', `usage show ${accountId}`);
        });
      }),
    );
}

function plansCommand(): Command {
  return new Command('plans').description('List the available plans').action((_options: object, command: Command) =>
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
              'Parts in one call',
              'Catalog rows a period',
              '1,000 tokens beyond',
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
          next('Assign a plan to an account', 'accounts set acc_… --plan growth');
        },
      ),
    ),
  );
}

/**
 * Asks before an empty name or the name of another account, because both are usually mistakes.
 * @throws {OperatorError} when the operator declines
 */
async function confirmName(stage: OpenStage, name: string, ownId: string | undefined, yes: boolean): Promise<void> {
  if (yes) return;
  if (name.trim() === '') {
    await confirm('The name is empty, and operators could not tell whose account this is. Continue?', yes);
    return;
  }
  const alike = namedAlike(await accountSearchStore(stage).readAll(), name).filter(
    ({ accountId }) => accountId !== ownId,
  );
  if (alike.length === 0) return;
  const ids = alike.map(({ accountId }) => accountId).join(', ');
  await confirm(`"${printable(name)}" is already the name of ${ids}. Use it anyway?`, yes);
}

/** Asks before values that look like mistakes. @throws {OperatorError} when the operator declines */
async function confirmDoubtful(changes: AccountChanges, planCodeNow: string, yes: boolean): Promise<void> {
  const doubts = doubtfulChanges(changes, planCodeNow).map(sayDoubtful);
  if (doubts.length > 0) await confirm(`${doubts.join(' ')} Continue?`, yes);
}

function sayDoubtful(change: DoubtfulChange): string {
  switch (change.kind) {
    case 'cap_of_zero':
      return 'The spending cap becomes $0.00: only the included tokens are served (use none for no cap).';
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

/** JSON names that are more explicit than those of the audit trail. */
const ANSWER_NAMES: Readonly<Record<string, string>> = { plan: 'plan_code', overage_price: 'overage_price_nano_usd' };

function accountJson(account: Account): Record<string, Cell> {
  const values = Object.entries(accountValues(account));
  const named = values.map(([name, value]) => [ANSWER_NAMES[name] ?? name, value] as const);
  return { account_id: account.accountId, ...Object.fromEntries(named) };
}

/** Prints money in dollars; the JSON has nano-USD and cents. */
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
  const { graceEndsAtMs } = account;
  if (graceEndsAtMs !== undefined) others['grace_ends_at'] = minuteText(graceEndsAtMs);
  const named = Object.entries(others).map(([name, value]) => [name.replaceAll('_', ' '), value] as const);
  const cap = capText(account);
  printFields({
    'account id': accountId,
    name,
    // Both parts of the state are on one line, since they may differ.
    state: accountState(account),
    ...Object.fromEntries(named),
    'monthly fee': feeText(account.terms),
    'overage price': `${dollars(1_000 * account.terms.overagePriceNanoUsdPerToken)} per 1,000 tokens`,
    'spending cap': cap === 'none' ? cap : `${cap} per period`,
  });
}
