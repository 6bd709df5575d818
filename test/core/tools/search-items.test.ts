/** search_items where the budget of reads ends the page: what the caller is told, and how it goes on. */
import { beforeAll, expect, it } from 'vitest';
import type { ToolServices } from '../../../functions/core/tools/tool-services.ts';
import { searchItemsTool } from '../../../functions/core/tools/catalog/search-items.ts';
import { recordOf } from '../../support/item-records.ts';
import { postingLists, type PostingLists } from '../../support/posting-lists.ts';

const SIZE = 24_000;
const BOTH = [18_000, 23_990];
const serial = (number: number) => `itm_${String(number).padStart(8, '0')}`;
let lists: PostingLists;

beforeAll(() => {
  lists = postingLists();
  for (let number = 0; number < SIZE; number += 1) {
    const title = BOTH.includes(number) ? 'left right' : number % 2 === 0 ? 'left' : 'right';
    lists.add(recordOf({ id: serial(number), title }));
  }
  lists.settle();
});

async function search(args: object) {
  const prepared = searchItemsTool.prepare(args);
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.reason));
  const call = { services: { products: lists } as unknown as ToolServices, caller: {} as never, nowMs: 0 };
  prepared.value.prefetch(call.services);
  await prepared.value.read(call);
  const answer = await prepared.value.answer(call);
  if (!answer.ok) throw new Error(JSON.stringify(answer.reason));
  const structured = answer.value.structured as { items: { id: string }[]; has_more: boolean; next_cursor: string };
  return { ...answer.value, structured };
}

it('a page that the budget ended says so, costs nothing when it is empty, and its cursor leads on to the end', async () => {
  const asked = { query: 'left right', fields: ['title'] };
  let page = await search(asked);
  expect(page.structured).toMatchObject({ items: [], has_more: true });
  expect(page.summary).toContain('the page ended at its reading budget. Go on with next_cursor');
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
