import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { doubtPut } from '../../../../adapters/dynamodb/billing/doubt-rows.ts';
import { usageDebitUpdate } from '../../../../adapters/dynamodb/billing/usage-updates.ts';
import { transactWrite } from '../../../../adapters/dynamodb/client/transact-write.ts';
import { UnansweredDebitError } from '../../../../core/billing/meter/take-back.ts';
import { prepareDebit, usageKeyOf, type BillableCaller } from '../../../../core/billing/meter/usage-debit.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';
import { DynamoAssistantStore } from '../../../../adapters/dynamodb/access/dynamo-assistant-store.ts';
import { DynamoPeopleStore } from '../../../../adapters/dynamodb/access/dynamo-people-store.ts';
import { DynamoClientStore } from '../../../../adapters/dynamodb/access/dynamo-client-store.ts';
import { proveSecret, type SecretProof } from '../../../../core/access/auth/client-secret.ts';
import { acceptInvitation } from '../../../../core/access/people/administer-members.ts';
import { readClientId, type ClientIdentity } from '../../../../core/identifiers.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { openOperator, type Operator } from '../../../support/processes/operator.ts';

interface MadeKey {
  readonly client_id: string;
  readonly client_secret: string;
  readonly scopes: readonly string[];
  readonly revoked_at: string | null;
}

let operator: Operator;
let client: DynamoDBDocumentClient;
let accountId: string;
let key: MadeKey;

beforeAll(async () => {
  operator = await openOperator();
  client = testClient(operator.tables.endpoint);
  const opened = await operator.json(
    'accounts',
    'create',
    'Acme',
    '--plan',
    'starter',
    '--cap',
    '9.50',
    '--who',
    'olga',
  );
  accountId = (opened as { account_id: string }).account_id;
  key = await makeKey('--scopes', 'items:search,items:read', '--name', 'Work');
});
afterAll(async () => {
  client.destroy();
  await operator.stop();
});

async function makeKey(...options: string[]): Promise<MadeKey> {
  return (await operator.json('clients', 'create', accountId, '--kind', 'live', ...options)) as MadeKey;
}

const identityOf = (clientId: string): ClientIdentity => readClientId(clientId) as ClientIdentity;

async function stored(clientId: string) {
  const store = new DynamoClientStore(client, operator.tables.accountsTable);
  const caller = await store.readCaller(identityOf(clientId), Date.now());
  if (caller === undefined) throw new Error(`${clientId} is not stored`);
  return caller;
}

async function proofOf(clientId: string, secret: string): Promise<SecretProof> {
  return proveSecret(secret, (await stored(clientId)).secrets, Date.now());
}

describe('accounts', () => {
  test('open on a plan with a cap, and change only the named values', async () => {
    expect(await operator.json('accounts', 'show', accountId)).toMatchObject({
      name: 'Acme',
      plan_code: 'starter',
      billing_state: 'active',
      spending_cap_cents: 950,
    });
    const changed = await operator.json('accounts', 'set', accountId, '--cap', 'none', '--batch-size', '7');
    expect(changed).toMatchObject({ plan_code: 'starter', spending_cap_cents: null, batch_size: 7, name: 'Acme' });
    const suspended = await operator.json('accounts', 'set', accountId, '--status', 'suspended');
    expect(suspended).toMatchObject({ status: 'suspended', batch_size: 7 });
    await operator.json('accounts', 'set', accountId, '--status', 'active');
  });

  test('have a monthly fee, shown as “on request” until it is set', async () => {
    expect(await operator.json('accounts', 'show', accountId)).toMatchObject({ monthly_fee_cents: null });
    expect((await operator.run('accounts', 'show', accountId)).stdout).toMatch(/Monthly fee +on request/);
    const changed = await operator.json('accounts', 'set', accountId, '--monthly-fee', '49.50');
    expect(changed).toMatchObject({ monthly_fee_cents: 4_950 });
    expect((await operator.run('accounts', 'show', accountId)).stdout).toMatch(/Monthly fee +\$49\.50/);
    expect(await operator.json('accounts', 'set', accountId, '--monthly-fee', 'none')).toMatchObject({
      monthly_fee_cents: null,
    });
  });

  test.each([
    [['--cap', '00'], 'The spending cap becomes $0.00'],
    [['--overage-price', '0'], 'The price becomes 0'],
    [['--tokens-included', '900000000'], 'tokens_included becomes 900000000, more than ten times'],
  ])('ask for confirmation of %j', async (options, words) => {
    const before = (await operator.json('accounts', 'create', `Slip ${options[0]}`, '--plan', 'starter')) as {
      account_id: string;
    };
    const { account_id: id } = before;
    const asked = await operator.run('accounts', 'set', id, ...options);
    expect(asked).toMatchObject({ exitCode: 1, stdout: '' });
    expect(asked.stderr).toContain(words);
    expect(await operator.json('accounts', 'show', id)).toEqual(before);
    await operator.json('accounts', 'set', id, ...options, '--yes');
    expect(await operator.json('accounts', 'show', id)).not.toEqual(before);
  });

  test.each([
    [['--plan', 'gold'], 'There is no such plan. Plans: starter, growth, scale, none.'],
    [['--cap', '1.234'], 'It must be dollars, such as 25 or 9.50, or none.'],
    [[], 'No change was given. --help lists the options.'],
  ])('are not changed by %j: %s', async (options, words) => {
    const result = await operator.run('accounts', 'set', accountId, ...options);
    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    expect(result.stderr).toContain(words);
  });
});

