/**
 * The output of the operator's commands: never wider than a terminal of 80 columns, errors in JSON with --json, and the
 * next step after a success.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoAssistantStore } from '../../../adapters/dynamodb/access/dynamo-assistant-store.ts';
import { doubtPut } from '../../../adapters/dynamodb/billing/doubt-rows.ts';
import { transactWrite } from '../../../adapters/dynamodb/client/transact-write.ts';
import { prepareDebit, usageKeyOf } from '../../../core/billing/meter/usage-debit.ts';
import { valueOf } from '../../support/fixtures/value-of.ts';
import { DynamoEnrichmentStore } from '../../../adapters/dynamodb/sourcing/dynamo-enrichment-store.ts';
import { DynamoItemIndex } from '../../../adapters/dynamodb/index/dynamo-item-index.ts';
import { requestForAccount } from '../../../core/sourcing/enrichment/enrich-for-account.ts';
import { adminProgram } from '../../../bin/admin/program.ts';
import { everyCommand } from '../../../bin/admin/stage/run-command.ts';
import { openAccount, type OpenedAccount } from '../../support/fixtures/accounts.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import { recordOf } from '../../support/fixtures/item-records.ts';
import { nameOf } from '../../support/research/research-harness.ts';
import { openOperator, type Operator } from '../../support/processes/operator.ts';
import { onScreen, tooWide, type CommandResult } from '../../support/processes/operator-screen.ts';

const LONG_NAME = 'Zürcher Kugellager- und Antriebstechnik Aktiengesellschaft, Werk Nord';
const OWNER = 'purchasing@acme.example';
const MEMBER = 'an.address.with.a.rather.long.local.part@purchasing.acme.example';
const RESEARCHED = ['Norvane', 'X 900/1'] as const;

let catalogId = '';
let operator: Operator;
let acme: OpenedAccount;
let other: OpenedAccount;
/** Period and debit of a charge in doubt of Acme. */
let inDoubt: readonly string[];

beforeAll(async () => {
  operator = await openOperator();
  const client = testClient(operator.tables.endpoint);
  const table = operator.tables.accountsTable;
  acme = await openAccount(client, table, { name: 'Acme Ltd', spendingCapCents: 98_765_400 });
  other = await openAccount(client, table, {
    name: 'Zürcher Kugellager- und Antriebstechnik Aktiengesellschaft, Werk Süd',
  });
  const use = { ...acme.client, name: 'Claude Code of the purchasing department' };
  const assistants = new DynamoAssistantStore(client, table);
  const nowMs = Date.now();
  await openRequest(client, nowMs);
  const caller = {
    account: acme.account,
    client: { kind: 'live' },
    usage: { periods: new Map(), trial: undefined },
  } as const;
  const debit = valueOf(prepareDebit(caller, { tokens: 123_456_789, items: 1_234, parts: 0 }, nowMs));
  await transactWrite(client, [doubtPut(table, debit)]);
  inDoubt = [usageKeyOf(debit), String(debit.mark.id)];
  const records = [recordOf({ id: 'itm_Relay001', manufacturer: 'Norvane', mpn: 'R-100', title: 'Relay, 24 V' })];
  await writeFile(
    path.join(operator.folder, 'parts.jsonl'),
    records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  );
  const list = 'Artikelnummer;Hersteller;Teilenummer\n1;Norvane;R-100\n2;Norvane;X-1\n';
  await writeFile(path.join(operator.folder, 'liste.csv'), list);
  await writeFile(path.join(operator.folder, 'liste-2.csv'), `${list}3;Norvane;${'X'.repeat(60)}\n`);
  await assistants.addName(use, 10);
  await assistants.noteUse(use, nowMs);
  await assistants.addToDay(
    use,
    new Date(nowMs).toISOString().slice(0, 10),
    { calls: 1234, billed: 1000, tokens: 1_234_567 },
    nowMs,
  );
});
afterAll(() => operator.stop());

