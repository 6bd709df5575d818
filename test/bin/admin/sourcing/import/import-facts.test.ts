// Slow: starts processes.
/**
 * A distributor's file with the usual words for lifecycle states in four languages, imported by the operator's command.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ScanCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIFECYCLE_WORDS } from '../../../../../core/sourcing/item-import/packed-facts.ts';
import { readTable } from '../../../../../core/read-table.ts';
import { testClient } from '../../../../support/stores/dynamodb-client.ts';
import { checkIndex } from '../../../../support/index/index-check.ts';
import { openOperator, type Operator } from '../../../../support/processes/operator.ts';
import { onScreen, tooWide } from '../../../../support/processes/operator-screen.ts';
import type { PausedStore } from '../../../../support/stores/paused-store.ts';
import { killAt, pauseStoreOf, randomMoments, reach } from '../../../../support/processes/kill-at.ts';

let operator: Operator;
let store: PausedStore;
beforeAll(async () => {
  operator = await openOperator();
  store = await pauseStoreOf(operator);
});
afterAll(async () => {
  await store.stop();
  await operator.stop();
});

const HEADINGS = [
  'Manufacturer,MPN,Part Status,LTB date,RoHS,Replacement',
  'Hersteller,Herstellernummer,Lebenszyklus,Letzte Bestellung,RoHS-Status,Nachfolger',
  'Fabricant,Référence fabricant,Cycle de vie,Date de dernière commande,Statut RoHS,Remplacé par',
  'Fabricante,Referencia del fabricante,Ciclo de vida,Fecha de última compra,Estado RoHS,Sustituto',
];

/** All words of the table that state something, and two unknown ones. */
const WORDS = [
  ...readTable(LIFECYCLE_WORDS).filter(([status]) => status !== '-'),
  ['', 'Vintage reserve'],
  ['', 'Ausverkauf'],
] as const;

async function listOf(heading: string, name: string): Promise<string> {
  const rows = WORDS.map(([, words], index) => `Norvane,NV-${index},"${words}",31.03.2027,Ja,NV-${index}-B`);
  await writeFile(path.join(operator.folder, name), [heading, ...rows].join('\n'));
  return name;
}

test.each(HEADINGS.map((heading, index) => [heading, index] as const))(
  'every word of the table is read under the headings %s, and unknown ones are counted',
  async (heading, index) => {
    const file = await listOf(heading, `list-${index}.csv`);
    const screen = await onScreen(operator, 'items', 'import', file);
    expect(screen.stdout).toContain('0 refused');
    expect(tooWide(screen)).toEqual([]);
    expect(screen.stdout).toMatch(/Vintage reserve +lifecycle\.status +1\n/);
    expect(screen.stdout.replaceAll(/\s+/g, ' ')).toContain('2 items state a fact in unknown words.');

    const { records, faults } = await checkIndex(
      testClient(operator.tables.endpoint),
      operator.tables.productIndexTable,
    );
    expect(faults).toEqual([]);
    const byNumber = new Map([...records.values()].map((record) => [record.mpn, record.attributes]));
    for (const [place, [status, words]] of WORDS.entries())
      expect(byNumber.get(`NV-${place}`)).toEqual({
        lifecycle: { ...(status !== '' && { status }), as_stated: words, last_buy: '2027-03-31' },
        replacements: [{ mpn: `NV-${place}-B` }],
        compliance_safety: { rohs: 'compliant' },
      });

    const again = await onScreen(operator, 'items', 'import', file, '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ created: 0, changed: 0, with_unknown_words: 2 });
  },
);

/** Returns the line up to which the running import is confirmed; 0 before the first. */
async function placeKept(client: DynamoDBDocumentClient): Promise<number> {
  const { Items = [] } = await client.send(
    new ScanCommand({
      TableName: operator.tables.productIndexTable,
      FilterExpression: 'begins_with(pk, :import)',
      ExpressionAttributeValues: { ':import': 'IMPORT#' },
      ConsistentRead: true,
    }),
  );
  return Number(Items[0]?.['line'] ?? 0);
}

test('a distributor’s file whose import is killed and resumed ends with the state of every part', async () => {
  const client = testClient(operator.tables.endpoint);
  const rows = Array.from({ length: 400 }, (_, place) => {
    const [, words = ''] = WORDS[place % WORDS.length] ?? [];
    return `Norvane,KILLED-${place},"${words}",31.03.2027,Ja,KILLED-${place}-B`;
  });
  const file = path.join(operator.folder, 'killed.csv');
  await writeFile(file, [HEADINGS[1], ...rows].join('\n'));
  const random = randomMoments();
  const running = operator.start('items', 'import', file);
  // The process is killed after the first confirmed position, while it stores items of the next slice.
  await reach(running, store, { operation: 'PutItem', occurrence: 1, isApplied: true });
  const kept = await placeKept(client);
  expect(kept).toBeGreaterThan(0);
  const occurrence = random.integer(1, rows.length - kept);
  await killAt(running, store, { operation: 'TransactWriteItems', occurrence, isApplied: random.chance(50) });
  expect(await placeKept(client)).toBe(kept);

  expect((await operator.run('items', 'import', file)).exitCode).toBe(0);
  const { records, faults } = await checkIndex(client, operator.tables.productIndexTable);
  expect(faults).toEqual([]);
  const stored = [...records.values()].filter(({ mpn }) => mpn?.startsWith('KILLED-') === true);
  const states = new Map(stored.map(({ mpn, attributes }) => [mpn, attributes?.['lifecycle']]));
  expect([stored.length, states.size]).toEqual([rows.length, rows.length]);
  for (const place of rows.keys()) {
    const [status, words] = WORDS[place % WORDS.length] ?? [];
    const expected = { ...(status !== '' && { status }), as_stated: words, last_buy: '2027-03-31' };
    expect(states.get(`KILLED-${place}`)).toEqual(expected);
  }
  client.destroy();
});
