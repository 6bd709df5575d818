import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoItemWriter } from '../../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { checkIndex } from '../../../support/index/index-check.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { forgetLocalService, openOperator, type Operator } from '../../../support/processes/operator.ts';

let operator: Operator;

beforeAll(async () => {
  operator = await openOperator();
});
afterAll(() => operator.stop());

async function fileOf(name: string, content: string): Promise<string> {
  const file = path.join(operator.folder, name);
  await writeFile(file, content);
  return file;
}

describe('items import', () => {
  test('stores the valid lines, names the invalid ones on stderr and in JSON, and ends with exit code 2', async () => {
    const lines = [
      '\ufeff{"id":"itm_Import01","manufacturer":"Norvane","mpn":"A-1","gtin":"4006381333931"}\r',
      'nonsense',
      '',
      String.raw`{"id":"itm_Import02","colour\u001b[31m":1}`,
      `{"id":"itm_Import03","keywords":${JSON.stringify(Array.from({ length: 300 }, (_, word) => `word${word}`))}}`,
      '{"id":"itm_Import04","title":"Last line without an end"}',
    ];
    const result = await operator.run('items', 'import', await fileOf('mixed.jsonl', lines.join('\n')), '--json');
    expect(result.exitCode).toBe(2);
    expect(JSON.parse(result.stdout)).toEqual({
      file: path.join(operator.folder, 'mixed.jsonl'),
      first_line: 1,
      lines: 6,
      stored: 2,
      created: 2,
      changed: 0,
      unchanged: 0,
      refused: 3,
      passed_over: 0,
      with_unknown_words: 0,
      unknown_words: [],
      finished: true,
      understood: [],
      contradictions: 0,
      contradicting_lines: [],
      refused_by_kind: [
        { what: 'the line is not JSON', lines: 1, first_line: 2 },
        { what: 'unknown field', lines: 1, first_line: 4 },
        { what: 'too many different words', lines: 1, first_line: 5 },
      ],
      bad_lines: [
        { line: 2, reason: 'the line is not JSON' },
        { line: 4, reason: String.raw`"colour\u001b[31m" is not an item field` },
        { line: 5, reason: expect.stringContaining('different words; at most 256') as string },
      ],
    });
    expect(result.stderr).toContain('line 2: the line is not JSON\n');
    expect(result.stderr).not.toContain('\u001b');
  });

  test('with --dry-run checks every line of a compressed file, and stores nothing', async () => {
    const lines = ['{"id":"itm_DryRun01","mpn":"A-1"}', 'nonsense'].join('\n');
    const file = path.join(operator.folder, 'dry.jsonl.gz');
    await writeFile(file, gzipSync(lines));
    const checked = await operator.run('items', 'import', file, '--dry-run', '--json');
    expect(checked.exitCode).toBe(2);
    expect(JSON.parse(checked.stdout)).toMatchObject({ dry_run: true, stored: 1, refused: 1, lines: 2 });
    expect((await operator.run('items', 'get', 'itm_DryRun01')).exitCode).toBe(1);
  });

  test('of a missing file ends with 1 and one sentence', async () => {
    const result = await operator.run('items', 'import', 'nowhere.jsonl');
    const stderr = 'There is no file nowhere.jsonl. Check the path.\n';
    expect(result).toEqual({ exitCode: 1, stdout: '', stderr });
  });
});

describe('items get and delete', () => {
  test('show an item as JSON without control characters, and delete it after a confirmation', async () => {
    const line = JSON.stringify({ id: 'itm_Escape01', title: 'red \u001b[31m \u009b2J \u202e' });
    expect(await operator.run('items', 'import', await fileOf('escape.jsonl', line))).toMatchObject({ exitCode: 0 });

    const shown = await operator.run('items', 'get', 'itm_Escape01');
    expect(shown.stdout).toContain(String.raw`"title": "red \u001b[31m \u009b2J \u202e"`);
    expect(JSON.parse(shown.stdout)).toMatchObject({ id: 'itm_Escape01', title: 'red \u001b[31m \u009b2J \u202e' });

    const unasked = await operator.run('items', 'delete', 'itm_Escape01');
    expect(unasked).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('add --yes') as string });
    expect(await operator.run('items', 'delete', 'itm_Escape01', '--yes')).toMatchObject({ exitCode: 0 });
    const gone = await operator.run('items', 'get', 'itm_Escape01');
    expect(gone).toMatchObject({ exitCode: 1, stdout: '' });
    expect(gone.stderr).toContain('There is no item itm_Escape01 in local.');
  });

  test('refuse an invalid item id, and describe a valid one', async () => {
    const result = await operator.run('items', 'get', '../etc');
    expect(result.exitCode).toBe(1);
    expect(result.stderr).toContain('An item id is itm_ followed by 8 letters or digits.');
  });
});

