/**
 * `admin research try` with stand-ins for the providers: its requests, its output and the stated cost, and that it
 * stores nothing.
 */
import { chmod, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { printTrial } from '../../../../../bin/admin/sourcing/research/print-trial.ts';
import { readSecretFile } from '../../../../../bin/admin/sourcing/research/secret-file.ts';
import { tryPart, type Trial } from '../../../../../bin/admin/sourcing/research/try-part.ts';
import { DynamoProviderQuota } from '../../../../../adapters/dynamodb/sourcing/dynamo-provider-quota.ts';
import { DynamoItemWriter } from '../../../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { DynamoItemIndex } from '../../../../../adapters/dynamodb/index/dynamo-item-index.ts';
import { chainLinkSchema, type ChainLinkSettings } from '../../../../../core/sourcing/research/chain-configuration.ts';
import { BUILT_IN_MANUFACTURERS } from '../../../../../core/index/manufacturers/built-in-manufacturers.ts';
import { readPart } from '../../../../../core/index/lookup/read-part.ts';
import { valueOf } from '../../../../support/fixtures/accounts.ts';
import { testClient } from '../../../../support/stores/dynamodb-client.ts';
import { recordOf } from '../../../../support/fixtures/item-records.ts';
import { openOperator, type Operator } from '../../../../support/processes/operator.ts';
import { onScreen, tooWide } from '../../../../support/processes/operator-screen.ts';
import { ProviderStandIn, saysJson } from '../../../../support/research/provider-stand-in.ts';

const SECRET = 'the-operators-own-token';
let operator: Operator;
let standIn: ProviderStandIn;
beforeAll(async () => {
  [operator, standIn] = await Promise.all([openOperator(), ProviderStandIn.open()]);
});
afterAll(async () => Promise.all([operator.stop(), standIn.close()]));
beforeEach(() => standIn.says(saysJson(200, { found: true, record: RECORD })));

const RECORD = {
  mpn: 'NV-7805',
  manufacturer: 'Norvane',
  title: `Regulator \u001b[31m ${'with a long title '.repeat(8)}`,
  gtin: '00012345678905',
  attributes: { specifications: { voltage: '5 V' } },
};

async function trying(number = 'NV-7805', changed: Partial<ChainLinkSettings> = {}): Promise<Trial> {
  const link = chainLinkSchema.parse({
    provider: 'http',
    url: 'https://provider.test/v1/parts',
    secretName: 'http',
    perDay: 50,
    perMinute: 50,
    costNanoUsd: 20_000_000,
  });
  const client = testClient(operator.tables.endpoint);
  const { accountsTable, productIndexTable } = operator.tables;
  const question = valueOf(readPart({ manufacturer: 'Norvane', part_number: number }));
  if (question.by !== 'part') throw new Error('It is a part');
  return tryPart(
    [{ ...link, url: `http://provider.test:${standIn.port}/`, ...changed } as ChainLinkSettings],
    question,
    undefined,
    {
      quota: new DynamoProviderQuota(client, accountsTable),
      manufacturers: async () => BUILT_IN_MANUFACTURERS,
      index: new DynamoItemIndex(client, productIndexTable),
      clock: { nowMs: () => Date.UTC(2026, 10, 22, 12) },
      secret: () => async () => SECRET,
      transport: standIn.transport,
    },
  );
}

const index = async (item: Parameters<typeof recordOf>[0]) =>
  valueOf(
    await new DynamoItemWriter(testClient(operator.tables.endpoint), operator.tables.productIndexTable).writeItem(
      recordOf(item),
    ),
  );

describe('trying a part at a provider', () => {
  test('works while the provider is off, and shows what would be stored and charged', async () => {
    const trial = await trying();
    expect(trial).toMatchObject({
      links: [{ link: 'http', on: false, requests: 1, costNanoUsd: 20_000_000, answer: { kind: 'found' } }],
      item: { manufacturer: 'Norvane', mpn: 'NV-7805', gtin: '00012345678905' },
      inIndex: undefined,
      chargeNanoUsd: 150_000_000,
    });
    expect(trial.item).not.toHaveProperty('id');
  });

  test('stores nothing and charges nothing', async () => {
    await trying();
    const index = new DynamoItemIndex(testClient(operator.tables.endpoint), operator.tables.productIndexTable);
    expect(await index.readKeys([{ by: 'gtin', gtin: '00012345678905' as never }])).toEqual([[]]);
  });

  test('counts against the provider’s limits, like the worker’s requests', async () => {
    const limits = { perDay: 1, perMinute: 50 };
    await trying('NV-1', limits);
    expect(await trying('NV-2', limits)).toMatchObject({ links: [{ requests: 0, answer: { kind: 'used_up' } }] });
    expect((await trying('NV-3', { ...limits, perDay: 50 })).links[0]?.requests).toBe(1);
  });

  test('shows no charge if nothing is found, and the cost to the service, if that is known', async () => {
    standIn.says(saysJson(200, { found: false }));
    expect(await trying()).toMatchObject({ item: undefined, chargeNanoUsd: 0 });
    const [link] = (await trying('NV-7805', { costNanoUsd: undefined })).links;
    expect(link?.costNanoUsd).toBeNull();
  });

  test('drops a GTIN that another item has', async () => {
    await index({ id: 'itm_Barcode1', manufacturer: 'Other', mpn: 'O-1', gtin: '00012345678905' });
    expect(await trying()).toMatchObject({ barcodeTaken: true, item: { gtin: null } });
  });

  test('reports a part that is already in the index, which nobody would research', async () => {
    await index({ id: 'itm_InIndex1', manufacturer: 'Norvane', mpn: 'NV-9' });
    standIn.says(saysJson(200, { found: true, record: { ...RECORD, mpn: 'NV-9' } }));
    expect(await trying('NV-9')).toMatchObject({ inIndex: 'itm_InIndex1', chargeNanoUsd: 0 });
  });
});

describe('the screen', () => {
  test('is at most 80 columns wide, contains no control characters, and shows the cost', async () => {
    const lines: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
    try {
      printTrial(await trying());
    } finally {
      log.mockRestore();
    }
    const screen = lines.join('\n');
    expect(tooWide({ exitCode: 0, stdout: screen, stderr: '' })).toEqual([]);
    expect(screen).toContain('Would be stored:');
    expect(screen).toContain('$0.15. Nothing was stored.');
    expect(screen).toContain('http is off');
    expect(screen).not.toContain('\u001b[31m');
    expect(screen).not.toContain(SECRET);
  });
});

describe('the command', () => {
  test.each<[string, readonly string[], string]>([
    ['no provider', [], 'no_provider'],
    ['an invalid GTIN', ['--gtin', '123', '--shop', 'acme'], 'wrong_arguments'],
    ['no credentials', ['--shop', 'acme'], 'secrets_missing'],
    ['a page without https', ['--page', 'http://norvane.example/{number}'], 'wrong_settings'],
    ['a page whose host contains the part number', ['--page', 'https://{number}.example/'], 'wrong_settings'],
    ['a page without the part number', ['--page', 'https://norvane.example/'], 'wrong_settings'],
  ])('with %s says what to do', async (_, args, code) => {
    const { exitCode, stdout } = await onScreen(operator, 'research', 'try', 'Norvane', 'NV-1', ...args, '--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code } });
  });

  test('reports a page that cannot be reached, and ends with 3', async () => {
    const page = ['--page', 'https://norvane.invalid/p/{number}'];
    const { exitCode, stdout } = await onScreen(operator, 'research', 'try', 'Norvane', 'NV-1', ...page);
    expect(exitCode).toBe(3);
    expect(tooWide({ exitCode, stdout, stderr: '' })).toEqual([]);
    expect(stdout).toContain('Nothing would be stored.');
  });
});

describe('a credentials file', () => {
  const file = (name: string) => path.join(operator.folder, name);

  test('is read if only its owner may read it', async () => {
    await writeFile(file('own.json'), JSON.stringify({ icecat: ` ${SECRET}\n` }), { mode: 0o600 });
    expect(await readSecretFile(file('own.json'))).toEqual(new Map([['icecat', SECRET]]));
  });

  test.each([0o640, 0o604, 0o644, 0o660])('is refused if others may read it (%o)', async (mode) => {
    await writeFile(file('open.json'), JSON.stringify({ icecat: SECRET }));
    await chmod(file('open.json'), mode);
    await expect(readSecretFile(file('open.json'))).rejects.toThrow('can be read by others');
  });

  test('is refused if it is a link, damaged, or missing; the error shows nothing of it', async () => {
    await writeFile(file('damaged.json'), `{"icecat": ["${SECRET}"]}`, { mode: 0o600 });
    await symlink(file('damaged.json'), file('link.json')).catch(() => undefined);
    for (const name of ['damaged.json', 'link.json', 'missing.json']) {
      const error: unknown = await readSecretFile(file(name)).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(String(error)).not.toContain(SECRET);
    }
  });
});
