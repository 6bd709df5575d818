import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DynamoItemWriter } from '../../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { ITEM_FIELDS } from '../../../../core/index/items/item-fields.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { openOperator, type Operator } from '../../../support/processes/operator.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let operator: Operator;
beforeAll(async () => {
  operator = await openOperator();
  const { endpoint, productIndexTable } = operator.tables;
  const relay = recordOf({ id: 'itm_Relay001', manufacturer: 'Norvane', mpn: 'R-100', title: 'Relay' });
  await new DynamoItemWriter(testClient(endpoint), productIndexTable).writeItem(relay);
});
afterAll(async () => operator.stop());

const set = (...words: string[]) => operator.run('items', 'set', 'itm_Relay001', ...words, '--json');

describe('items set', () => {
  test('changes an item member by member, shows the old values, and reports if nothing changed', async () => {
    const words = [
      'title=Relay, 24 V = DC',
      'lifecycle.status=NRND',
      'lifecycle.as_of=2026-05-06',
      'updated_at=2026-05-06T00:00:00Z',
    ];
    expect(await operator.json('items', 'set', 'itm_Relay001', ...words)).toEqual({
      id: 'itm_Relay001',
      outcome: 'changed',
      changed: [
        { member: 'title', before: 'Relay', after: 'Relay, 24 V = DC' },
        { member: 'updated_at', before: null, after: '2026-05-06T00:00:00Z' },
        { member: 'attributes.lifecycle.status', before: null, after: 'nrnd' },
        { member: 'attributes.lifecycle.as_stated', before: null, after: 'NRND' },
        { member: 'attributes.lifecycle.as_of', before: null, after: '2026-05-06' },
      ],
    });
    expect(await operator.json('items', 'get', 'itm_Relay001')).toMatchObject({
      mpn: 'R-100',
      title: 'Relay, 24 V = DC',
      attributes: { lifecycle: { status: 'nrnd' } },
    });
    expect(await operator.json('items', 'set', 'itm_Relay001', ...words)).toMatchObject({
      outcome: 'unchanged',
      changed: [],
    });
    const { stdout } = await operator.run('items', 'set', 'itm_Relay001', ...words);
    expect(stdout).toContain('itm_Relay001 already has these values.');
  });

  test('leaves an item that `items get` shows as `items import` accepts it', async () => {
    const shown = (await operator.json('items', 'get', 'itm_Relay001')) as Record<string, unknown>;
    expect(Object.keys(shown)).toEqual(['id', ...ITEM_FIELDS]);
  });

  test.each([
    [
      'lifecycle.statsu=obsolete',
      'unknown_member',
      '"lifecycle.statsu" is not an item member (nearest: "lifecycle.status"',
      'Members: lifecycle.status, lifecycle.as_stated, ',
    ],
    [
      'lifecycle.status=dead',
      'invalid_value',
      'lifecycle.status must be preview, active, nrnd, last_time_buy, obsolete, or',
      '',
    ],
    ['gtin=4006381333930', 'invalid_value', 'gtin: has the check digit 0, expected 1.', ''],
    ['title', 'wrong_arguments', 'It must be <member>=<value>', ''],
    ['\u001b[31m=x', 'unknown_member', String.raw`"\u001b[31m" is not an item member`, 'Members: manufacturer, '],
  ])('refuses %j and says what is allowed', async (word, code, message, fix) => {
    const { exitCode, stdout } = await set(word);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      error: { code, message: expect.stringContaining(message) as string, fix: expect.stringContaining(fix) as string },
    });
  });

  test('refuses a repeated member, and an unknown item', async () => {
    expect((await set('title=A', 'title=B')).stdout).toContain('title is named twice.');
    const { exitCode, stderr } = await operator.run('items', 'set', 'itm_Nowhere1', 'title=A');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: 'There is no item itm_Nowhere1 in local. Find it by manufacturer and part number, or by GTIN.\n',
    });
  });
});
