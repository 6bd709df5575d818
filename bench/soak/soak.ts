/**
 * `npm run soak`: sends ten minutes (or `-- --seconds 120`) of mixed traffic from 50 simulated assistants to the server
 * of `npm start`, while keys are revoked, items are imported again and parts are researched. Every answer is compared
 * with a model; at the end, memory must not have grown and the money must be exact. The exit code is 1 if anything was
 * wrong.
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { program, readWholeNumber, refuse } from '../../bin/program/program.ts';
import { documentsOf } from '../../adapters/dynamodb/client/document-client.ts';
import { DynamoAccountReports } from '../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { DynamoItemWriter } from '../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { createClient, revokeClient } from '../../core/access/administration/administer-clients.ts';
import { SCOPES } from '../../core/billing/accounts/scopes.ts';
import { RESEARCH_PRICE_NANO_USD } from '../../core/money.ts';
import { sampleItems } from '../../local/demo/generate-demo-items.ts';
import { researchParts } from '../../local/demo/research-parts.ts';
import { createSeededRandom } from '../../local/demo/seeded-random.ts';
import type { SeedStores } from '../../local/start-service.ts';
import { openAccount, OPERATOR, valueOf, type OpenedAccount } from '../../test/support/fixtures/accounts.ts';
import { startRunningService } from '../../test/support/service/running-service.ts';
import { ItemHistory } from './item-history.ts';
import { runAssistant, type SoakKey, type SoakWorld } from './soak-assistant.ts';

const readSeconds = readWholeNumber(1, 86_400);
const command = program('npm run soak --', 'Mixed traffic against the whole service, every answer held against a model')
  .argument('[seconds]', 'the same as --seconds', readSeconds)
  .option('--seconds <seconds>', 'how long (600 when not given)', readSeconds)
  .parse();
const { seconds: named } = command.opts<{ readonly seconds?: number }>();
const [placed] = command.processedArgs as [number | undefined];
if (named !== undefined && placed !== undefined) command.error('error: the seconds are given twice');
const SECONDS = named ?? placed ?? 600;
const ASSISTANTS = 50;
const ACCOUNTS = 5;
const RECORDS = 200;
const SETTLING_LIMIT_MS = 120_000;
const GROWTH_ALLOWED = 1.25;
const SHORTEST_WATCH_MS = 250;

const random = createSeededRandom(42);
const items = sampleItems(random, { count: RECORDS, firstNumber: 50_000 });
const history = new ItemHistory(items);
const accounts: OpenedAccount[] = [];
let stores: SeedStores | undefined;

const service = await startRunningService(async (opened) => {
  stores = opened;
  const { documents, writer, accountsTable } = adapters(opened);
  for (const item of items) valueOf(await writer.writeItem(item));
  for (let count = 0; count < ACCOUNTS; count += 1) {
    const terms = { requestsPerMinute: 30_000 };
    accounts.push(await openAccount(documents, accountsTable, { planCode: 'scale', terms, nowMs: Date.now() }));
  }
});
const { documents, writer, accountsTable } = adapters(stores);
const keys: SoakKey[] = [];
for (let count = 0; count < ASSISTANTS; count += 1) keys.push(await newKey(count));

const unknownParts = [
  ...researchParts().map(({ manufacturer, part_number }) => ({ manufacturer, part_number, researchFinds: true })),
  ...Array.from({ length: 20 }, (_, at) => ({
    manufacturer: 'Nobody',
    part_number: `NOTHING-${at}`,
    researchFinds: false,
  })),
];
const findable = new Set(unknownParts.flatMap((part) => (part.researchFinds ? [part.part_number] : [])));
const ids = items.map(({ id }) => id);
const world: SoakWorld = {
  baseUrl: service.baseUrl,
  history,
  ids,
  unknownParts,
  queued: new Map(),
  random,
  billed: new Map(),
  wrong: [],
  failed: 0,
  calls: 0,
};
const memory: number[] = [];
const untilMs = performance.now() + SECONDS * 1000;
await Promise.all([
  ...keys.map((_, at) => runAssistant(world, () => keys[at] as SoakKey, untilMs)),
  revokeNowAndThen(),
  importNowAndThen(),
  watchMemory(),
]);
const money = await settledMoney();
await service.stop();
report();

function adapters(opened: SeedStores | undefined) {
  if (opened === undefined) throw new Error('The service started without its seed.');
  const documents = documentsOf(opened.client);
  const { AccountsTable: accountsTable = '', ProductIndexTable: productIndexTable = '' } = opened.outputs;
  return { documents, writer: new DynamoItemWriter(documents, productIndexTable), accountsTable };
}

async function newKey(at: number): Promise<SoakKey> {
  const { account, store } = accounts[at % ACCOUNTS] as OpenedAccount;
  const wanted = { accountId: account.accountId, kind: 'live', name: `Assistant ${at}`, scopes: SCOPES } as const;
  const { client, secret } = valueOf(await createClient(store, wanted, OPERATOR, Date.now()));
  return { accountId: account.accountId, clientId: client.clientId, secret };
}

/** Revokes keys. A revoked key is used for some more seconds, to be refused, and is then replaced. */
async function revokeNowAndThen(): Promise<void> {
  while (performance.now() < untilMs - 5_000) {
    await sleep(4_000);
    const at = Math.floor(Math.random() * ASSISTANTS);
    const key = keys[at] as SoakKey;
    key.revokingAtMs = performance.now();
    valueOf(await revokeClient((accounts[at % ACCOUNTS] as OpenedAccount).store, key.clientId, OPERATOR, Date.now()));
    key.revokedAtMs = performance.now();
    await sleep(2_000);
    keys[at] = await newKey(at);
  }
}

