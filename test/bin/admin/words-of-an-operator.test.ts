/**
 * The input and output of an operator: pasted secrets are not printed, members appear with their addresses, and a
 * destructive command warns first.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DynamoAssistantStore } from '../../../adapters/dynamodb/access/dynamo-assistant-store.ts';
import { DynamoPeopleStore } from '../../../adapters/dynamodb/access/dynamo-people-store.ts';
import { setAccount } from '../../../core/access/administration/administer-accounts.ts';
import { inviteMember } from '../../../core/access/people/administer-members.ts';
import { openAccount, OPERATOR, valueOf, type OpenedAccount } from '../../support/fixtures/accounts.ts';
import { openOperator, type Operator } from '../../support/processes/operator.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';

const NOW_MS = Date.parse('2026-11-20T10:00:00Z');

let operator: Operator;
let client: DynamoDBDocumentClient;
let acme: OpenedAccount;
let personId: string;

beforeAll(async () => {
  operator = await openOperator();
  client = testClient(operator.tables.endpoint);
  const { accountsTable } = operator.tables;
  acme = await openAccount(client, accountsTable, {
    name: 'Acme "\u001b[31m" Ltd',
    planCode: 'starter',
    nowMs: NOW_MS,
  });
  const { accountId } = acme.account;
  const people = new DynamoPeopleStore(client, accountsTable);
  const owner = { accountId, email: 'olga@acme.example', role: 'owner' } as const;
  ({ personId } = valueOf(await inviteMember(people, owner, OPERATOR, NOW_MS)));
  const pastDue = { billingState: 'past_due' } as const;
  valueOf(await setAccount(acme.store, accountId, pastDue, { who: personId }, NOW_MS));
  const use = { clientId: acme.client.clientId, accountId, kind: 'live', name: 'Cursor \u001b[31m 1' } as const;
  await new DynamoAssistantStore(client, accountsTable).noteUse(use, NOW_MS);
});
afterAll(() => operator.stop());

describe('a pasted secret', () => {
  const pastes: readonly (readonly [string, (id: string, secret: string) => string])[] = [
    ['a pair', (id, secret) => `${id}:${secret}`],
    ['a pair of a URL', (id, secret) => `${id}%3A${secret}`],
    ['a bearer header', (id, secret) => `Authorization: Bearer ${id}:${secret}`],
    ['a truncated pair', (id, secret) => `${id}:${secret.slice(0, 12)}`],
    ['a line of a shell', (id, secret) => `-u '${id}:${secret}'`.slice(3)],
  ];

  test.each(pastes)('finds the key as %s, and is not printed', async (_, pasted) => {
    const text = pasted(acme.client.clientId, acme.secret);
    for (const json of [[], ['--json']]) {
      const { exitCode, stdout, stderr } = await operator.run('clients', 'find', text, ...json);
      expect([exitCode, stderr]).toEqual([0, '']);
      expect(stdout).toContain(acme.client.clientId);
      expect(stdout).not.toContain(acme.secret.slice(4, 12));
    }
  });

  test.each([
    ['clients', 'find'],
    ['clients', 'revoke'],
    ['clients', 'rotate'],
    ['accounts', 'find'],
    ['accounts', 'show'],
    ['audit', 'show'],
    ['why'],
    ['nonsense'],
  ])('is not printed by %s %s', async (...command) => {
    const unknown = `cli_live_${'0'.repeat(10)}_${'0'.repeat(12)}`;
    for (const text of [acme.secret, `${unknown}:${acme.secret}`, `cli_slip:${acme.secret}`, `x ${acme.secret} y`])
      for (const json of [[], ['--json']]) {
        const { exitCode, stdout, stderr } = await operator.run(...command, text, ...json);
        expect(`${stdout}${stderr}`).not.toContain(acme.secret.slice(4, 20));
        if (command[0] !== 'accounts') expect(exitCode).not.toBe(0);
      }
  });

  test('is not confused with file names that begin alike', async () => {
    const { stderr } = await operator.run('items', 'import', 'sec_filings_2024_components.jsonl');
    expect(stderr).toContain('sec_filings_2024_components.jsonl');
  });
});

describe('revoking', () => {
  test('a key shows its account, its last use and its assistants before it asks', async () => {
    const { exitCode, stderr } = await operator.run('clients', 'revoke', acme.client.clientId);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`(${acme.account.accountId}, past due)`);
    expect(stderr).toContain(String.raw`Acme "\u001b[31m" Ltd`);
    expect(stderr).toContain(String.raw`last used 2026-11-20 10:00 UTC, by Cursor \u001b[31m 1`);
    expect(stderr).toContain('add --yes');
  });

  test('a key that was never used says so', async () => {
    const { accountId } = acme.account;
    const made = await operator.json('clients', 'create', accountId, '--kind', 'test', '--scopes', 'all');
    const { stderr } = await operator.run('clients', 'revoke', (made as { client_id: string }).client_id);
    expect(stderr).toContain('never used');
  });

  test('an assistant shows the same', async () => {
    const { accountId } = acme.account;
    const { stderr } = await operator.run('assistants', 'revoke', accountId, 'Cursor \u001b[31m 1');
    expect(stderr).toContain(`(${accountId}, past due)`);
    expect(stderr).toContain('last used 2026-11-20 10:00 UTC');
  });
});

describe('the audit trail', () => {
  test('shows members with their addresses, as actor and as subject of a change', async () => {
    const { accountId } = acme.account;
    const { stdout } = await operator.run('audit', 'show', accountId, '--wide');
    expect(stdout).toMatch(new RegExp(`${personId} \\(olga@acme\\.example\\) +Account changed`));
    expect(stdout).toContain(`person_id=${personId} (olga@acme.example)`);
    const lines = (await operator.json('audit', 'show', accountId)) as { what: string; emails: object }[];
    const emails = { [personId]: 'olga@acme.example' };
    expect(lines.find(({ what }) => what === 'account.set')).toMatchObject({ who: personId, emails });
    expect(lines.find(({ what }) => what === 'account.created')?.emails).toEqual({});
  });
});

describe('the state of an account', () => {
  test('names any state that blocks it, and never shows "active" above "past due"', async () => {
    const { accountId } = acme.account;
    for (const args of [
      ['accounts', 'show', accountId],
      ['clients', 'find', acme.client.clientId, '--wide'],
    ]) {
      const { stdout } = await operator.run(...args);
      expect(stdout).toContain('past due');
      expect(stdout).not.toMatch(/\bactive\b/);
    }
    await operator.run('accounts', 'set', accountId, '--status', 'suspended');
    const { stdout } = await operator.run('accounts', 'show', accountId);
    expect(stdout).toMatch(/^State +suspended$/m);
  });
});
