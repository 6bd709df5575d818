import { expect, it } from 'vitest';
import type { ItemRecord } from '../../../functions/core/products/item-record.ts';
import type { ItemWriter } from '../../../functions/core/products/item-writer.ts';
import { writeItems, type IncomingItem } from '../../../functions/core/products/write-items.ts';
import { succeed } from '../../../functions/core/result.ts';
import { recordOf } from '../../support/item-records.ts';

const item = (line: number, serial: number): IncomingItem<number> => ({
  origin: line,
  record: recordOf({ id: `itm_0000000${serial}`, title: `line ${line}` }),
});

/** A writer that takes a while, and remembers. */
function slowWriter(fails: (record: ItemRecord) => boolean = () => false) {
  const seen = { atOnce: 0, most: 0, last: new Map<string, string | null>() };
  const writeItem = async (record: ItemRecord) => {
    seen.most = Math.max(seen.most, ++seen.atOnce);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
    seen.atOnce -= 1;
    if (fails(record)) throw new Error('the disk is full');
    seen.last.set(record.id, record.title);
    return succeed('written' as const);
  };
  return { seen, writer: { writeItem } as unknown as ItemWriter };
}

it('has at most so many on their way, and tells the outcome of each', async () => {
  const { seen, writer } = slowWriter();
  const lines: number[] = [];
  const items = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((serial) => item(serial, serial));
  await writeItems(writer, items, { concurrency: 3, onOutcome: ({ origin }) => void lines.push(origin) });
  expect(seen.most).toBe(3);
  expect(lines.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it('of two records with one id the later one counts', async () => {
  const { seen, writer } = slowWriter();
  const items = [item(1, 1), item(2, 1), item(3, 2), item(4, 1), item(5, 2)];
  await writeItems(writer, items, { concurrency: 4, onOutcome: () => undefined });
  expect([...seen.last.values()].sort()).toEqual(['line 4', 'line 5']);
});

it('stops at a fault of the storage, and still tells what was written', async () => {
  const { writer } = slowWriter(({ title }) => title === 'line 3');
  const lines: number[] = [];
  const items = Array.from({ length: 200 }, (_, index) => item(index + 1, (index % 8) + 1));
  const all = writeItems(writer, items, { concurrency: 2, onOutcome: ({ origin }) => void lines.push(origin) });
  await expect(all).rejects.toThrow('the disk is full');
  expect(lines).not.toContain(3);
  expect(lines.length).toBeLessThan(20);
});
