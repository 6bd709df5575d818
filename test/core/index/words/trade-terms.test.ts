import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readTable } from '../../../../core/read-table.ts';
import { PACKED_TRADE_TERMS } from '../../../../core/index/words/packed-trade-terms.ts';
import { generateDemoItems } from '../../../../local/demo/generate-demo-items.ts';
import { realParts, realPartsAvailable } from '../../../support/fixtures/real-parts.ts';
import { wordsOfQuery, wordsOfText } from '../../../../core/index/words/text-words.ts';
import type { ItemRecord } from '../../../../core/index/items/item-record.ts';
import { foreignTermsIn } from '../../../../core/index/words/trade-terms.ts';

const translated = (query: string, known: readonly string[] = []) =>
  foreignTermsIn(
    query.split(' '),
    (word) => !known.includes(word),
    (word) => known.includes(word),
  ).map(({ meant }) => meant);

describe('a foreign term', () => {
  test.each([
    ['spannungsregler', 'voltage regulator'],
    ['capteur de temperature', 'temperature sensor'],
    ['fuente de alimentacion', 'power supply'],
    ['amplificatore operazionale', 'operational amplifier'],
    ['温度传感器', 'temperature sensor'],
    ['オペアンプ', 'operational amplifier'],
    ['低噪声运算放大器', 'low noise operational amplifier'],
    ['kondensatoren', 'capacitor'],
    ['resistances', 'resistor'],
    ['leistungsverstarker', 'power amplifier'],
  ])('such as %s means %s', (term, meant) => {
    expect(translated(term)).toEqual([meant]);
  });

  test.each([
    ['温度传感器 不要 i2c', 'temperature sensor not'],
    ['不带隔离的转换器', 'not isolated , converter'],
    ['温度センサ i2c 以外', 'temperature sensor not i2c,'],
    ['i2c 以外の温度センサ', 'not i2c, temperature sensor'],
    ['绝缘 i2c 以外', 'insulated not i2c,'],
    ['絶縁なしのコンバータ', 'not isolated , converter'],
    ['除了 i2c 以外的温度传感器', 'not i2c, temperature sensor'],
    ['コンバータ絶縁不要', 'converter not isolated ,'],
  ])('%s says what is not wanted: %s', (query, meant) => {
    expect(translated(query, ['i2c']).join(' ')).toBe(meant);
  });

  test('is the longest at its place, and needs a word that no item has', () => {
    expect(translated('sensor de temperatura', ['sensor'])).toEqual(['temperature sensor']);
    expect(translated('sensor', ['sensor'])).toEqual([]);
  });

  test('keeps what is in no term, so that it can be named', () => {
    expect(translated('蓬松稳压器')).toEqual(['蓬松 voltage regulator']);
  });

  test('is divided after a word that items have', () => {
    expect(translated('audioverstarker', ['audio'])).toEqual(['audio amplifier']);
    expect(translated('gartenverstarker', ['audio'])).toEqual([]);
  });

  test('is one of at least 150 in each language', () => {
    const table = brotliDecompressSync(Buffer.from(PACKED_TRADE_TERMS, 'base64')).toString();
    for (const language of [1, 2, 3, 4, 5, 6]) {
      const terms = readTable(table).flatMap((cells) => (cells[language] ?? '').split('; '));
      expect(new Set(terms).size).toBeGreaterThan(150);
    }
  });

  test.each([
    [
      'real parts',
      realPartsAvailable ? realParts().filter((_part, place) => place % 4 === 0) : [],
      ['32101602 Memory / EPROM'],
    ],
    ['demo’s goods', generateDemoItems().filter(({ category }) => category !== null), []],
  ] as const)(
    'names what a third of the items are in each of the 60 largest classes of the %s',
    (_name, items, without) => {
      const table = brotliDecompressSync(Buffer.from(PACKED_TRADE_TERMS, 'base64')).toString();
      const terms = readTable(table).map(([english]) => wordsOfQuery(english));
      const classes = Map.groupBy(items as readonly ItemRecord[], (item) => `${item.unspsc_code} ${item.category}`);
      const largest = [...classes].toSorted(([, one], [, other]) => other.length - one.length).slice(0, 60);
      const unnamed = largest.flatMap(([name, own]) => {
        const texts = own.map(
          ({ title, keywords }) =>
            new Set([title ?? '', ...(keywords ?? [])].flatMap((text) => [...wordsOfText(text)])),
        );
        const most = terms.map(
          (term) => texts.filter((text) => term.every(({ words }) => words.some((word) => text.has(word)))).length,
        );
        return Math.max(...most) * 3 >= own.length ? [] : [name];
      });
      expect(unnamed.filter((name) => !(without as readonly string[]).includes(name))).toEqual([]);
    },
  );
});
