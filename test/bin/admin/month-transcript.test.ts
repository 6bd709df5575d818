/**
 * An operator's month by command line, as docs/operate/month.md shows it: the page shows the output of the commands on
 * the data of `npm start -- --fresh --month`, with days that are the same in every run. month-on-local-run.test.ts
 * repeats the page on such a run.
 */
import { expect, test } from 'vitest';
import { DUE_ACCOUNT, finishedMonth, openDemoMonth } from '../../../local/demo/open-demo-month.ts';
import { openDemoKeys } from '../../../local/demo/open-demo-keys.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import { asOnMonthPage } from '../../support/page/month-page.ts';
import { openOperator } from '../../support/processes/operator.ts';

const INTRODUCTION = `# An operator's month

This page shows an operator's month on the command line, from a fee to a failed payment. The commands and their output come from \`test/bin/admin/month-transcript.test.ts\`, with days replaced. For the terms and rules, see [billing](../reference/billing.md#statements).

To follow it, start the service with an account whose last month is over; the other commands are for a second terminal:

\`\`\`
$ npm start -- --fresh --month
\`\`\`

On a deployed stage, add \`--stage production\` to each command. The audit trail names whoever runs them, here olga.
`;

test('an operator closes a month, corrects it, exports it, and sees a failed payment', async () => {
  const operator = await openOperator();
  const { tables } = operator;
  const nowMs = Date.now();
  const documents = testClient(tables.endpoint);
  await openDemoKeys(documents, { accountsTable: tables.accountsTable, nowMs });
  await openDemoMonth({ client: documents, accounts: tables.accountsTable }, nowMs);
  const last = finishedMonth(nowMs);
  const { accountId } = DUE_ACCOUNT;

  const shown: string[] = [];
  const say = (text: string) => void shown.push(text);
  const run = async (...args: string[]): Promise<void> => {
    const { stdout, stderr, exitCode } = await operator.run(...args, '--who', 'olga');
    expect([args, exitCode, stderr]).toEqual([args, 0, expect.any(String)]);
    const command = args.map((arg) => (arg.includes(' ') ? `'${arg}'` : arg)).join(' ');
    shown.push(`\`\`\`\n$ npm run admin -- ${command}\n${stdout.trimEnd()}\n\`\`\``);
  };

  say(
    '## Before: the agreed terms\n\nThe monthly fee and the grace period after a failed payment are terms of the account.',
  );
  await run('accounts', 'set', accountId, '--monthly-fee', '49', '--grace-days', '21', '--yes');
  say('Before the first export, link the account to its customer in the billing system.');
  await run('payments', 'customer', accountId, 'cus_AcmeLtd');
  say(
    '## The month is over\n\nEvery hour a function closes the periods that are due; the command does so immediately, and repeating it changes nothing.',
  );
  await run('statements', 'close');
  await run('statements', 'list', accountId);
  await run('statements', 'show', accountId, last.key);
  say(
    '## Something was wrong\n\nA statement never changes: a correction is a line of the next one, which `--open` already shows.',
  );
  await run('statements', 'correct', accountId, last.key, '--amount', '-5', '--reason', 'Outage of two hours');
  await run('statements', 'show', accountId, '--open');
  say(
    '## Export\n\nStatements are exported as CSV for finance, or as requests for Stripe, one per line, with ids that never change.',
  );
  await run('statements', 'export', '-', '--period', last.key, '--account', accountId);
  await run(
    'statements',
    'export',
    '-',
    '--form',
    'stripe-invoice-items',
    '--period',
    last.key,
    '--account',
    accountId,
  );
  say('## A payment fails and is settled\n\nIf the billing system reports payments itself, neither command is needed.');
  await run('payments', 'failed', accountId, '--because', 'Card expired');
  await run('payments', 'settled', accountId, '--because', 'Paid by transfer');
  say('## Who did what');
  await run('audit', 'show', accountId, '--limit', '6');
  await operator.stop();

  const page = asOnMonthPage(`${INTRODUCTION}\n${shown.join('\n\n')}\n`, nowMs);
  await expect(page).toMatchFileSnapshot('../../../docs/operate/month.md');
});
