import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoAdministrationStore } from '../../../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { DynamoWordTableStore } from '../../../../adapters/dynamodb/index/dynamo-word-table-store.ts';
import { DynamoWordStore } from '../../../../adapters/dynamodb/index/dynamo-word-store.ts';
import { DynamoItemWriter } from '../../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { DynamoItemIndex } from '../../../../adapters/dynamodb/index/dynamo-item-index.ts';
import {
  addWord,
  MAX_ADDED_WORDS,
  MAX_EQUIVALENT_LENGTH,
  MAX_SHORT_LENGTH,
  removeWord,
  type AddedWord,
} from '../../../../core/index/words/administer-words.ts';
import { termsOfSearch } from '../../../../core/index/search/search-terms.ts';
import { NOON_MS, OPERATOR } from '../../../support/fixtures/accounts.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { searchPage } from '../../../support/index/search-page.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

describe('operators’ words', () => {
  let tables: OpenTables;
  let client: ReturnType<typeof testClient>;
  let store: DynamoWordStore;
  let nowMs = NOON_MS;

  beforeAll(async () => {
    tables = await openTables();
    client = testClient(tables.endpoint);
    store = new DynamoWordStore(client, tables.accountsTable);
  });
  afterAll(async () => {
    client.destroy();
    await tables.stop();
  });

  const tableStore = () => new DynamoWordTableStore(client, tables.accountsTable, { nowMs: () => nowMs });
  const add = (short: string, equivalent: string) => addWord(store, { short, equivalent }, OPERATOR, nowMs);
  const remove = (line: AddedWord) => removeWord(store, line, OPERATOR, nowMs);

  test('take effect within a minute: in queries immediately, for stored items once they are written again', async () => {
    const words = tableStore();
    const index = new DynamoItemIndex(client, tables.productIndexTable, { words });
    const writer = new DynamoItemWriter(client, tables.productIndexTable, { words });
    const found = async (query: string) => {
      await index.readPostings(termsOfSearch({ query: 'anything' }).words[0]!.terms[0]!, undefined, 1);
      const terms = termsOfSearch({ query }, index.words());
      const page = await searchPage(index, { terms, after: undefined, limit: 5, sections: [] });
      return page.found.filter(({ lacking }) => lacking.length === 0).map(({ item }) => item.mpn);
    };
    await writer.writeItem(recordOf({ id: 'itm_words001', mpn: 'A1', title: 'Power-management IC' }));
    await writer.writeItem(recordOf({ id: 'itm_words002', mpn: 'A2', title: 'rubber bushing' }));
    await writer.writeItem(recordOf({ id: 'itm_words003', mpn: 'A3', title: 'PMIC and grommet' }));
    expect(await add('PMIC', 'power management IC')).toEqual({
      ok: true,
      value: { short: 'pmic', equivalent: 'power management ic' },
    });
    expect(await add('grommet', 'bushings')).toMatchObject({ ok: true });
    nowMs += 59_999;
    expect(await found('grommets')).toEqual(['A3']);
    nowMs += 1;
    expect(await found('grommets')).toEqual(['A2', 'A3']);
    expect(await found('bushing')).toEqual(['A2', 'A3']);
    expect(await found('power management ICs')).toEqual(['A1', 'A3']);
    expect(await found('pmic')).toEqual(['A3']);
    expect(await writer.repairItem('itm_words001')).toBe(true);
    expect(await found('pmic')).toEqual(['A1', 'A3']);
    expect(await remove({ short: 'grommet', equivalent: 'bushing' })).toMatchObject({ ok: true });
    nowMs += 60_000;
    expect(await found('grommets')).toEqual(['A3']);
  });

  test('are recorded in the audit trail', async () => {
    await add('smps', 'switched mode power supply');
    await remove({ short: 'SMPS', equivalent: 'Switched-mode power supplies' });
    const trail = new DynamoAdministrationStore(client, tables.accountsTable);
    const lines = (await trail.listStageLines(20)).filter(
      ({ details }) => details['equivalent'] === 'switched mode power supply',
    );
    expect(lines.map(({ who, what, details }) => [who, what, details['equivalent']]).toSorted()).toEqual([
      ['test', 'word.add', 'switched mode power supply'],
      ['test', 'word.remove', 'switched mode power supply'],
    ]);
  });

  test.each([
    ['ldo', 'low dropout', 'means_it_already'],
    ['screw', 'screws', 'means_it_already'],
    ['two words', 'anything', 'not_one_word'],
    ['5.0V', 'supply', 'not_one_word'],
    ['', 'nothing', 'not_one_word'],
    ['rail', '***', 'blank_equivalent'],
    ['rail', '3 rails', 'holds_a_number'],
    ['x'.repeat(MAX_SHORT_LENGTH + 1), 'long', 'too_long'],
    ['long', 'x'.repeat(MAX_EQUIVALENT_LENGTH + 1), 'too_long'],
  ])('refuse %j for %j', async (short, equivalent, kind) => {
    expect(await add(short, equivalent)).toEqual({ ok: false, reason: { kind } });
  });

  test('cannot be removed if no operator added them', async () => {
    const unknown = { ok: false, reason: { kind: 'unknown_line' } };
    expect(await remove({ short: 'ldo', equivalent: 'low dropout' })).toEqual(unknown);
  });

  test('are not lost if operators change them concurrently, and are refused beyond the last line', async () => {
    const results = await Promise.all(['one', 'two', 'three'].map((word) => add('rail', `${word} rail bar`)));
    const told = results.filter(({ ok }) => ok).length;
    const { words, revision } = await store.readWords();
    expect(words.filter(({ short }) => short === 'rail')).toHaveLength(told);
    const full = Array.from({ length: MAX_ADDED_WORDS - words.length }, (_, place) => ({
      short: `${'x'.repeat(MAX_SHORT_LENGTH - 4)}${place}`,
      equivalent: `${'村'.repeat(MAX_EQUIVALENT_LENGTH - 4)}${place}`,
    }));
    const audit = { who: 'test', what: 'word.add' as const, details: {}, atMs: nowMs };
    expect(await store.writeWords([...words, ...full], revision, audit)).toBe(true);
    expect(await add('one', 'more of them')).toEqual({ ok: false, reason: { kind: 'too_many_lines' } });
    expect(await store.writeWords(words, revision, audit)).toBe(false);
  });
});
