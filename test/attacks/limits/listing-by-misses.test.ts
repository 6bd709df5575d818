/**
 * A customer who lists the index for nothing: part numbers that do not exist, one character away from those that do,
 * until the candidates of the misses have named every part.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccount, valueOf, type WantedAccount } from '../../support/fixtures/accounts.ts';
import { recordOf } from '../../support/fixtures/item-records.ts';
import { startMcpService, toolCall, type McpService } from '../../support/service/mcp-service.ts';

const PARTS = 30;
const PER_DAY = 12;
const number = (at: number) => `QX${1_000 + at}DR`;

let service: McpService;
beforeAll(async () => {
  service = await startMcpService({ testItemsPerDay: PER_DAY });
  for (let at = 0; at < PARTS; at += 1) {
    const id = `itm_${String(at).padStart(8, '0')}`;
    valueOf(
      await service.writer.writeItem(recordOf({ id, manufacturer: 'Norvane', mpn: number(at), title: 'A part' })),
    );
  }
});
afterAll(() => service.stop());

async function keyOf(wanted: WantedAccount) {
  const terms = { notFoundPartsPerDay: PER_DAY, requestsPerMinute: 10_000 };
  const { client, secret } = await openAccount(service.store, service.tables.accountsTable, { terms, ...wanted });
  return `${client.clientId}:${secret}`;
}

async function call(tool: string, args: object, key: string) {
  const { json } = await service.send(toolCall(tool, args, key));
  return json.result.structuredContent;
}

const miss = (at: number) => ({ manufacturer: 'Norvane', part_number: `${number(at)}-REEL7` });
const namesOf = (answer: any): string[] => (answer?.candidates ?? []).map((one: any) => one.part_number);

const CALLERS: readonly (readonly [string, WantedAccount])[] = [
  ['a live key', {}],
  ['a trial key', { kind: 'trial', planCode: null }],
  ['a test key of an account without a plan', { kind: 'test', planCode: null }],
];

test.each(CALLERS)(
  'single misses of %s name candidates as often a day as the limit, and then no more',
  async (_, wanted) => {
    const key = await keyOf(wanted);
    const named = new Set<string>();
    for (let at = 0; at < PARTS; at += 1)
      for (const name of namesOf(await call('lookup_part', miss(at), key))) named.add(`${at} ${name}`);
    expect([...named].map((name) => Number(name.split(' ')[0])).filter((at) => at >= PER_DAY)).toEqual([]);
    expect(named.size).toBeGreaterThanOrEqual(PER_DAY);
    const last = await call('lookup_part', miss(0), key);
    expect(last).not.toHaveProperty('candidates');
    expect(last.message).toMatch(/^Not in the index\. Check/);
  },
);

test.each(CALLERS)('batches of misses of %s name no more candidates than the limit', async (_, wanted) => {
  const key = await keyOf(wanted);
  const batches = await Promise.all(
    [0, 10, 20].map((from) =>
      call('lookup_parts', { items: Array.from({ length: 10 }, (__, at) => miss(from + at)) }, key),
    ),
  );
  const later = await call('lookup_parts', { items: [miss(0), miss(1)] }, key);
  const showing = (answer: any) => answer.not_found.filter((entry: any) => namesOf(entry).length > 0).length;
  const shown = batches.map(showing);
  // Calls in flight at the same moment do not see each other's count, unless it is the sandbox's.
  expect(shown.filter((count) => count === 0 || count === 10)).toHaveLength(3);
  const sum = shown.reduce((all, count) => all + count, 0);
  expect(sum + showing(later)).toBeLessThanOrEqual(wanted.kind === 'test' ? PER_DAY : 30);
  expect(showing(later)).toBeLessThanOrEqual(Math.max(0, PER_DAY - sum));
});

test.each(CALLERS)('a burst of misses of %s names no more candidates than the limit', async (_, wanted) => {
  const key = await keyOf(wanted);
  const batch = (from: number) => ({ items: Array.from({ length: 5 }, (_one, at) => miss(from + at)) });
  const answers = await Promise.all([0, 5, 10, 15, 20, 25].map((from) => call('lookup_parts', batch(from), key)));
  const shown = answers.flatMap(({ not_found }) => not_found).filter((one: any) => namesOf(one).length > 0);
  expect(shown.length).toBeLessThanOrEqual(PER_DAY);
  expect(shown.length).toBeGreaterThan(0);
});

test('a burst of batches of a live key with a hit in each names no more candidates than the limit', async () => {
  const key = await keyOf({});
  const hit = { manufacturer: 'Norvane', part_number: number(0) };
  const batches = [0, 5, 10, 15, 20, 25].map((from) => [
    hit,
    ...Array.from({ length: 5 }, (_one, at) => miss(from + at)),
  ]);
  service.observed.reset();
  const answers = await Promise.all(batches.map((items) => call('lookup_parts', { items }, key)));
  expect(answers.map(({ found }) => found.length)).toEqual(batches.map(() => 1));
  const shown = answers.flatMap(({ not_found }) => not_found).filter((one: any) => namesOf(one).length > 0);
  expect(shown.length).toBeLessThanOrEqual(PER_DAY);
  expect(shown.length).toBeGreaterThan(0);
  for (const { message } of answers
    .flatMap(({ not_found }) => not_found)
    .filter((one: any) => namesOf(one).length === 0))
    expect(message).toMatch(/^Not in the index\. Check/);
});

test('searches count like look-ups, and the next day begins anew', async () => {
  const key = await keyOf({});
  const search = (at: number) => call('search_items', { query: number(at), manufacturer: 'Nobody' }, key);
  let shown = 0;
  for (let at = 0; at < PARTS; at += 1) if (namesOf(await search(at)).length > 0) shown += 1;
  expect(shown).toBeGreaterThan(0);
  expect(shown).toBeLessThanOrEqual(PER_DAY);
  expect(namesOf(await call('lookup_part', miss(0), key))).toEqual([]);
  service.clock.nowMs += 86_400_000;
  expect(namesOf(await call('lookup_part', miss(0), key))).toContain(number(0));
});

test('a counted miss of a live key costs no unit and no round trip more than one without candidates', async () => {
  const key = await keyOf({});
  const costOf = async (args: object) => {
    await call('lookup_part', args, key);
    service.observed.reset();
    await call('lookup_part', args, key);
    return { writes: service.observed.writeUnits(), trips: service.observed.depth() };
  };
  expect(await costOf(miss(1))).toEqual(await costOf({ manufacturer: 'Norvane', part_number: 'ZZ' }));
});
