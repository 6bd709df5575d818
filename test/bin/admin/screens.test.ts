/** What the operator's commands print: never wider than a terminal of 80 columns, errors in JSON where JSON is asked for, the next step after a success. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoAssistantStore } from '../../../functions/adapters/dynamodb/accounts/dynamo-assistant-store.ts';
import { openAccount, type OpenedAccount } from '../../../testing/harness/accounts.ts';
import { testClient } from '../../../testing/harness/dynamodb-client.ts';
import { openOperator, type CommandResult, type Operator } from '../../../testing/harness/operator.ts';
import { onScreen, tooWide } from '../../../testing/harness/operator-screen.ts';

let operator: Operator;
let acme: OpenedAccount;
let other: OpenedAccount;

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
  await assistants.addName(use, 10);
  await assistants.noteUse(use, nowMs);
  await assistants.addToDay(use, new Date(nowMs).toISOString().slice(0, 10), { calls: 1234, tokens: 1_234_567 }, nowMs);
});
afterAll(() => operator.stop());

const run = (...args: string[]): Promise<CommandResult> => onScreen(operator, ...args);

describe('every screen fits 80 columns and says what comes next', () => {
  test.each<[string, () => string[]]>([
    ['accounts list', () => ['accounts', 'list']],
    ['accounts find', () => ['accounts', 'find', 'a']],
    ['accounts show', () => ['accounts', 'show', other.account.accountId]],
    ['accounts plans', () => ['accounts', 'plans']],
    ['clients list', () => ['clients', 'list', acme.account.accountId]],
    ['clients find', () => ['clients', 'find', acme.client.clientId.slice(5, 20)]],
    ['assistants list', () => ['assistants', 'list', acme.account.accountId]],
    ['usage show', () => ['usage', 'show', acme.account.accountId]],
    ['usage history', () => ['usage', 'history', acme.account.accountId]],
    ['audit show', () => ['audit', 'show', acme.account.accountId]],
    ['requests list', () => ['requests', 'list', acme.account.accountId]],
  ])('%s', async (_name, args) => {
    const said = await run(...args());
    expect(said).toMatchObject({ exitCode: 0, stderr: '' });
    expect(tooWide(said)).toEqual([]);
    expect(said.stdout).toMatch(/:\n {2}npm run admin -- \w+ /);
    const json = await run(...args(), '--json');
    expect(() => JSON.parse(json.stdout) as unknown).not.toThrow();
  });

  test('--wide puts all columns side by side', async () => {
    const { accountId } = acme.account;
    expect((await run('audit', 'show', accountId)).stdout).toMatch(/^ {4}Details: /m);
    expect((await run('audit', 'show', accountId, '--wide')).stdout).toMatch(/^When \(UTC\) +Who +What +Details$/m);
  });

  test('numbers stand in groups, money in dollars, moments to the minute', async () => {
    const { stdout } = await run('accounts', 'list');
    expect(stdout).toMatch(/^acc_\w+ +Acme Ltd +growth +active +\$987,654\.00 +1$/m);
    expect((await run('audit', 'show', acme.account.accountId)).stdout).toMatch(/^2026-11-18 12:00 +test/m);
  });
});

describe('an id that does not exist', () => {
  test('of an account is refused with the nearest ones, whatever the command', async () => {
    const { accountId } = acme.account;
    const slip = `${accountId.slice(0, -1)}${accountId.endsWith('x') ? 'y' : 'x'}`;
    for (const args of [
      ['accounts', 'show', slip],
      ['clients', 'list', slip],
      ['assistants', 'list', slip],
      ['usage', 'show', slip],
      ['audit', 'show', slip],
      ['requests', 'list', slip],
      ['catalogs', 'list', slip],
    ]) {
      const { exitCode, stderr } = await run(...args);
      expect(exitCode).toBe(1);
      expect(stderr).toContain(`There is no account ${slip} in local. Nearest: ${accountId} ("Acme Ltd")`);
    }
  });

  test('of a key too', async () => {
    const { clientId } = acme.client;
    const slip = `${clientId.slice(0, -1)}${clientId.endsWith('x') ? 'y' : 'x'}`;
    for (const args of [
      ['find', slip],
      ['rotate', slip],
      ['revoke', slip],
      ['scopes', slip, 'all'],
    ])
      expect((await run('clients', ...args)).stderr).toContain(`Nearest: ${clientId} ("Test key")`);
  });
});

describe('errors in JSON', () => {
  test.each<[string, string[], string]>([
    ['an account that there is not', ['accounts', 'show', 'acc_0000000000'], 'unknown_account'],
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

describe('names', () => {
  test.each([
    ['', 'The name is empty'],
    [' acme LTD', 'is the name of acc_'],
  ])('%j of an account are asked back', async (name, words) => {
    const refused = await run('accounts', 'create', name);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain(words);
  });

  test.each([
    [' ', 'The key has no name'],
    ['test KEY', 'has this name already'],
  ])('%j of a key are asked back', async (name, words) => {
    const { accountId } = acme.account;
    const refused = await run('clients', 'create', accountId, '--kind', 'test', '--scopes', 'all', '--name', name);
    expect(refused.stderr).toContain(words);
  });
});

test('a new key is printed with the line that connects Claude Code', async () => {
  const { accountId } = other.account;
  const { stdout } = await run('clients', 'create', accountId, '--kind', 'test', '--scopes', 'all');
  const [, clientId = '', secret = ''] = /Client id +(\S+)\nClient secret +(\S+)/.exec(stdout) ?? [];
  expect(stdout).toContain(
    `  claude mcp add --transport http product-data http://127.0.0.1:3000/mcp --header "Authorization: Bearer ${clientId}:${secret}"`,
  );
});
