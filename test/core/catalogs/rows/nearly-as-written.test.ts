/** Decides which suggestions are nearly as their rows write them. */
import { describe, expect, test } from 'vitest';
import { isNearlyAsWritten } from '../../../../core/catalogs/rows/nearly-as-written.ts';

const near = (
  [supplier, partNumber]: readonly [string | null, string | null],
  [manufacturer, number]: readonly [string | null, string],
) => isNearlyAsWritten({ supplier, partNumber }, { manufacturer, partNumber: number });

describe('a suggestion', () => {
  test.each([
    ['another letter', 'Tarnvick', 'Tarnvik'],
    ['a letter left out', 'Murta', 'Murata'],
    ['two letters swapped', 'Yagoe', 'Yageo'],
    ['a word left out', 'Pindle', 'Pindle Safety Ltd'],
    ['no manufacturer', null, 'Yageo'],
    ['another case and legal form', 'NORVANE gmbh', 'Norvane'],
  ])('is nearly as written with %s', (_, stated, meant) => {
    expect(near([stated, 'R-100'], [meant, 'R-100'])).toBe(true);
  });

  test('is nearly as written with another spelling of the number', () => {
    expect(near(['Yageo', 'r 100'], ['Yageo', 'R-100'])).toBe(true);
  });

  test.each([
    ['another manufacturer', ['SKF', '61034'], ['Kestmoor Bearings', '61034']],
    ['a short name that differs in one letter', ['TDK', 'R-1'], ['TDI', 'R-1']],
    ['a name that differs in two letters', ['Norvane', 'R-1'], ['Torvene', 'R-1']],
    ['a letter for a digit', ['Yageo', 'RCO805FR'], ['Yageo', 'RC0805FR']],
    ['any character for another', ['ST', 'STM32F103C8Tx'], ['ST', 'STM32F103C8T6']],
    ['another ending of the number', ['VoltHarbour', 'MCB1016'], ['VoltHarbour', 'MCB1016/2']],
    ['a part without a manufacturer', ['Norvane', 'R-1'], [null, 'R-1']],
    ['a row without a number', ['Norvane', null], ['Norvane', 'R-1']],
  ] as const)('is not nearly as written with %s', (_, stated, meant) => {
    expect(near(stated, meant)).toBe(false);
  });
});
