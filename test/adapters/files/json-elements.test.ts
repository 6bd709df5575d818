import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJsonElements } from '../../../adapters/files/json-elements.ts';
import { cases } from '../../support/cases.ts';

async function elements(text: string, member: string | undefined, chunkBytes = 7): Promise<unknown[]> {
  const bytes = Buffer.from(text);
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
    await Promise.resolve();
  }
  const found: unknown[] = [];
  for await (const element of readJsonElements(chunks(), member)) {
    expect(element.toString()).not.toMatch(/[\r\n]/);
    found.push(JSON.parse(element.toString()));
  }
  return found;
}

test('the elements of a document equal those of JSON.parse, for any split and format', async () => {
  const values = fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      values,
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom(0, 2),
      async (list, before, indent) => {
        const plain = JSON.parse(JSON.stringify(list)) as unknown[];
        expect(await elements(JSON.stringify(list, null, indent), undefined)).toEqual(plain);
        const { results: _, ...others } = before;
        const document = { ...others, nested: { results: [1] }, results: list, behind: [9] };
        expect(await elements(JSON.stringify(document, null, indent), 'results')).toEqual(plain);
      },
    ),
    { numRuns: cases(100) },
  );
});

test('a document without the array, truncated in it, or with an endless element is reported', async () => {
  await expect(elements('{"meta":{},"rows":[1]}', 'results')).rejects.toThrow('Its members: "meta", "rows".');
  await expect(elements('{"rows":[1]}', undefined)).rejects.toThrow('"records"');
  await expect(elements('{"results":[{"a":1},{"a"', 'results')).rejects.toThrow('cut off');
  const endless = `["${'x'.repeat(8_000_001)}"]`;
  await expect(elements(endless, undefined, 65_536)).rejects.toThrow('longer than 8 MB');
});
