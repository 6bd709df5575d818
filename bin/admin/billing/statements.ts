/** `admin statements …`: closes, shows, corrects and exports statements. Rules are in core/billing/statements/. */
import { numberText } from '../../../core/number-text.ts';
import { minuteText, shortMinuteText } from '../../../core/time.ts';
import { openStatementStore } from '../../../adapters/dynamodb/open-stores.ts';
import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { DynamoStatementStore } from '../../../adapters/dynamodb/billing/dynamo-statement-store.ts';
import { centsToNanoUsd } from '../../../core/money.ts';
import {
  closeStatements,
  openStatement,
  type Closed,
  type Stopped,
} from '../../../core/billing/statements/close-statements.ts';
import { correctStatement, type CorrectionRefusal } from '../../../core/billing/statements/correct-statement.ts';
import type { Difference } from '../../../core/billing/statements/draft-statement.ts';
import { foundPartJson, statementJson } from '../../../core/billing/statements/statement-json.ts';
import {
  otherUse,
  statementLines,
  type FoundPart,
  type KeyUse,
  type Statement,
} from '../../../core/billing/statements/statement.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printFields, printTable, printText } from '../console/print.ts';
import { readAccountId } from '../console/read-option.ts';
import { dollars, ofAll } from '../console/values.ts';
import { accountSearchStore, requireAccount } from '../stage/require-account.ts';
import { runCommand } from '../stage/run-command.ts';
import { tablesOf, type OpenStage } from '../stage/open-stage.ts';
import {
  EXPORT_FORMS,
  exportStatements,
  isForStripe,
  readCustomers,
  type ExportForm,
} from './statements/export-statements.ts';

export function statementsCommand(): Command {
  return new Command('statements')
    .description('Manage statements of finished periods: list, show, close, correct, export')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(closeCommand())
    .addCommand(correctCommand())
    .addCommand(exportCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('List the statements of an account, latest first')
    .argument('<account>', 'account id', readAccountId)
    .action((accountId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        await requireAccount(stage, accountId);
        const statements = (await storeOf(stage).listStatements(accountId)).toReversed();
        answer(statements.map(statementJson), () => {
          if (statements.length === 0) console.log('The account has no statements.');
          else
            printTable(
              ['Period', 'Plan', 'Tokens', 'Parts found', 'Exactly', 'To pay'],
              statements.map((one) => [
                one.periodKey,
                one.planName,
                one.tokens,
                one.partsFound,
                dollars(one.totalNanoUsd),
                dollars(centsToNanoUsd(one.totalCents)),
              ]),
            );
          next('Show the current period so far', `statements show ${accountId} --open`);
        });
      }),
    );
}

function showCommand(): Command {
  return new Command('show')
    .description('Show a statement with its lines, keys and found parts')
    .argument('<account>', 'account id', readAccountId)
    .argument('[period]', 'month in which the period starts, such as 2026-11; the latest if omitted', readPeriod)
    .option('--open', 'show the current period as if it ended now')
    .action((accountId: string, period: string | undefined, options: { readonly open?: true }, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        await requireAccount(stage, accountId);
        const shown = await (options.open === true ? readOpen(stage, accountId) : readClosed(stage, accountId, period));
        const { statement, parts, reservedNanoUsd } = shown;
        const json = { ...statementJson(statement), parts: parts.map(foundPartJson) };
        answer(
          reservedNanoUsd === undefined
            ? json
            : { ...json, closed_at: null, research_reserved_nano_usd: reservedNanoUsd },
          () => {
            printStatement(shown);
            next('Export it', `statements export statements.csv --account ${accountId}`);
          },
        );
      }),
    );
}

interface Shown {
  readonly statement: Statement;
  readonly parts: readonly FoundPart[];
  /** Present only for the current period. */
  readonly reservedNanoUsd?: number;
}

async function readOpen(stage: OpenStage, accountId: string): Promise<Shown> {
  const open = await openStatement(storeOf(stage), accountId, Date.now());
  if (open === undefined) throw new OperatorError(`There is no account ${accountId}.`, { code: 'unknown_account' });
  return open;
}

/** @throws {OperatorError} when the period has no statement */
async function readClosed(stage: OpenStage, accountId: string, period: string | undefined): Promise<Shown> {
  const store = storeOf(stage);
  const statement = await (period === undefined
    ? store.listStatements(accountId).then((all) => all.at(-1))
    : store.readStatement(accountId, period));
  if (statement !== undefined) return { statement, parts: await store.readStatedParts(statement) };
  throw new OperatorError(`${accountId} has no statement${period === undefined ? '' : ` for ${period}`}.`, {
    code: 'unknown_statement',
    fix: '`statements list ACCOUNT` lists its statements; --open shows the current period.',
  });
}

function useCells({ tokens, billedCalls, calls }: Omit<KeyUse, 'clientId' | 'name'>): readonly (string | number)[] {
  return [tokens, ofAll(billedCalls, calls)];
}