describe('clients', () => {
  test('get a secret that is shown once and stored only as a hash', async () => {
    expect(await proofOf(key.client_id, key.client_secret)).toBe('valid');
    expect(key.scopes).toEqual(['items:read', 'items:search']);
    const listed = await operator.run('clients', 'list', accountId);
    expect(listed.stdout).toContain(key.client_id);
    expect(listed.stdout).not.toContain('sec_');
    expect(JSON.stringify(await stored(key.client_id))).not.toContain(key.client_secret);
  });

  test('keep their old secret for the overlap; a second rotation waits, or ends both', async () => {
    const made = await makeKey('--scopes', 'all');
    const second = (await operator.json('clients', 'rotate', made.client_id, '--overlap', '1h')) as MadeKey;
    expect(await proofOf(made.client_id, made.client_secret)).toBe('valid');
    expect(await proofOf(made.client_id, second.client_secret)).toBe('valid');

    const refused = await operator.run('clients', 'rotate', made.client_id, '--overlap', '1h');
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('--overlap 0') as string });

    const third = (await operator.json('clients', 'rotate', made.client_id, '--overlap', '0', '--yes')) as MadeKey;
    expect(await proofOf(made.client_id, second.client_secret)).toBe('replaced');
    expect(await proofOf(made.client_id, third.client_secret)).toBe('valid');
  });

  test('are revoked only after a confirmation, and for good', async () => {
    const made = await makeKey('--scopes', 'items:read');
    expect(await operator.run('clients', 'revoke', made.client_id)).toMatchObject({ exitCode: 1, stdout: '' });
    expect((await stored(made.client_id)).client.revokedAtMs).toBeNull();
    expect(await operator.json('clients', 'revoke', made.client_id, '--yes')).toMatchObject({
      revoked_at: expect.any(String) as string,
    });
    expect(await operator.run('clients', 'rotate', made.client_id)).toMatchObject({ exitCode: 1 });
  });

  test('get new scopes, and an unknown scope is named', async () => {
    const set = await operator.json('clients', 'scopes', key.client_id, 'usage:read,items:read');
    expect(set).toMatchObject({ scopes: ['items:read', 'usage:read'] });
    const refused = await operator.run('clients', 'scopes', key.client_id, 'items:write');
    expect(refused.stderr).toContain('"items:write" is not a scope.');
  });
});

describe('the audit trail', () => {
  test('shows each change and its author, newest first, and never a secret', async () => {
    const { stdout } = await operator.run('audit', 'show', accountId, '--json');
    const lines = JSON.parse(stdout) as { who: string; what: string }[];
    expect(lines.at(-1)).toMatchObject({ who: 'olga', what: 'account.created' });
    expect(lines.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'account.set',
        'client.created',
        'client.rotated',
        'client.revoked',
        'client.scopes_set',
      ]),
    );
    expect(stdout).not.toContain('sec_');
  });
});

describe('assistants', () => {
  test('are listed with harmless names, and revoked with everything else that uses their key', async () => {
    const shared = await makeKey('--scopes', 'items:read', '--name', 'Shared');
    const assistants = new DynamoAssistantStore(client, operator.tables.accountsTable);
    const used = async (name: string) => {
      const use = { ...identityOf(shared.client_id), name };
      await assistants.noteUse(use, Date.now());
      await assistants.addToDay(
        use,
        new Date().toISOString().slice(0, 10),
        { calls: 1, billed: 1, tokens: 30 },
        Date.now(),
      );
    };
    await used('Claude 2');
    await used('Cursor \u001b[31m 1');

    const listed = await operator.run('assistants', 'list', accountId);
    expect(listed.stdout).toContain('Look up items');
    expect(listed.stdout).not.toContain('\u001b');

    const asked = await operator.run('assistants', 'revoke', accountId, 'Claude 2');
    expect(asked).toMatchObject({ exitCode: 1, stdout: '' });
    expect(asked.stderr).toContain(String.raw`Also disconnected: Cursor \u001b[31m 1.`);
    expect((await stored(shared.client_id)).client.revokedAtMs).toBeNull();

    const revoked = await operator.json('assistants', 'revoke', accountId, 'Claude 2', '--yes');
    expect(revoked).toEqual({ assistant: 'Claude 2', revoked_clients: [shared.client_id] });
    expect((await stored(shared.client_id)).client.revokedAtMs).not.toBeNull();
  });
});

