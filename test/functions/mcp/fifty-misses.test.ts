/** Fifty parts that are all written differently from the index: each miss names a candidate, for half a read unit. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordOf } from '../../support/fixtures/item-records.ts';
import { openAccount, valueOf } from '../../support/fixtures/accounts.ts';
import { startMcpService, toolCall, type McpService } from '../../support/service/mcp-service.ts';

const COUNT = 50;
/** The longest names that occur. */
const MANUFACTURER = 'Changjiang Microelectronics Technology Company';
const number = (at: number) => `QX${1_000 + at}DR`;

let service: McpService;
let key: string;
beforeAll(async () => {
  service = await startMcpService();
  const { client, secret } = await openAccount(service.store, service.tables.accountsTable, {
    terms: { notFoundPartsPerDay: 1_000 },
  });
  key = `${client.clientId}:${secret}`;
  for (let at = 0; at < 3 * COUNT; at += 1) {
    const id = `itm_${String(at).padStart(8, '0')}`;
    valueOf(
      await service.writer.writeItem(
        recordOf({ id, manufacturer: MANUFACTURER, brand: MANUFACTURER, mpn: number(at) }),
      ),
    );
  }
});
afterAll(() => service.stop());

async function missesOf(partNumber: (at: number) => string) {
  const items = Array.from({ length: COUNT }, (_, at) => ({ manufacturer: MANUFACTURER, part_number: partNumber(at) }));
  await service.send(toolCall('lookup_parts', { items }, key));
  service.observed.reset();
  const { json } = await service.send(toolCall('lookup_parts', { items }, key));
  const depth = service.observed.depth();
  const missed = json.result.structuredContent.not_found as readonly {
    readonly message: string;
    readonly candidates?: readonly { readonly part_number: string }[];
  }[];
  return {
    depth,
    units: service.observed.readUnits(),
    messages: missed.map(({ message }) => message),
    named: missed.map(({ candidates = [] }) => candidates.map((one) => one.part_number)),
  };
}

test('a batch of fifty misses gets a candidate for each, in the same round trips and for at most 25 additional read units', async () => {
  // These part numbers are too short for candidates that begin alike, so no candidates are read.
  const bare = await missesOf((at) => String.fromCharCode(0x41 + (at % 26), 0x41 + Math.floor(at / 26)));
  expect(bare.messages).toHaveLength(COUNT);
  const suffixed = await missesOf((at) => `${number(at)}-REEL7`);
  expect(suffixed.named.filter((names, at) => names.includes(number(at)))).toHaveLength(COUNT);
  expect(suffixed.depth).toBe(bare.depth);
  expect(suffixed.units - bare.units).toBeLessThanOrEqual(25);
  const looking = await missesOf((at) => number(at).replaceAll('1', 'l').replaceAll('0', 'O'));
  expect(looking.named.filter((names, at) => names[0] === number(at))).toHaveLength(COUNT);
  expect(looking.depth).toBe(bare.depth);
  expect(looking.units - bare.units).toBeLessThanOrEqual(25);
});

test('fifty misses of an account without research cost at most 60 read units with candidates, and 35 without', async () => {
  const bare = await missesOf((at) => String.fromCharCode(0x41 + (at % 26), 0x41 + Math.floor(at / 26)));
  const suffixed = await missesOf((at) => `${number(at)}-REEL7`);
  expect(bare.units).toBeLessThanOrEqual(35);
  expect(suffixed.units).toBeLessThanOrEqual(60);
});
