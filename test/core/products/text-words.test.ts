import { describe, expect, it } from 'vitest';
import { wordsOfQuery, wordsOfText } from '../../../functions/core/products/text-words.ts';

/** Whether the words of a text answer a query. */
function finds(query: string, text: string): boolean {
  const words = wordsOfText(text);
  return wordsOfQuery(query).every((word) => words.has(word));
}

describe('a query finds a text', () => {
  it.each([
    ['schottky', 'SCHOTTKY Diode, 40V'],
    ['low dropout', 'Low-Dropout regulator'],
    ['low-dropout', 'regulator, low dropout'],
    ['NV-7805/2.5', 'Norvane NV7805/2.5'],
    ['nv7805', 'NV-7805/2.5'],
    ['7805', 'NV-7805/2.5'],
    ['2.5', 'NV-7805/2.5'],
    ['3.3V', 'output 3.3 V'],
    ['3.3 V', 'output 3.3V'],
    ['3.3', 'output 3.3V,'],
    ['250mA', '250-mA LDO'],
    ['4.7µF', '4.7 uF'],
    ['SOT-23-5', 'SOT23-5'],
    ['größe', 'GROSSE Grosse Große Größe'],
    ['Wuerth würth', 'Wuerth Wurth'],
    ['ｗａｓｈｅｒ', 'washer'],
    ['стабилизатор', 'Стабилизатор напряжения'],
    ['稳压', '低压差线性稳压器'],
    ['レギュレータ', '三端子レギュレータ'],
    ['diode for the', 'Diode'],
    ['the', 'the end'],
  ])('%j in %j', (query, text) => {
    expect(finds(query, text)).toBe(true);
  });

  it.each([
    ['1.5SMC68CA', '1.5SMC6.8CA'],
    ['5V', '2.5V'],
    ['regulators', 'regulator'],
    ['差压', '低压差线性稳压器'],
    ['the', 'end'],
    ['dropout', 'drop-out'],
  ])('but %j is not in %j', (query, text) => {
    expect(finds(query, text)).toBe(false);
  });

  it.each(['--', '?!', '   ', '"..."', '&&'])('%j asks for nothing', (query) => {
    expect(wordsOfQuery(query)).toEqual([]);
  });
});
