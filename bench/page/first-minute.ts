/**
 * Times a customer's first minute: `npx tsx bench/page/first-minute.ts`. A person signs in by the link of the email,
 * creates a key, copies the command and pastes it; a command-line client (the MCP Inspector) makes a call, and the
 * dashboard shows it. Everything is real except the person, who takes no time. Prints the seconds of each step.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { DynamoItemWriter } from '../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { DynamoPeopleStore } from '../../adapters/dynamodb/access/dynamo-people-store.ts';
import { documentsOf } from '../../adapters/dynamodb/client/document-client.ts';
import { takeNothing } from '../../bin/program/program.ts';
import { revokeClient } from '../../core/access/administration/administer-clients.ts';
import { fetchClients } from '../../test/support/processes/fetched-clients.ts';
import { openAccount } from '../../test/support/fixtures/accounts.ts';
import { REGULATOR } from '../../test/support/fixtures/item-records.ts';
import { browserFile, openBrowser } from '../../test/support/processes/open-browser.ts';
import { joinAccount } from '../../test/support/service/people.ts';
import { startRunningService } from '../../test/support/service/running-service.ts';

const EMAIL = 'anna@loewe.example';
takeNothing(
  'bench/page/first-minute.ts',
  'Sign in, make a key, paste its command, and see the first call, with a stopwatch',
);
const executable = await browserFile();
if (executable === undefined) throw new Error('Chromium is missing.');
const inspector = path.join(fetchClients(), 'node_modules/.bin/mcp-inspector');
const service = await startRunningService(async ({ client, outputs }) => {
  const documents = documentsOf(client);
  const { AccountsTable = '', ProductIndexTable = '' } = outputs;
  await new DynamoItemWriter(documents, ProductIndexTable).writeItem(REGULATOR);
  const wanted = { planCode: null, kind: 'trial', nowMs: Date.now() } as const;
  const { account, store, client: key } = await openAccount(documents, AccountsTable, wanted);
  await revokeClient(store, key.clientId, { who: 'operator' }, Date.now());
  const people = new DynamoPeopleStore(documents, AccountsTable);
  await joinAccount(people, { accountId: account.accountId, email: EMAIL, role: 'owner' });
});
const browser = await openBrowser(executable);
const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.baseUrl });
const page = await context.newPage();
const beganMs = performance.now();
let beforeMs = beganMs;
try {
  await step('the sign-in page is open', async () => {
    await page.goto(`${service.baseUrl}/dashboard`);
    await page.getByLabel('Email address').waitFor();
  });
  await step('the email is there', async () => {
    await page.getByLabel('Email address').fill(EMAIL);
    await page.keyboard.press('Enter');
    // The response sets the cookie without which this browser could not use the link.
    await page.getByText('Send it again in').waitFor();
    await page.goto(await linkOfEmail());
  });
  await step('signed in, the first steps are shown', async () => {
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByRole('link', { name: /Make a key|New key/ })
      .first()
      .waitFor();
  });
  await step('a key is made', async () => {
    await page
      .getByRole('link', { name: /Make a key|New key/ })
      .first()
      .click();
    await page.getByLabel('Name').fill('First minute');
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.locator('#client-secret').waitFor();
  });
  const pasted = await step('its command is copied', () => copied(page));
  await step('pasted, and the first call is answered', () => callWith(pasted));
  await step('the page has seen it', () => page.getByText('First call seen').waitFor());
  console.log(`${seconds(beforeMs - beganMs)} in all; load of the machine ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await browser.close();
  await service.stop();
}
process.exit();

async function step<T>(what: string, happens: () => Promise<T>): Promise<T> {
  const result = await happens();
  const nowMs = performance.now();
  console.log(`${seconds(nowMs - beforeMs)}  ${what}`);
  beforeMs = nowMs;
  return result;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1).padStart(5)} s`;
}

async function linkOfEmail(): Promise<string> {
  const folder = path.join(service.folder, 'mail');
  for (;;) {
    const [file] = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.txt'));
    const link =
      file === undefined ? undefined : /http\S+sign-in#\S+/.exec(await readFile(path.join(folder, file), 'utf8'));
    if (link) return link[0];
    await page.waitForTimeout(50);
  }
}

async function copied(from: Page): Promise<string> {
  await from.getByRole('button', { name: 'Copy the text for Claude Code' }).click();
  await from.getByText('Copied').first().waitFor();
  return String(await from.evaluate('navigator.clipboard.readText()'));
}

/** Calls with the URL and the header from the pasted command. */
async function callWith(pasted: string): Promise<void> {
  const [address = ''] = /http\S+\/mcp/.exec(pasted) ?? [];
  const [, header = ''] = /--header "([^"]+)"/.exec(pasted) ?? [];
  const part = [`manufacturer=${REGULATOR.manufacturer ?? ''}`, `part_number=${REGULATOR.mpn ?? ''}`];
  const call = ['--method', 'tools/call', '--tool-name', 'lookup_part', ...part.flatMap((one) => ['--tool-arg', one])];
  const program = [inspector, '--cli', address, '--transport', 'http', '--header', header, ...call];
  const { stdout } = await promisify(execFile)(process.execPath, program, { timeout: 120_000 });
  if (!stdout.includes(REGULATOR.id)) throw new Error(`The client got another answer: ${stdout}`);
}
