import { afterAll, beforeAll, expect, test } from 'vitest';
import { DynamoItemWriter } from '../../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { DynamoWordStore } from '../../../../adapters/dynamodb/index/dynamo-word-store.ts';
import { addWord } from '../../../../core/index/words/administer-words.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { openOperator, type Operator } from '../../../support/processes/operator.ts';

let operator: Operator;
beforeAll(async () => {
  operator = await openOperator();
});
afterAll(async () => operator.stop());

test('an operator adds equivalent words, lists them, removes them, and finds all of it in the audit trail', async () => {
  expect(await operator.json('words', 'list')).toEqual([]);
  const line = { short: 'pmic', equivalent: 'power management ic' };
  expect(await operator.json('words', 'add', 'PMIC', 'Power-management ICs', '--who', 'olga')).toEqual(line);
  expect(await operator.json('words', 'list')).toEqual([line]);
  const again = await operator.run('words', 'add', 'pmic', 'power management ic');
  expect(again).toMatchObject({ exitCode: 1, stdout: '' });
  expect(again.stderr).toContain('They are already synonyms. `npm run admin -- words list` shows');
  expect(await operator.json('words', 'remove', 'pmic', 'power management ic', '--who', 'olga')).toEqual(line);
  expect(await operator.json('words', 'list')).toEqual([]);
  const audit = (await operator.json('audit', 'show')) as { who: string; what: string }[];
  expect(audit.map(({ who, what }) => [who, what]).sort()).toEqual([
    ['olga', 'word.add'],
    ['olga', 'word.remove'],
  ]);
});

test('`items find` searches with the current words', async () => {
  const { endpoint, productIndexTable, accountsTable } = operator.tables;
  const client = testClient(endpoint);
  await new DynamoItemWriter(client, productIndexTable).writeItem(recordOf({ id: 'itm_words001', title: 'Grommet' }));
  const line = { short: 'grommet', equivalent: 'bushing' };
  await addWord(new DynamoWordStore(client, accountsTable), line, { who: 'olga' }, Date.now());
  expect(await operator.json('items', 'find', '--query', 'bushing')).toMatchObject({ items: [{ id: 'itm_words001' }] });
});

test.each([
  ['not_one_word', ['add', '0.5A', 'phrase'], 'words add pmic'],
  ['means_it_already', ['add', 'ldo', 'low dropout'], 'abbreviations.tsv'],
  ['unknown_line', ['remove', 'ldo', 'low dropout'], 'words list'],
])('a refusal with %s says what to do next', async (code, args, next) => {
  const { exitCode, stdout } = await operator.run('words', ...args, '--json');
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    error: { code, message: expect.stringMatching(/.{10}/), fix: expect.stringContaining(next) },
  });
});

test('every command lists its common options, and a typing error names the help page', async () => {
  expect((await operator.run('words', 'add', '--help')).stdout).toMatch(/^Global Options:\n +--stage[^]+ {2}--json /m);
  expect((await operator.run('words', 'add')).stderr).toContain(
    "missing required argument 'short'\n(use --help for usage)",
  );
});