/** Requests research of a part for the account. */
async function openRequest(client: ReturnType<typeof testClient>, nowMs: number): Promise<void> {
  const { endpoint: _endpoint, accountsTable, productIndexTable } = operator.tables;
  const ports = {
    index: new DynamoItemIndex(client, productIndexTable),
    enrichment: new DynamoEnrichmentStore(client, accountsTable),
    researchQueue: { send: async () => undefined },
  };
  const [manufacturer, partNumber] = RESEARCHED;
  const name = nameOf({ manufacturer, part_number: partNumber });
  const parts = [{ name, asked: { manufacturer, partNumber, description: null } }];
  await requestForAccount(ports, acme.account, parts, { again: false, counted: false }, nowMs);
}

/** The account and id of the catalog that the screens imported. */
function catalog(): readonly [account: string, catalog: string] {
  return [acme.account.accountId, catalogId];
}

const run = (...args: string[]): Promise<CommandResult> => onScreen(operator, ...args);

/** Every command that prints for people, in an order in which earlier commands prepare later ones. */
const SCREENS: readonly [name: string, args: () => string[]][] = [
  ['accounts list', () => ['accounts', 'list']],
  ['accounts find', () => ['accounts', 'find', 'a']],
  ['accounts show', () => ['accounts', 'show', other.account.accountId]],
  ['accounts plans', () => ['accounts', 'plans']],
  ['accounts create', () => ['accounts', 'create', LONG_NAME]],
  ['accounts set', () => ['accounts', 'set', other.account.accountId, '--cap', '98765']],
  [
    'clients budget',
    () => ['clients', 'budget', acme.client.clientId, '--every', 'day', '--tokens', '50000', '--research-cents', '500'],
  ],
  ['clients budget', () => ['clients', 'budget', acme.client.clientId]],
  [
    'assistants budget',
    () => ['assistants', 'budget', acme.account.accountId, '--all', '--every', 'period', '--tokens', '1000000'],
  ],
  ['clients list', () => ['clients', 'list', acme.account.accountId]],
  ['clients find', () => ['clients', 'find', acme.client.clientId.slice(5, 20)]],
  ['clients scopes', () => ['clients', 'scopes', acme.client.clientId, 'all']],
  ['clients rotate', () => ['clients', 'rotate', acme.client.clientId]],
  ['clients create', () => ['clients', 'create', other.account.accountId, '--kind', 'test', '--scopes', 'all']],
  ['clients revoke', () => ['clients', 'revoke', other.client.clientId, '--yes']],
  ['assistants list', () => ['assistants', 'list', acme.account.accountId]],
  ['usage show', () => ['usage', 'show', acme.account.accountId]],
  ['usage resolve', () => ['usage', 'resolve', acme.account.accountId, ...inDoubt, '--stands']],
  ['usage history', () => ['usage', 'history', acme.account.accountId]],
  ['payments failed', () => ['payments', 'failed', other.account.accountId, '--because', 'Card expired']],
  ['payments settled', () => ['payments', 'settled', other.account.accountId]],
  ['payments customer', () => ['payments', 'customer', other.account.accountId, 'cus_Other1']],
  ['statements close', () => ['statements', 'close', acme.account.accountId]],
  ['statements list', () => ['statements', 'list', acme.account.accountId]],
  ['statements show', () => ['statements', 'show', acme.account.accountId, '--open']],
  ['statements export', () => ['statements', 'export', 'statements.csv']],
  ['audit show', () => ['audit', 'show', acme.account.accountId]],
  ['research-requests list', () => ['research-requests', 'list', acme.account.accountId]],
  ['research-requests show', () => ['research-requests', 'show', acme.account.accountId, ...RESEARCHED]],
  ['research-requests cancel', () => ['research-requests', 'cancel', acme.account.accountId, ...RESEARCHED, '--yes']],
  ['members list', () => ['members', 'list', acme.account.accountId]],
  ['members invite', () => ['members', 'invite', acme.account.accountId, OWNER, '--role', 'owner']],
  ['members invite', () => ['members', 'invite', acme.account.accountId, MEMBER]],
  ['members list', () => ['members', 'list', acme.account.accountId]],
  ['members role', () => ['members', 'role', acme.account.accountId, MEMBER, 'owner']],
  ['members sign-out', () => ['members', 'sign-out', MEMBER]],
  ['members remove', () => ['members', 'remove', acme.account.accountId, MEMBER, '--yes']],
  ['members erase', () => ['members', 'erase', MEMBER, '--yes']],
  ['manufacturers list', () => ['manufacturers', 'list']],
  ['manufacturers show', () => ['manufacturers', 'show', 'TI']],
  ['manufacturers alias', () => ['manufacturers', 'alias', 'Wile E. Instruments', 'Texas Instruments']],
  ['manufacturers list', () => ['manufacturers', 'list']],
  ['manufacturers unalias', () => ['manufacturers', 'unalias', 'Wile E. Instruments']],
  ['words list', () => ['words', 'list']],
  ['words add', () => ['words', 'add', 'zxcv', 'a phrase of several words that are meant']],
  ['words list', () => ['words', 'list']],
  ['words remove', () => ['words', 'remove', 'zxcv', 'a phrase of several words that are meant']],
  ['items import', () => ['items', 'import', 'parts.jsonl']],
  ['items import', () => ['items', 'import', 'parts.jsonl', '--dry-run']],
  ['items export', () => ['items', 'export', 'records.jsonl']],
  ['items find', () => ['items', 'find', 'Norvane', 'R-100']],
  ['items find', () => ['items', 'find', '--query', 'relay']],
  ['items set', () => ['items', 'set', 'itm_Relay001', 'lifecycle.status=obsolete', 'replacements.mpn=R-200']],
  ['items reindex', () => ['items', 'reindex']],
  ['catalogs list', () => ['catalogs', 'list', acme.account.accountId]],
  ['catalogs import', () => ['catalogs', 'import', acme.account.accountId, 'liste.csv', '--preview']],
  ['catalogs import', () => ['catalogs', 'import', acme.account.accountId, 'liste.csv']],
  ['catalogs list', () => ['catalogs', 'list', acme.account.accountId]],
  ['catalogs show', () => ['catalogs', 'show', ...catalog()]],
  ['catalogs accept', () => ['catalogs', 'accept', ...catalog(), '2', 'itm_Relay001']],
  ['catalogs undo', () => ['catalogs', 'undo', ...catalog(), '2']],
  ['catalogs fix', () => ['catalogs', 'fix', ...catalog(), '2', '--number', 'R-100']],
  ['catalogs learned', () => ['catalogs', 'learned', acme.account.accountId]],
  ['catalogs forget', () => ['catalogs', 'forget', acme.account.accountId, '--all', '--yes']],
  ['catalogs refresh', () => ['catalogs', 'refresh', ...catalog()]],
  ['catalogs enrich', () => ['catalogs', 'enrich', ...catalog()]],
  ['catalogs export', () => ['catalogs', 'export', ...catalog(), 'out.csv']],
  ['catalogs replace', () => ['catalogs', 'replace', ...catalog(), 'liste-2.csv', '--yes']],
  ['catalogs delete', () => ['catalogs', 'delete', ...catalog(), '--yes']],
  ['items delete', () => ['items', 'delete', 'itm_Relay001', '--yes']],
];

