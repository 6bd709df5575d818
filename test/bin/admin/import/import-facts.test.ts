/** A distributor's list with the trade's words for states, in four languages, through the operator's own command. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIFECYCLE_WORDS } from '../../../../core/item-import/packed-facts.ts';
import { readTable } from '../../../../core/read-table.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { checkIndex } from '../../../support/index/index-check.ts';
import { openOperator, type Operator } from '../../../support/processes/operator.ts';
import { onScreen, tooWide } from '../../../support/processes/operator-screen.ts';

let operator: Operator;
beforeAll(async () => {
  operator = await openOperator();
});
afterAll(() => operator.stop());

const HEADINGS = [
  'Manufacturer,MPN,Part Status,LTB date,RoHS,Replacement',
  'Hersteller,Herstellernummer,Lebenszyklus,Letzte Bestellung,RoHS-Status,Nachfolger',
  'Fabricant,Référence fabricant,Cycle de vie,Date de dernière commande,Statut RoHS,Remplacé par',
  'Fabricante,Referencia del fabricante,Ciclo de vida,Fecha de última compra,Estado RoHS,Sustituto',
];

/** All words of the table that state something, and two that nobody knows. */
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
  'reads every word of the table under the headings %s, and counts the unknown ones',
  async (heading, index) => {
    const file = await listOf(heading, `list-${index}.csv`);
    const screen = await onScreen(operator, 'items', 'import', file);
    expect(screen.stdout).toContain('0 refused');
    expect(tooWide(screen)).toEqual([]);
    expect(screen.stdout).toMatch(/Vintage reserve +lifecycle\.status +1\n/);
    expect(screen.stdout.replaceAll(/\s+/g, ' ')).toContain('2 records state a fact in words that are not known.');

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
