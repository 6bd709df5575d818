/** search_items where the budget of reads ends the page: what the caller is told, and how it continues. */
import { beforeAll, expect, it } from 'vitest';
import { BUILT_IN_MAKERS } from '../../../../core/manufacturers/built-in-manufacturers.ts';
import type { MakerTable } from '../../../../core/manufacturers/manufacturer-table.ts';
import type { ToolServices } from '../../../../core/tools/tool-services.ts';
import { searchItemsTool } from '../../../../core/tools/definitions/search-items.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { postingLists, type PostingLists } from '../../../support/index/posting-lists.ts';

const SIZE = 24_000;
const BOTH = [18_000, 23_990];
const serial = (number: number) => `itm_${String(number).padStart(8, '0')}`;
let lists: PostingLists;

beforeAll(() => {
  lists = postingLists();
  for (let number = 0; number < SIZE; number += 1) {
    const isLeft = number % 2 === 0;
    const title = BOTH.includes(number) ? 'left right' : isLeft ? 'left' : 'right';
    lists.add(
      recordOf({ id: serial(number), title, manufacturer: BOTH.includes(number) || isLeft ? 'Acme' : 'Borealis' }),
    );
  }
  lists.settle();
});

async function search(args: object, makers: () => Promise<MakerTable> = async () => BUILT_IN_MAKERS) {
  const prepared = searchItemsTool.prepare(args);
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.reason));
  const call = {
    services: { products: Object.assign(lists, { makers }) } as unknown as ToolServices,
    caller: {} as never,
    nowMs: 0,
  };
  prepared.value.prefetch(call.services);
  await prepared.value.read(call);
  const answer = await prepared.value.answer(call);
  if (!answer.ok) throw new Error(JSON.stringify(answer.reason));
  const structured = answer.value.structured as {
    items: { id: string }[];
    has_more: boolean;
    next_cursor: string;
    message?: string;
  };
  return { ...answer.value, structured };
}

it('a page that the budget ended says so, costs nothing when it is empty, and its cursor leads on to the end', async () => {
  const asked = { query: 'right', manufacturer: 'Acme', fields: ['title'] };
  let page = await search(asked);
  expect(page.structured).toMatchObject({ items: [], has_more: true });
  expect(page.summary).toContain('the page ended at its reading budget. Continue with next_cursor');
  expect(page.billing).toEqual({ kind: 'free' });
  const found: string[] = [];
  while (page.structured.has_more) {
    expect(page.structured.next_cursor.length).toBeLessThanOrEqual(40);
    page = await search({ ...asked, cursor: page.structured.next_cursor });
    found.push(...page.structured.items.map(({ id }) => id));
  }
  expect(found).toEqual(BOTH.map(serial));
  expect(page.structured).toMatchObject({ has_more: false, next_cursor: null });
  expect(page.summary).not.toContain('reading budget');
});

it('a page that the budget ended is filled with what holds most of the words, to five without a limit, and says what each lacks', async () => {
  const page = await search({ query: 'left right', fields: ['title'] });
  expect(page.structured.items).toHaveLength(5);
  expect(page.structured).toMatchObject({ has_more: true });
  expect(page.structured.message).toContain('Not every word is met: items 1 to 5 lack “');
  expect(page.structured.message).toContain('the page ended at its reading budget');
  const asked = await search({ query: 'left right', fields: ['title'], limit: 12 });
  expect(asked.structured.items).toHaveLength(12);
});

it('a word that nothing holds does not count, and is named', async () => {
  const page = await search({ query: 'left sprockets', fields: ['title'] });
  expect(page.structured.items).toHaveLength(10);
  expect(page.structured.message).toBe('Nothing in the index has the word “sprockets”: the search left it out.');
});

it('a value under which something is to be is named, as no word stands for it', async () => {
  const page = await search({ query: 'left below 5 mOhm or less than 3V', fields: ['title'] });
  expect(page.structured.items).toHaveLength(10);
  expect(page.structured.message).toBe('No bound is searched for: compare the values yourself with “5 mohm”, “3v”.');
  expect((await search({ query: 'left 5V', fields: ['title'] })).structured.message).not.toContain('No bound');
});

it('begins again when the first lists bring an operator’s spelling that asks for other lists', async () => {
  const added = BUILT_IN_MAKERS.with([{ spelling: 'Wile', maker: 'Borealis' }]);
  const tables = [BUILT_IN_MAKERS, added];
  const { structured } = await search(
    { query: 'right', manufacturer: 'Wile', fields: ['title'], limit: 1 },
    async () => tables.shift() ?? added,
  );
  expect(structured.items).toHaveLength(1);
});

it('no page holds more partial matches than five without a limit, beside full ones, and the next begins with them', async () => {
  const few = postingLists();
  for (let number = 0; number < 20; number += 1) {
    few.add(recordOf({ id: serial(number), title: number < 7 ? 'left right' : 'left', confidence: 50 }));
  }
  few.settle();
  lists = few;
  const first = await search({ query: 'left right', fields: ['title'] });
  expect(first.structured.items).toHaveLength(7);
  expect(first.structured).toMatchObject({ has_more: true });
  expect(first.structured).not.toHaveProperty('message');
  const second = await search({ query: 'left right', fields: ['title'], cursor: first.structured.next_cursor });
  expect(second.structured.items.map(({ id }) => id)).toEqual([7, 8, 9, 10, 11].map(serial));
  expect(second.structured.message).toBe('Not every word is met: items 1 to 5 lack “right”.');
});