/** Commands that are tested elsewhere, because they print data or need a setup that is missing here. */
const ELSEWHERE = new Set([
  'assistants revoke', // accounts-and-clients.test.ts
  'catalogs cancel', // catalogs.test.ts: needs a running import
  'items get', // prints the item as JSON
  'research try', // research/try-part.test.ts: asks providers
  'research-requests retry', // requests-and-secrets.test.ts: needs a queue
  'reviewer create', // access/reviewer.test.ts
  'secrets rotate', // requests-and-secrets.test.ts
  'stage protect', // stage/protect-stack.test.ts: needs a deployed stage
  'statements correct', // statements.test.ts: needs one that is closed
  'tables compare', // tables.test.ts
  'tables copy',
  'why', // why.test.ts: needs a log
]);

describe('a screen', () => {
  test.each(SCREENS)('fits 80 columns and shows the next step: %s', async (_name, args) => {
    const said = await run(...args());
    catalogId = /\bcat_\w+/.exec(said.stdout)?.[0] ?? catalogId;
    expect(said.exitCode, said.stderr).toBe(0);
    expect(tooWide(said)).toEqual([]);
    expect(said.stdout).toMatch(/:\n {2}npm run admin -- [\w-]+ /);
    expect(said.stdout).not.toMatch(/\d{4}-\d\d-\d\dT\d\d:/);
  });

  test.each(SCREENS.filter(([name]) => /list|show|find|plans|history|preview/.test(name)))(
    'is valid JSON with --json: %s',
    async (_name, args) => {
      // Results that earlier commands changed or deleted are refused, in JSON too.
      const { stdout } = await run(...args(), '--json');
      expect(() => JSON.parse(stdout) as unknown).not.toThrow();
    },
  );

  test('is tested here or elsewhere for every command', () => {
    const leaves = adminProgram().commands.flatMap((noun) =>
      noun.commands.length === 0 ? [noun.name()] : noun.commands.map((verb) => `${noun.name()} ${verb.name()}`),
    );
    const shown = new Set(SCREENS.map(([name]) => name));
    expect(leaves.filter((name) => !shown.has(name) && !ELSEWHERE.has(name))).toEqual([]);
    expect([...shown, ...ELSEWHERE].filter((name) => !leaves.includes(name))).toEqual([]);
  });

  test('wraps the help of every command within 80 columns', () => {
    const helps = everyCommand(adminProgram()).map((command) =>
      command.configureOutput({ getOutHelpWidth: () => 80 }).helpInformation(),
    );
    expect(helps.length).toBeGreaterThan(40);
    expect(helps.flatMap((help) => help.split('\n')).filter((line) => line.length > 80)).toEqual([]);
  });

  test('is wider with --wide, which puts all columns side by side', async () => {
    const { accountId } = acme.account;
    expect((await run('audit', 'show', accountId)).stdout).toMatch(/^ {4}Details: /m);
    expect((await run('audit', 'show', accountId, '--wide')).stdout).toMatch(/^When \(UTC\) +Who +What +Details$/m);
  });

  test('has grouped digits, money in dollars and times to the minute', async () => {
    const { stdout } = await run('accounts', 'list');
    expect(stdout).toMatch(/^acc_\w+ +Acme Ltd +growth +active +\$987,654\.00 +1$/m);
    expect((await run('audit', 'show', acme.account.accountId)).stdout).toMatch(/^2026-11-18 12:00 +test/m);
  });
});

