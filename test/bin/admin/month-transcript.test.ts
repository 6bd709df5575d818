/**
 * An operator's month by command line, as docs/operate/month.md shows it: the page shows the output of the commands,
 * with ids and days that are the same in every run.
 */
import { expect, test } from 'vitest';
import { DynamoClientStore } from '../../../adapters/dynamodb/access/dynamo-client-store.ts';
import { DynamoUsageStore } from '../../../adapters/dynamodb/billing/dynamo-usage-store.ts';
import { meterCall } from '../../../core/billing/meter/meter-call.ts';
import { periodAt } from '../../../core/billing/meter/periods.ts';
import { DAY_MS } from '../../../core/time.ts';
import { openAccount } from '../../support/fixtures/accounts.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import { openOperator } from '../../support/processes/operator.ts';

const INTRODUCTION = `# An operator's month

This page shows an operator's month on the command line, from a fee to a failed payment. The commands and their output come from \`test/bin/admin/month-transcript.test.ts\`, with ids and days replaced. For the terms and rules, see [billing](../reference/billing.md#statements).
`;

test('an operator closes a month, corrects it, exports it, and sees a failed payment', async () => {
  const operator = await openOperator();
  const { tables } = operator;
  const client = testClient(tables.endpoint);
  const last = periodAt(1, periodAt(1, Date.now()).startMs - 1);
  const terms = { tokensIncluded: 1_000_000, overagePriceNanoUsdPerToken: 60_000, monthlyFeeCents: 4_900 };
  const nowMs = last.startMs + DAY_MS;
  const wanted = { name: 'Acme Ltd', planCode: 'starter', terms, nowMs };
  const opened = await openAccount(client, tables.accountsTable, wanted);
  const caller = await new DynamoClientStore(client, tables.accountsTable).readCaller(opened.client, nowMs);
  if (caller === undefined) throw new Error('the caller is not stored');
  const usageStore = new DynamoUsageStore(testClient(tables.endpoint, { maxAttempts: 1 }), tables.accountsTable);
  await meterCall(usageStore, caller, { tokens: 1_234_567, items: 8_000 }, nowMs);
  const { accountId } = opened.account;

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
  await run('statements', 'export', '-', '--period', last.key);
  await run('statements', 'export', '-', '--form', 'stripe-invoice-items', '--period', last.key);
  say('## A payment fails and is settled\n\nIf the billing system reports payments itself, neither command is needed.');
  await run('payments', 'failed', accountId, '--because', 'Card expired');
  await run('payments', 'settled', accountId, '--because', 'Paid by transfer');
  say('## Who did what');
  await run('audit', 'show', accountId, '--limit', '6');
  await operator.stop();

  const thisMonth = periodAt(1, Date.now()).key;
  const page = `${INTRODUCTION}\n${shown.join('\n\n')}\n`
    .replaceAll(accountId.slice('acc_'.length), 'AbCdEf0123')
    .replaceAll(/cor_[0-9a-f]{16}/g, 'cor_0123456789abcdef')
    .replaceAll(/cli_live_\w+/g, 'cli_live_AbCdEf0123_0123456789')
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'yyyy-mm-dd')
    .replaceAll(/(?<=yyyy-mm-dd )\d\d:\d\d/g, 'hh:mm')
    .replaceAll(thisMonth, '2026-11')
    .replaceAll(last.key, '2026-10')
    .replaceAll(/"start":\d+/g, '"start":1790812800')
    .replaceAll(/"end":\d+/g, '"end":1793491200')
    .replaceAll('\uFEFF', '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[ \t]+$/gm, '');
  await expect(page).toMatchFileSnapshot('../../../docs/operate/month.md');
});