function printStatement({ statement, parts, reservedNanoUsd }: Shown): void {
  printFields({
    account: statement.accountId,
    name: statement.accountName,
    period: `${shortMinuteText(statement.startMs)} to ${minuteText(statement.endMs)}`,
    plan: statement.planName,
    'billed calls': ofAll(statement.billedCalls, statement.calls),
    records: statement.items,
    tokens: `${numberText(statement.tokens)}, ${numberText(statement.terms.tokensIncluded)} included`,
    'beyond the plan': `${dollars(1_000 * statement.terms.priceNanoUsdPerToken)} per 1,000 tokens`,
    ...(reservedNanoUsd !== undefined && { 'reserved, not included': dollars(reservedNanoUsd) }),
    [reservedNanoUsd === undefined ? 'issued' : 'as of']: minuteText(statement.closedAtMs),
  });
  console.log('');
  printTable(
    ['For', 'Quantity', 'Exactly', 'To pay'],
    [
      ...statementLines(statement).map((line) => [
        line.description,
        line.quantity,
        dollars(line.amountNanoUsd),
        dollars(centsToNanoUsd(line.amountCents)),
      ]),
      ['Total', '', dollars(statement.totalNanoUsd), dollars(centsToNanoUsd(statement.totalCents))],
    ],
  );
  const other = otherUse(statement);
  if (statement.keys.length > 0) {
    console.log('');
    printTable(
      ['Key', 'Name', 'Tokens', 'Billed calls'],
      [
        ...statement.keys.map(({ clientId, name, ...use }) => [clientId, name, ...useCells(use)]),
        ...(other === undefined ? [] : [['-', 'Without a key', ...useCells(other)]]),
      ],
    );
  }
  if (parts.length > 0) {
    console.log('');
    printTable(
      ['Found (UTC)', 'Manufacturer', 'Part number'],
      parts.map(({ foundAtMs, manufacturer, partNumber }) => [shortMinuteText(foundAtMs), manufacturer, partNumber]),
    );
  }
}

function closeCommand(): Command {
  return new Command('close')
    .description('Close finished periods of one or all accounts; existing statements do not change')
    .argument('[account]', 'account id; all accounts if omitted', readAccountId)
    .action((accountId: string | undefined, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        if (accountId !== undefined) await requireAccount(stage, accountId);
        const accountIds = accountId === undefined ? await everyAccount(stage) : [accountId];
        const closed = await closeAll(stage, accountIds, who);
        const statements = closed.flatMap((one) => one.statements);
        const stopped = closed.flatMap(({ accountId: id, stopped: by }) => (by === undefined ? [] : [{ id, by }]));
        // A difference is an accounting error, which an unattended run must report.
        if (stopped.some(({ by }) => by.kind === 'differs')) process.exitCode = 2;
        answer(
          {
            closed: statements.map(statementJson),
            stopped: stopped.map(({ id, by }) => ({ account_id: id, ...stoppedJson(by) })),
          },
          () => {
            printText(
              `Statements written: ${numberText(statements.length)}. Accounts checked: ${numberText(accountIds.length)}.`,
            );
            for (const { id, by } of stopped) printText(`${id}, ${by.periodKey}: ${stoppedText(by)}`);
            next('List the statements of an account', `statements list ${accountId ?? 'acc_…'}`);
          },
        );
      }),
    );
}

async function everyAccount(stage: OpenStage): Promise<readonly string[]> {
  return (await accountSearchStore(stage).readAll()).map(({ account }) => account.accountId);
}

/** Closes one account after another; a repeated command continues where an earlier one was stopped. */
async function closeAll(stage: OpenStage, accountIds: readonly string[], who: string) {
  const closed: (Closed & { readonly accountId: string })[] = [];
  for (const accountId of accountIds) {
    const one = await closeStatements(storeOf(stage), accountId, { who }, Date.now());
    if (one !== undefined) closed.push({ accountId, ...one });
  }
  return closed;
}

function stoppedJson(stopped: Stopped) {
  const { kind, periodKey } = stopped;
  switch (kind) {
    case 'research_open':
      return { why: kind, period: periodKey, reserved_nano_usd: stopped.reservedNanoUsd };
    case 'differs':
      return {
        why: kind,
        period: periodKey,
        differences: stopped.differences.map(({ figure, expectedNanoUsd, foundNanoUsd }) => ({
          figure,
          expected_nano_usd: expectedNanoUsd,
          found_nano_usd: foundNanoUsd,
        })),
      };
    case 'changed_meanwhile':
      return { why: kind, period: periodKey };
  }
}

function stoppedText(stopped: Stopped): string {
  switch (stopped.kind) {
    case 'research_open':
      return `is waiting for open research (${dollars(stopped.reservedNanoUsd)} reserved).`;
    case 'differs':
      return `NOT CLOSED, the figures differ: ${stopped.differences.map(differenceText).join('; ')}.`;
    case 'changed_meanwhile':
      return 'was changed by another process: run the command again.';
  }
}