describe('an unknown id', () => {
  test('of an account is refused with the nearest ones, by every command', async () => {
    const { accountId } = acme.account;
    const slip = `${accountId.slice(0, -1)}${accountId.endsWith('x') ? 'y' : 'x'}`;
    for (const args of [
      ['accounts', 'show', slip],
      ['clients', 'list', slip],
      ['assistants', 'list', slip],
      ['usage', 'show', slip],
      ['audit', 'show', slip],
      ['research-requests', 'list', slip],
      ['catalogs', 'list', slip],
    ]) {
      const { exitCode, stderr } = await run(...args);
      expect(exitCode).toBe(1);
      expect(stderr).toContain(`There is no account ${slip} in local. Nearest: ${accountId} ("Acme Ltd")`);
    }
  });

  test('of a key is refused with the nearest ones', async () => {
    const { clientId } = acme.client;
    const slip = `${clientId.slice(0, -1)}${/x$/i.test(clientId) ? 'y' : 'x'}`;
    for (const args of [
      ['find', slip],
      ['rotate', slip],
      ['revoke', slip],
      ['scopes', slip, 'all'],
    ])
      expect((await run('clients', ...args)).stderr).toContain(`Nearest: ${clientId} ("Test key")`);
  });
});

describe('an unknown catalog, member or statement', () => {
  test('of an account is refused with the nearest ones', async () => {
    const { accountId } = acme.account;
    await run('members', 'invite', accountId, 'olga@acme.example');
    await run('catalogs', 'import', accountId, 'liste.csv', '--new', '--name', 'Spring');
    await openRequest(testClient(operator.tables.endpoint), Date.now());
    const [{ id = '' } = {}] = (
      JSON.parse((await run('catalogs', 'list', accountId, '--json')).stdout) as { catalogs: { id: string }[] }
    ).catalogs;
    const slip = `${id.slice(0, -1)}${/x$/i.test(id) ? 'y' : 'x'}`;
    const near = `Nearest: ${id} ("Spring")`;
    for (const [args, nearest] of [
      [['catalogs', 'show', accountId, slip], near],
      [['catalogs', 'export', accountId, slip, 'out.csv'], near],
      [['catalogs', 'accept', accountId, slip, '1', 'itm_Relay001'], near],
      [['catalogs', 'fix', accountId, slip, '1', '--number', '2'], near],
      [['catalogs', 'replace', accountId, slip, 'liste.csv'], near],
      [['catalogs', 'refresh', accountId, slip], near],
      [['catalogs', 'enrich', accountId, slip], near],
      [['catalogs', 'cancel', accountId, slip], near],
      [['catalogs', 'delete', accountId, slip, '--yes'], near],
      [['members', 'role', accountId, 'olag@acme.example', 'owner'], 'Nearest: olga@acme.example.'],
      [['members', 'remove', accountId, 'olag@acme.example'], 'Nearest: olga@acme.example.'],
      [['members', 'sign-out', 'olag@acme.example'], 'Nearest: olga@acme.example.'],
      [['members', 'erase', 'olag@acme.example'], 'Nearest: olga@acme.example.'],
      [['research-requests', 'show', accountId, 'Norvane', 'X 901/1'], 'Nearest: Norvane X 900/1.'],
      [['research-requests', 'cancel', accountId, 'Norvan', 'X 900/1'], 'Nearest: Norvane X 900/1.'],
      [['assistants', 'revoke', accountId, 'Claude Code of the purchasing departmen'], 'Nearest: Claude Code of the'],
    ] as const) {
      const { exitCode, stdout } = await run(...args, '--json');
      expect([args, exitCode]).toEqual([args, 1]);
      const { error } = JSON.parse(stdout) as { error: { code: string; fix: string } };
      expect(error.fix).toContain(nearest);
      expect(error.code).toMatch(/^unknown_/);
    }
  });
});

