import { describe, expect, test } from 'vitest';
import { findParts } from '../../../../core/index/lookup/find-parts.ts';
import type { Part } from '../../../../core/index/lookup/find-part.ts';
import { emptyRecord } from '../../../../core/index/items/item-record.ts';
import { readPart } from '../../../../core/index/lookup/read-part.ts';
import { MemoryItems } from '../../../support/stores/memory-items.ts';
import { valueOf } from '../../../support/fixtures/accounts.ts';

const part = (id: string, manufacturer: string, mpn: string) => ({
  ...emptyRecord(`itm_${id}`),
  manufacturer,
  mpn,
  confidence: 80,
});
const ITEMS = new MemoryItems([
  part('00000001', 'Texas Instruments', 'LM358'),
  part('00000002', 'STMicroelectronics', 'LM358'),
  part('00000003', 'onsemi', '1N4148'),
  part('00000004', 'Nexperia', '1N4148'),
  part('00000005', 'Acme Electronics', 'AX-1'),
  part('00000006', 'Acme Semiconductor', 'AX-1'),
]);

const partOf = (manufacturer: string, number: string): Part => valueOf(readPart({ manufacturer, part_number: number }));

async function find(manufacturer: string, number: string) {
  const [answer] = await findParts(ITEMS, [partOf(manufacturer, number)], []);
  return answer;
}

describe('a part', () => {
  test.each([
    ['TI', 'lm-358', 'itm_00000001'],
    ['Texas Instruments Inc.', 'LM358', 'itm_00000001'],
    ['ST', 'LM358', 'itm_00000002'],
    ['SGS-Thomson Microelectronics', 'LM358', 'itm_00000002'],
    ['ON Semiconductor / Fairchild', '1N4148', 'itm_00000003'],
  ])('of %s and %s is found', async (manufacturer, number, id) => {
    expect(await find(manufacturer, number)).toMatchObject({ found: { id } });
  });

  test('is not found under a manufacturer that was taken over, and the answer names the current manufacturers with the reason', async () => {
    expect(await find('Fairchild', '1N4148')).toMatchObject({
      found: null,
      nearPartNumbers: [],
      manufacturers: {
        manufacturers: ['onsemi', 'Nexperia'],
        reason: 'onsemi took over Fairchild Semiconductor in 2016.',
        fitsSeveral: false,
      },
    });
  });

  test('is not guessed if the name may mean two of its manufacturers', async () => {
    expect(await find('Acme', 'AX1')).toMatchObject({
      found: null,
      manufacturers: { manufacturers: ['Acme Electronics', 'Acme Semiconductor'], fitsSeveral: true },
    });
  });

  test('names no other manufacturer if no manufacturer has it', async () => {
    expect(await find('TI', 'NOT-THERE')).toEqual({ found: null, nearPartNumbers: [] });
  });
});