describe('usage', () => {
  test('of a period without a call is zero, in whole nano-USD in JSON and in dollars on the screen', async () => {
    expect(await operator.json('usage', 'show', accountId)).toMatchObject({
      tokens_used: 0,
      tokens_included: 1_000_000,
      to_pay_nano_usd: 0,
      trial: { items_used: 0, items_allowed: 200 },
    });
    const { stdout } = await operator.run('usage', 'show', accountId);
    expect(stdout).toMatch(/^Cost beyond the plan +\$0\.00$/m);
    expect(await operator.json('usage', 'history', accountId)).toEqual([]);
  });
});

describe('a charge in doubt', () => {
  test('is shown with the usage, and resolved by one command', async () => {
    const key = await makeKey('--scopes', 'all');
    const identity = identityOf(key.client_id) as BillableCaller['client'] & ClientIdentity;
    const { account, usage } = await stored(key.client_id);
    const table = operator.tables.accountsTable;
    const charge = { tokens: 1_200, items: 2, parts: 0 };
    const debit = valueOf(prepareDebit({ account, usage, client: identity }, charge, Date.now()));
    await client.send(new UpdateCommand(usageDebitUpdate(table, debit)));
    await transactWrite(client, [doubtPut(table, debit)]);
    const period = usageKeyOf(debit);
    const shown = (await operator.json('usage', 'show', accountId)) as object;
    const listed = { period, debit: debit.mark.id, tokens: 1_200, records: 2 };
    expect(shown).toMatchObject({ tokens_used: 1_200, charges_in_doubt: [listed] });
    const { stdout } = await operator.run('usage', 'show', accountId);
    expect(stdout).toContain(`${period}  ${debit.mark.id}   1,200        2`);
    expect(stdout).toContain(`usage resolve ${accountId} ${period} ${debit.mark.id} --take-back`);
    const command = ['usage', 'resolve', accountId, period, String(debit.mark.id)];
    const unsaid = await operator.run(...command);
    expect(unsaid.stderr).toContain('Say either --take-back or --stands.');
    expect(await operator.json(...command, '--take-back')).toMatchObject({ ...listed, resolution: 'taken_back' });
    expect(await operator.json('usage', 'show', accountId)).toMatchObject({ tokens_used: 0, charges_in_doubt: [] });
    const again = await operator.run(...command, '--stands');
    expect(again.stderr).toContain('The charge was resolved before: it is taken back.');
  });

  test('that the store did not record is resolved with its amounts and client, as the log names them', async () => {
    const key = await makeKey('--scopes', 'all');
    const { account, usage, client: paying } = await stored(key.client_id);
    const charge = { tokens: 1_200, items: 2, parts: 0 };
    const caller = { account, usage, client: paying } as BillableCaller;
    const debit = valueOf(prepareDebit(caller, charge, Date.now()));
    await client.send(new UpdateCommand(usageDebitUpdate(operator.tables.accountsTable, debit)));
    const [, named = ''] =
      / client (\S+) may/.exec(new UnansweredDebitError(debit, 'gave_up', undefined).message) ?? [];
    const command = ['usage', 'resolve', accountId, usageKeyOf(debit), String(debit.mark.id), '--take-back'];
    const amounts = ['--tokens', '1200', '--items', '2'];
    expect((await operator.run(...command, ...amounts)).stderr).toContain('Say --tokens, --items and --client');
    expect((await operator.run(...command, ...amounts, '--client', 'cli')).stderr).toContain('such as 00, 00:20775');
    expect((await operator.run(...command, ...amounts, '--client', 'others')).stderr).toContain('has less');
    expect(await operator.json(...command, ...amounts, '--client', named)).toMatchObject({ tokens: 1_200 });
    expect(await operator.json('usage', 'show', accountId)).toMatchObject({ tokens_used: 0 });
  });
});

test('members are invited, listed and removed; the last owner who accepted stays, and a typing error is reported', async () => {
  const invited = (await operator.json(
    'members',
    'invite',
    accountId,
    'Olga@Acme.example',
    '--role',
    'owner',
  )) as object;
  // The queue of this operator is down; the member is stored anyway.
  expect(invited).toMatchObject({ email: 'olga@acme.example', role: 'owner', told: false });
  const listed = (await operator.json('members', 'list', accountId)) as { person_id: string }[];
  expect(listed).toMatchObject([{ email: 'olga@acme.example', accepted_at: null }]);
  const personId = listed[0]?.person_id ?? '';
  await acceptInvitation(
    new DynamoPeopleStore(client, operator.tables.accountsTable),
    { accountId, personId },
    Date.now(),
  );
  const refused = await operator.run('members', 'remove', accountId, 'olga@acme.example', '--yes');
  expect(refused.stderr).toContain('would have no owner');
  const slip = await operator.run('members', 'invite', accountId, 'not an address');
  expect(slip.stderr).toContain('It must be an email address.');
});
