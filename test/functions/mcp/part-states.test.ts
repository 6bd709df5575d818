/** The lifecycle state of a part on the wire: part of the billed item, in one sentence, and never guessed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOON_MS, openAccount, valueOf } from '../../support/fixtures/accounts.ts';
import { recordOf } from '../../support/fixtures/item-records.ts';
import { startMcpService, toolCall, type McpService } from '../../support/service/mcp-service.ts';
import { DAY_MS } from '../../../core/time.ts';

const dayAfter = (days: number): string => new Date(NOON_MS + days * DAY_MS).toISOString().slice(0, 10);
const SOON = dayAfter(100);

const STATES: readonly (readonly [id: string, mpn: string, lifecycle: object | undefined])[] = [
  ['itm_00000001', 'S-ACTIVE', { status: 'active', as_stated: 'Production' }],
  ['itm_00000002', 'S-OBSOLETE', { status: 'obsolete', last_ship: '2025-01-31' }],
  ['itm_00000003', 'S-LAST', { status: 'last_time_buy', last_buy: SOON }],
  ['itm_00000004', 'S-LATE', { status: 'last_time_buy', last_buy: dayAfter(-1) }],
  ['itm_00000005', 'S-NRND', { status: 'nrnd' }],
  ['itm_00000006', 'S-PREVIEW', { status: 'preview' }],
  ['itm_00000007', 'S-UNKNOWN', undefined],
  ['itm_00000008', 'S-WORDS', { as_stated: 'Vintage reserve' }],
];

let service: McpService;
let credential: string;

beforeAll(async () => {
  service = await startMcpService();
  const { client, secret } = await openAccount(service.store, service.tables.accountsTable, {});
  credential = `${client.clientId}:${secret}`;
  for (const [id, mpn, lifecycle] of STATES) {
    const attributes = lifecycle === undefined ? null : { lifecycle };
    const record = {
      id,
      manufacturer: 'Norvane',
      brand: null,
      mpn,
      gtin: null,
      upc: null,
      title: 'State gauge',
      attributes,
    };
    const section_confidence = id === 'itm_00000005' ? { 'attributes.lifecycle': 40 } : null;
    valueOf(await service.writer.writeItem(recordOf({ ...record, confidence: 90, section_confidence })));
  }
});
afterAll(() => service.stop());

async function call(tool: string, args: unknown) {
  return (await service.send(toolCall(tool, args, credential))).json.result;
}

const lookUp = (part_number: string, more: object = {}) =>
  call('lookup_part', { manufacturer: 'Norvane', part_number, ...more });

describe('a look-up', () => {
  test.each([
    ['S-OBSOLETE', 'itm_00000002', 'This part is obsolete, last date stated 2025-01-31'],
    ['S-LAST', 'itm_00000003', `This part can be bought until ${SOON}`],
    ['S-LATE', 'itm_00000004', `This part is being discontinued, last orders were taken until ${dayAfter(-1)}`],
    ['S-NRND', 'itm_00000005', 'This part is not recommended for new designs'],
  ])('of %s returns its state, and the call that shows replacements', async (mpn, id, said) => {
    const { structuredContent, content } = await lookUp(mpn);
    const next = `attributes.replacements, where a source states any, come with get_item {"item_id":"${id}","fields":["attributes"]}.`;
    expect(structuredContent.message).toBe(`${said}; ${next}`);
    expect(content[0].text).toContain(said);
  });

  test('returns the state of a part even if the requested fields lack it', async () => {
    const { structuredContent } = await lookUp('S-OBSOLETE', { fields: ['mpn'] });
    expect(structuredContent.item).toEqual({ id: 'itm_00000002', mpn: 'S-OBSOLETE' });
    expect(structuredContent.message).toContain('is obsolete');
  });

  test('says only that a part is not yet in production, as it has no replacement', async () => {
    const { structuredContent } = await lookUp('S-PREVIEW');
    expect(structuredContent.message).toBe('This part is announced and not yet in production.');
  });

  test.each(['S-ACTIVE', 'S-UNKNOWN', 'S-WORDS'])('of %s has no message', async (mpn) => {
    expect((await lookUp(mpn)).structuredContent).not.toHaveProperty('message');
  });

  test('returns no state below the requested confidence', async () => {
    expect((await lookUp('S-NRND', { min_confidence: 41 })).structuredContent).not.toHaveProperty('message');
    expect((await lookUp('S-NRND', { min_confidence: 40 })).structuredContent.message).toContain('not recommended');
  });

  test('returns the state next to the alias that matched', async () => {
    const { structuredContent } = await call('lookup_part', {
      manufacturer: 'Norvane Inc.',
      part_number: 'S-OBSOLETE',
    });
    expect(structuredContent.message).toMatch(/^(?:Norvane Inc\. is Norvane\. )?This part is obsolete/);
  });
});

test('get_item returns the state of its item', async () => {
  const { structuredContent } = await call('get_item', { item_id: 'itm_00000002', fields: ['attributes'] });
  expect(structuredContent.item.attributes.lifecycle.status).toBe('obsolete');
  expect(structuredContent.message).toContain('This part is obsolete');
  expect((await call('get_item', { item_id: 'itm_00000001' })).structuredContent).not.toHaveProperty('message');
});

describe('a batch of parts', () => {
  test('has one sentence for all states, which says that the others are unknown', async () => {
    const items = [...STATES.map(([, mpn]) => mpn), 'S-MISSING'].map((part_number) => ({
      manufacturer: 'Norvane',
      part_number,
    }));
    const { structuredContent, content } = await call('lookup_parts', { items, fields: [] });
    const sentence =
      'States are known for 6 of 8: 1 is obsolete, last date stated 2025-01-31 (input_index 1), ' +
      `1 is being discontinued, last orders were taken until ${dayAfter(-1)} (input_index 3), 1 can be bought until ${SOON} (input_index 2), ` +
      '1 is not recommended for new designs (input_index 4), 1 is announced and not yet in production (input_index 5), 1 is active' +
      '; of the other 2 the state is unknown, which does not mean active.';
    expect(structuredContent.message).toBe(sentence);
    expect(content[0].text).toContain(sentence);
  });

  test('says that all parts are active if all are known to be', async () => {
    const items = [{ manufacturer: 'Norvane', part_number: 'S-ACTIVE' }];
    expect((await call('lookup_parts', { items })).structuredContent.message).toBe(
      'States are known for 1 of 1: 1 is active.',
    );
  });

  test('says nothing if no state is known', async () => {
    const items = [{ manufacturer: 'Norvane', part_number: 'S-UNKNOWN' }];
    expect((await call('lookup_parts', { items })).structuredContent).not.toHaveProperty('message');
  });
});

describe('a search', () => {
  test('names the items that are not active by their position on the page', async () => {
    const { structuredContent } = await call('search_items', { query: 'state gauge', fields: ['mpn'] });
    const numbers = structuredContent.items.map(({ mpn }: { mpn: string }) => mpn);
    const place = String(numbers.indexOf('S-OBSOLETE') + 1);
    expect(structuredContent.message).toContain(`1 is obsolete, last date stated 2025-01-31 (item ${place})`);
  });

  test('says nothing of states if no item is known to be inactive', async () => {
    const { structuredContent } = await call('search_items', { query: 'S-ACTIVE' });
    expect(structuredContent.items).toHaveLength(1);
    expect(structuredContent).not.toHaveProperty('message');
  });
});
