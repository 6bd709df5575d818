import { expect, test } from 'vitest';
import { numbersAlike } from '../../../../core/index/lookup/similar-part-numbers.ts';
import { BUILT_IN_MANUFACTURERS } from '../../../../core/index/manufacturers/built-in-manufacturers.ts';
import { toManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';
import { partKey } from '../../../../core/index/part-keys/part-number.ts';

const index = {
  readNumbersAlike: (number: string) =>
    Promise.resolve(
      ['LM358', 'LM358N', 'NE555'].flatMap((one) =>
        partKey(one).startsWith(partKey(number))
          ? [{ number: one, manufacturer: 'Texas Instruments', brand: null }]
          : [],
      ),
    ),
  manufacturers: () => Promise.resolve(BUILT_IN_MANUFACTURERS),
};

async function numbersOffered(manufacturer: string, verbatim: string) {
  const part = {
    by: 'part',
    manufacturer,
    manufacturerKey: toManufacturerKey(manufacturer),
    part: partKey(verbatim),
    verbatim,
  } as const;
  return (await numbersAlike(index, part)).map(({ number }) => number);
}

test.each([
  ['Texas Instruments', '595-LM358'],
  ['Texas Instruments', 'LM358-ND'],
  ['Texas Instruments', 'Texas LM358'],
  ['TI', 'TI LM358'],
  ['Texas Instruments', 'LM358 TI'],
  ['LM358', 'Texas Instruments'],
])('the number %s, %s gets the part as a candidate', async (manufacturer, number) => {
  expect((await numbersOffered(manufacturer, number))[0]).toBe('LM358');
});

test('a plain number is read only as it is written', async () => {
  expect(await numbersOffered('Texas Instruments', 'LM999')).toEqual([]);
});