function differenceText({ figure, expectedNanoUsd, foundNanoUsd }: Difference): string {
  const difference = foundNanoUsd - expectedNanoUsd;
  return `${figure.replaceAll('_', ' ')} is ${foundNanoUsd} nano-USD and should be ${expectedNanoUsd} (${difference > 0 ? '+' : ''}${difference})`;
}

function correctCommand(): Command {
  return new Command('correct')
    .description('Correct a statement with a line on the next one')
    .argument('<account>', 'account id', readAccountId)
    .argument('<period>', 'period of the statement, such as 2026-11', readPeriod)
    .requiredOption(
      '--amount <dollars>',
      'amount to add, such as 9.50; negative for a credit, such as -9.50',
      readAmountCents,
    )
    .requiredOption('--reason <text>', 'reason, which the customer sees on the next statement')
    .action((accountId: string, periodKey: string, options: CorrectOptions, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        await requireAccount(stage, accountId);
        const wanted = { accountId, periodKey, amountCents: options.amount, reason: options.reason };
        const corrected = await correctStatement(storeOf(stage), wanted, { who }, Date.now());
        if (!corrected.ok) throw new OperatorError(refusalText(corrected.reason), { code: corrected.reason.kind });
        const { correctionId, amountCents } = corrected.value;
        answer({ correction_id: correctionId, period: periodKey, amount_cents: amountCents }, () => {
          printText(`The next statement will have a line of ${dollars(centsToNanoUsd(amountCents))}.`);
          next('Show the current period', `statements show ${accountId} --open`);
        });
      }),
    );
}

interface CorrectOptions {
  readonly amount: number;
  readonly reason: string;
}

function refusalText({ kind }: CorrectionRefusal): string {
  switch (kind) {
    case 'no_statement':
      return 'The period has no statement to correct.';
    case 'no_amount':
      return 'A correction is at least one cent and at most a million dollars.';
    case 'no_reason':
      return 'A correction needs a reason of at most 200 characters.';
    case 'corrected_already':
      return 'This correction already exists. Another one of the same amount needs a different reason.';
  }
}

interface ExportOptions {
  readonly form: ExportForm;
  readonly account?: string;
  readonly period?: string;
  readonly customers?: string;
}

function exportCommand(): Command {
  return new Command('export')
    .description('Export statements for another system; repeated exports have the same ids')
    .argument('<file>', 'output file; - is standard output')
    .addOption(new Option('--form <form>', 'format of the file').choices([...EXPORT_FORMS]).default('csv'))
    .option('--account <account>', 'only this account', readAccountId)
    .option('--period <period>', 'only this period, such as 2026-11; required for Stripe', readPeriod)
    .option('--customers <file>', 'for Stripe: JSON file of customer ids that override `payments customer`', String)
    .action((file: string, options: ExportOptions, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const { account, period, form } = options;
        if (isForStripe(form) && period === undefined)
          throw new OperatorError('An export for Stripe needs --period, because Stripe would bill old periods again.', {
            code: 'no_period',
            fix: 'Add the month in which the period starts: --period 2026-11.',
          });
        if (account !== undefined) await requireAccount(stage, account);
        const accountIds = account === undefined ? await everyAccount(stage) : [account];
        const named = options.customers === undefined ? [] : await readCustomers(options.customers);
        const customers = new Map([...(await storedCustomers(stage, form, accountIds)), ...named]);
        const statements: Statement[] = [];
        for (const accountId of accountIds) statements.push(...(await storeOf(stage).listStatements(accountId)));
        const wanted = statements.filter(({ periodKey }) => period === undefined || periodKey === period);
        const text = exportStatements(wanted, form, customers);
        if (file === '-') {
          process.stdout.write(text);
          return;
        }
        await writeFile(file, text, { mode: 0o600 });
        answer({ file, form, statements: wanted.length }, () => {
          printText(`${numberText(wanted.length)} statements written to ${file}.`);
          next('Show one of them', `statements show ${account ?? 'acc_…'}`);
        });
      }),
    );
}

/** Returns the customer ids set with `payments customer`, if the form needs them. */
async function storedCustomers(
  stage: OpenStage,
  form: ExportForm,
  accountIds: readonly string[],
): Promise<readonly (readonly [accountId: string, customer: string])[]> {
  if (!isForStripe(form)) return [];
  const found: [string, string][] = [];
  for (const accountId of accountIds) {
    const customer = (await storeOf(stage).readAccount(accountId))?.billingCustomer;
    if (customer !== undefined) found.push([accountId, customer]);
  }
  return found;
}

function storeOf(stage: OpenStage): DynamoStatementStore {
  return openStatementStore(tablesOf(stage));
}

function readPeriod(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  throw new InvalidArgumentError('A period is the month in which it starts, such as 2026-11.');
}

function readAmountCents(text: string): number {
  if (/^-?\d{1,7}(\.\d{1,2})?$/.test(text)) return Math.round(Number(text) * 100);
  throw new InvalidArgumentError('It must be dollars, such as 9.50 or -9.50.');
}