describe('errors in JSON', () => {
  test.each<[string, string[], string]>([
    ['an unknown account', ['accounts', 'show', 'acc_0000000000'], 'unknown_account'],
    ['a malformed id', ['accounts', 'show', 'nonsense'], 'wrong_arguments'],
    ['an unknown option', ['accounts', 'list', '--nonsense'], 'wrong_arguments'],
    ['an unknown stage', ['accounts', 'list', '--stage', 'moon'], 'unknown_stage'],
  ])('%s', async (_name, args, code) => {
    const { exitCode, stdout, stderr } = await run(...args, '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    const { error } = JSON.parse(stdout) as { error: Record<string, string> };
    expect(error).toEqual({ code, message: expect.stringMatching(/.{10}/), fix: expect.stringMatching(/.{10}/) });
  });
});

describe('a name', () => {
  test.each([
    ['', 'The name is empty'],
    [' acme LTD', 'is already the name of acc_'],
  ])('such as %j for an account needs a confirmation', async (name, words) => {
    const refused = await run('accounts', 'create', name);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain(words);
  });

  test.each([
    [' ', 'The key has no name'],
    ['test KEY', 'already has this name'],
  ])('such as %j for a key needs a confirmation', async (name, words) => {
    const { accountId } = acme.account;
    const refused = await run('clients', 'create', accountId, '--kind', 'test', '--scopes', 'all', '--name', name);
    expect(refused.stderr).toContain(words);
  });
});

test('a new key is printed with the command that connects Claude Code', async () => {
  const { accountId } = other.account;
  const { stdout } = await run('clients', 'create', accountId, '--kind', 'test', '--scopes', 'all');
  const [, clientId = '', secret = ''] = /Client id +(\S+)\nClient secret +(\S+)/.exec(stdout) ?? [];
  expect(stdout).toContain(
    `  claude mcp add --transport http product-data http://127.0.0.1:3000/mcp \\\n    --header "Authorization: Bearer ${clientId}:\\\n${secret}"`,
  );
});
