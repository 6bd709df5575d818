/** The candidates of a miss, in an index as it is written; a candidate is never a match. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoItemWriter } from '../../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { DynamoItemIndex } from '../../../../adapters/dynamodb/index/dynamo-item-index.ts';
import type { Part } from '../../../../core/index/lookup/find-part.ts';
import { findParts } from '../../../../core/index/lookup/find-parts.ts';
import { readNamedPart } from '../../../../core/index/lookup/read-part.ts';
import { numbersAlike } from '../../../../core/index/lookup/similar-part-numbers.ts';
import { valueOf } from '../../../support/fixtures/accounts.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { checkIndex } from '../../../support/index/index-check.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

const NUMBERS: Readonly<Record<string, readonly string[]>> = {
  Microchip: ['ATmega328-P', 'ATmega328P-M', 'ATmega328P-A', 'MCP2221A-I/SL', 'PIC-16F84', 'PIC16F84A'],
  STMicroelectronics: ['STM32F103C8Tx', 'STM32F030F4Px', 'L7805CV', 'LM317T'],
  onsemi: ['1N4007', 'BC847C', 'MC7805', 'TIP120', 'LL4148'],
  Nexperia: ['BC847B', 'BAT54S', 'BC 547'],
  Allegro: ['A1363xKTTN-1', 'A1363xKTTN-10', 'ATxmega32'],
};

let tables: OpenTables;
let index: DynamoItemIndex;
let client: ReturnType<typeof testClient>;
beforeAll(async () => {
  tables = await openTables();
  client = testClient(tables.endpoint);
  index = new DynamoItemIndex(client, tables.productIndexTable);
  const writer = new DynamoItemWriter(client, tables.productIndexTable);
  let serial = 0;
  for (const [manufacturer, numbers] of Object.entries(NUMBERS)) {
    for (const mpn of numbers) {
      const id = `itm_${String((serial += 1)).padStart(8, '0')}`;
      valueOf(await writer.writeItem(recordOf({ id, manufacturer, mpn })));
    }
  }
});
afterAll(async () => {
  client.destroy();
  await tables.stop();
});

const partOf = (manufacturer: string, number: string) => valueOf(readNamedPart(manufacturer, number));
async function ask(asked: Part) {
  const [answer] = await findParts(index, [asked], []);
  return answer?.found === null ? { missing: answer.nearPartNumbers } : { found: answer?.found.mpn };
}
const named = async (manufacturer: string, number: string) =>
  (await numbersAlike(index, partOf(manufacturer, number))).map((near) => [near.number, near.looksAlike]);

describe('a part number with similar characters', () => {
  test.each([
    ['onsemi', '1N4OO7', '1N4007'],
    ['onsemi', 'IN4007', '1N4007'],
    ['onsemi', 'lN4007', '1N4007'],
    ['onsemi', 'lN4OO7', '1N4007'],
    ['onsemi', 'MC78O5', 'MC7805'],
    ['onsemi', 'TlP12O', 'TIP120'],
    ['onsemi', 'T1P120', 'TIP120'],
    ['onsemi', '114148', 'LL4148'],
    ['STMicroelectronics', 'L78O5CV', 'L7805CV'],
    ['STMicroelectronics', '17805CV', 'L7805CV'],
    ['STMicroelectronics', 'LM3l7T', 'LM317T'],
    ['Nexperia', 'ВС847В', 'BC847B'],
    ['Nexperia', 'ВАТ54S', 'BAT54S'],
    ['onsemi', '1Ν4ΟΟ7', '1N4007'],
    ['STMicroelectronics', 'STM32F103C8T6', 'STM32F103C8Tx'],
    ['STMicroelectronics', 'STM32F1O3C8T6', 'STM32F103C8Tx'],
    ['STMicroelectronics', 'SТМ32F030F4P6', 'STM32F030F4Px'],
    ['Allegro', 'A1363LKTTN-1', 'A1363xKTTN-1'],
  ])('is a candidate, and no match: %s %s', async (manufacturer, number, meant) => {
    expect(await ask(partOf(manufacturer, number))).toEqual({ missing: [] });
    expect((await named(manufacturer, number))[0]).toEqual([meant, true]);
  });

  test('with a packaging suffix has the part number without it as a candidate', async () => {
    expect(await named('STMicroelectronics', 'STM32F103C8T6TR')).toEqual([['STM32F103C8Tx', false]]);
    expect(await named('onsemi', '1N4OO7-TR')).toEqual([['1N4007', false]]);
  });

  test('with a placeholder for any character names the part numbers that fit it', async () => {
    expect(await named('Nexperia', 'BC847x')).toEqual([['BC847B', true]]);
    // An x that belongs to the name is not a placeholder.
    expect(await named('Allegro', 'ATymega32')).toEqual([]);
  });
});

describe('text around a part number in a file', () => {
  test.each([
    '"BC847B"',
    '“BC847B”',
    '„BC847B“',
    "'BC847B'",
    '‘BC847B’',
    '«BC847B»',
    'BC847B,',
    'BC847B;',
    ' "BC847B", ',
    '`BC847B`',
    ',BC847B',
  ])('is ignored: %s', async (number) => {
    expect(await ask(partOf('Nexperia', number))).toEqual({ found: 'BC847B' });
  });
});

describe('a part number that differs by a hyphen', () => {
  test.each([
    ['Microchip', 'ATMEGA328P', 'ATmega328-P', 'ATmega328P-A'],
    ['Microchip', 'ATmega 328P', 'ATmega328-P', 'ATmega328P-A'],
    ['Microchip', '"ATmega328P"', 'ATmega328-P', 'ATmega328P-A'],
    ['Microchip', 'pic16f84', 'PIC-16F84', 'PIC16F84A'],
  ])('is a candidate if longer ones are written as %s %s', async (manufacturer, number, held, longer) => {
    const answer = await ask(partOf(manufacturer, number));
    expect(answer.missing?.slice(0, 2)).toEqual([held, longer]);
  });

  test.each([
    ['Microchip', 'ATmega328-P', 'ATmega328-P'],
    ['Microchip', 'atmega328‑p', 'ATmega328-P'],
    ['Microchip', 'MCP2221AI/SL', 'MCP2221A-I/SL'],
    ['Microchip', 'ATMEGA328PM', 'ATmega328P-M'],
    ['Nexperia', 'BC547', 'BC 547'],
    ['Nexperia', 'BC-547', 'BC 547'],
    ['Allegro', 'A1363XKTTN1', 'A1363xKTTN-1'],
  ])('matches if there are none: %s %s', async (manufacturer, number, held) => {
    expect(await ask(partOf(manufacturer, number))).toEqual({ found: held });
  });

  test('is indexed as a separate part', async () => {
    const writer = new DynamoItemWriter(client, tables.productIndexTable);
    const item = recordOf({ id: 'itm_Another1', manufacturer: 'Microchip', mpn: 'ATMEGA328P' });
    expect(valueOf(await writer.insertItem(item))).toMatchObject({ inserted: true });
    expect(await ask(partOf('Microchip', 'atmega328p'))).toEqual({ found: 'ATMEGA328P' });
    expect(await ask(partOf('Microchip', 'ATmega328-P'))).toEqual({ found: 'ATmega328-P' });
    expect((await checkIndex(client, tables.productIndexTable)).faults).toEqual([]);
  });
});