async function importNowAndThen(): Promise<void> {
  for (let round = 1; performance.now() < untilMs; round += 1) {
    await sleep(100);
    const old = history.newest(ids[Math.floor(Math.random() * ids.length)] ?? '');
    const item = { ...old, title: `${(old.title ?? '').split(' – ')[0]} – edition ${round}` };
    const end = history.beginWrite(item);
    valueOf(await writer.writeItem(item));
    end();
  }
}

/** Samples the resident memory of the functions' processes, which are children of this process. */
async function watchMemory(): Promise<void> {
  while (performance.now() < untilMs) {
    await sleep(Math.max(SHORTEST_WATCH_MS, (SECONDS * 1000) / 40));
    const list = execFileSync('ps', ['-o', 'rss=', '--ppid', String(process.pid)], { encoding: 'utf8' });
    memory.push(
      list
        .trim()
        .split('\n')
        .reduce((sum, line) => sum + Number(line), 0) / 1024,
    );
  }
}

/** Waits until research has ended, then compares each account's usage with the model. */
async function settledMoney(): Promise<readonly { accountId: string; failures: readonly string[] }[]> {
  const reports = new DynamoAccountReports(documents, accountsTable);
  const deadlineMs = performance.now() + SETTLING_LIMIT_MS;
  const sums = [];
  for (const { account } of accounts) {
    let usage = (await reports.readUsageHistory(account.accountId)).periods.values().next().value;
    while ((usage?.reservedNanoUsd ?? 0) > 0 && performance.now() < deadlineMs) {
      await sleep(1_000);
      usage = (await reports.readUsageHistory(account.accountId)).periods.values().next().value;
    }
    const billed = world.billed.get(account.accountId) ?? 0;
    const failures: string[] = [];
    const tokens = usage?.tokens ?? 0;
    // A failed answer may have been billed once; only then may the row show more.
    if (world.failed === 0 ? tokens !== billed : tokens < billed)
      failures.push(`${tokens} tokens are on the row, ${billed} were answered`);
    if (usage !== undefined) {
      const owed = usage.tokens * usage.priceNanoUsdPerToken + usage.researchNanoUsd;
      if (usage.committedNanoUsd !== owed) failures.push(`committed ${usage.committedNanoUsd}, owed ${owed}`);
      if (usage.reservedNanoUsd !== 0) failures.push(`${usage.reservedNanoUsd} still reserved`);
      if (usage.researchNanoUsd !== usage.chargedNanoUsd) failures.push('research is not what was charged');
      const found = [...(world.queued.get(account.accountId) ?? [])].filter((part) => findable.has(part)).length;
      // A request whose answer failed may have been accepted anyway.
      const tooMuch = usage.chargedNanoUsd - found * RESEARCH_PRICE_NANO_USD;
      if (world.failed === 0 ? tooMuch !== 0 : tooMuch < 0)
        failures.push(`${usage.chargedNanoUsd} charged for ${found} finds`);
    }
    sums.push({ accountId: account.accountId, failures });
  }
  return sums;
}

function report(): void {
  const third = Math.max(1, Math.floor(memory.length / 3));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [early, late] = [mean(memory.slice(third, 2 * third)), mean(memory.slice(-third))];
  const flat = late <= early * GROWTH_ALLOWED;
  const moneyFailures = money.flatMap(({ accountId, failures }) =>
    failures.map((failure) => `${accountId}: ${failure}`),
  );
  console.log(
    `${SECONDS} s, ${ASSISTANTS} assistants, ${world.calls} calls, ${world.wrong.length} wrong answers, ${world.failed} internal_error`,
  );
  console.log(`memory of the functions: ${early.toFixed(0)} MB in the middle third, ${late.toFixed(0)} MB in the last`);
  if (world.calls === 0)
    refuse(
      'Nothing was called, so nothing was measured: neither answers nor money.',
      'Give it more time: npm run soak -- --seconds 120',
    );
  console.log(`money: ${moneyFailures.length === 0 ? 'exact' : moneyFailures.join('; ')}`);
  for (const failure of world.wrong.slice(0, 20)) console.log(failure.slice(0, 400));
  process.exit(world.wrong.length === 0 && moneyFailures.length === 0 && flat ? 0 : 1);
}