describe('items reindex', () => {
  test('restores the rows by which an item is found', async () => {
    const client = testClient(operator.tables.endpoint);
    const table = operator.tables.productIndexTable;
    const writer = new DynamoItemWriter(client, table);
    const item = recordOf({ id: 'itm_Reindex1', manufacturer: 'Norvane', mpn: 'R-1', title: 'Reindexed part' });
    await writer.writeItem(item);
    const whole = await checkIndex(client, table);
    await removeWhatItIsFoundBy(table);
    expect((await checkIndex(client, table)).faults).not.toEqual([]);

    expect(await operator.json('items', 'reindex')).toEqual({ repaired: whole.records.size, finished: true });
    expect(await checkIndex(client, table)).toEqual(whole);
    client.destroy();
  });
});

/** Deletes every posting and key row, as if an error had lost them. */
async function removeWhatItIsFoundBy(table: string): Promise<void> {
  const client = testClient(operator.tables.endpoint);
  const { Items = [] } = await client.send(new ScanCommand({ TableName: table }));
  for (const { pk, sk } of Items as { pk: string; sk: string }[]) {
    if (!pk.startsWith('ITEM#')) await client.send(new DeleteCommand({ TableName: table, Key: { pk, sk } }));
  }
  client.destroy();
}

describe('items find', () => {
  beforeAll(async () => {
    const lines = [
      {
        id: 'itm_FindTi01',
        manufacturer: 'Texas Instruments',
        mpn: 'FIND358',
        title: 'Dual amplifier',
        gtin: '4006381333931',
      },
      { id: 'itm_FindSt01', manufacturer: 'STMicroelectronics', mpn: 'FIND358', title: 'Dual amplifier of ST' },
      { id: 'itm_FindMc01', manufacturer: 'Microchip Technology', mpn: 'ATFIND328P', title: 'Controller' },
    ];
    const file = await fileOf('find.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(await operator.run('items', 'import', file)).toMatchObject({ exitCode: 0 });
  });

  test('answers as the tools do, with aliases, takeovers and near part numbers, and exits with 3 without a match', async () => {
    const found = await operator.run('items', 'find', 'TI', 'find-358');
    expect(found).toMatchObject({ exitCode: 0, stderr: '' });
    expect(found.stdout).toMatch(/itm_FindTi01 .*FIND358/);
    expect(found.stdout).toContain('TI is Texas Instruments.');
    expect(found.stdout).not.toContain('itm_FindSt01');
    const taken = await operator.run('items', 'find', 'Atmel', 'ATFIND328P', '--json');
    expect(taken.exitCode).toBe(3);
    expect(JSON.parse(taken.stdout)).toMatchObject({
      items: [],
      made_by: ['Microchip Technology'],
      reason: 'Microchip Technology took over Atmel in 2016.',
    });
    const near = await operator.run('items', 'find', 'Microchip', 'ATFIND328');
    expect(near).toMatchObject({ exitCode: 3, stderr: '' });
    expect(near.stdout).toMatch(/^Not found\.\nSimilar part numbers: ATFIND328P\.\n/);
  });

  test('finds by GTIN and by words, of one manufacturer on request', async () => {
    expect(await operator.json('items', 'find', '--gtin', '4006381333931')).toMatchObject({
      items: [{ id: 'itm_FindTi01' }],
      message: null,
    });
    expect(await operator.json('items', 'find', '--query', 'amplifier', '--manufacturer', 'ST Micro')).toMatchObject({
      items: [{ id: 'itm_FindSt01' }],
      has_more: false,
    });
  });

  test('refuses several criteria together, and says which to use', async () => {
    const refused = await operator.run('items', 'find', 'TI', 'X', '--gtin', '4006381333931');
    expect(refused).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'Give exactly one of: manufacturer and part number, --gtin, --query.\n',
    });
  });
});

test('a command without a running service says how to start it', async () => {
  await forgetLocalService(operator);
  const result = await operator.run('items', 'get', 'itm_Escape01');
  expect(result).toMatchObject({ exitCode: 1, stdout: '' });
  expect(result.stderr).toMatch(/^The local service is not running: start it with `npm start`[^\n]*\n$/);
});
