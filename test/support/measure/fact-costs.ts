/**
 * Measures what facts (state, replacement, RoHS) add to a batch look-up of a bill of materials: the same 50 real
 * parts, first without facts, then with facts that this file gives to 40 of them, because the file of real parts
 * states none.
 */
import { valueOf } from '../fixtures/value-of.ts';
import { NOON_MS, openAccount } from '../fixtures/accounts.ts';
import { realParts } from '../fixtures/real-parts.ts';
import { startMcpService, toolCall, type McpService } from '../service/mcp-service.ts';
import type { ItemRecord } from '../../../core/index/items/item-record.ts';
import { DAY_MS, dayOf } from '../../../core/time.ts';

export interface FactCost {
  readonly asked: string;
  readonly facts: 'without' | 'with';
  readonly found: number;
  readonly answerBytes: number;
  /**
   * The bytes of the sentence, which the response has three times: in its summary, its text and its structured
   * content.
   */
  readonly sentenceBytes: number;
  readonly tokensBilled: number;
  readonly roundTrips: number;
  readonly readUnits: number;
  readonly sentence: string;
}

const LINES = 50;
const ASKED: readonly (readonly [asked: string, more: object])[] = [
  ['default fields', {}],
  ['fields: ["mpn"]', { fields: ['mpn'] }],
  ['with attributes', { include: ['attributes'] }],
];

export async function measureFactCosts(): Promise<readonly FactCost[]> {
  const service = await startMcpService();
  try {
    const { client, secret } = await openAccount(service.store, service.tables.accountsTable, {});
    const credential = `${client.clientId}:${secret}`;
    const items = realBillOfMaterials();
    await write(service, items);
    const without = await measureAll(service, credential, items, 'without');
    await write(service, items.map(withStatedFacts));
    return [...without, ...(await measureAll(service, credential, items, 'with'))];
  } finally {
    await service.stop();
  }
}

/** Returns fifty items spread over the whole file, each with a different manufacturer and part number. */
function realBillOfMaterials(): readonly ItemRecord[] {
  const named = realParts().filter(({ manufacturer, mpn }) => manufacturer !== null && mpn !== null);
  const step = Math.floor(named.length / LINES);
  return named.filter((_, place) => place % step === 0).slice(0, LINES);
}

/** Of every ten parts, two have no stated lifecycle state; most of the others are active. */
export function withStatedFacts(item: ItemRecord, place: number): ItemRecord {
  if (place % 5 === 4) return item;
  const day = (days: number): string => dayOf(NOON_MS + days * DAY_MS);
  const lifecycle =
    place % 16 === 3
      ? { status: 'obsolete', as_stated: 'Obsolete', last_ship: day(-300), as_of: day(-20) }
      : place % 25 === 10
        ? { status: 'last_time_buy', as_stated: 'Last Time Buy', last_buy: day(120), as_of: day(-20) }
        : { status: 'active', as_stated: 'In Production', as_of: day(-20) };
  const { manufacturer, mpn } = item;
  const replacement = {
    manufacturer,
    mpn: `${mpn ?? ''}-R`,
    grade: 'drop_in',
    stated_by: 'manufacturer',
    as_of: day(-20),
  };
  const facts = {
    lifecycle,
    ...(lifecycle.status !== 'active' && { replacements: [replacement] }),
    compliance_safety: { rohs: 'compliant', reach_svhc: 'not_contained', msl: '1' },
  };
  return { ...item, attributes: { ...item.attributes, ...facts } };
}

async function write({ writer }: McpService, items: readonly ItemRecord[]): Promise<void> {
  for (const item of items) valueOf(await writer.writeItem(item));
}

async function measureAll(
  service: McpService,
  credential: string,
  records: readonly ItemRecord[],
  facts: FactCost['facts'],
): Promise<readonly FactCost[]> {
  const items = records.map(({ manufacturer, mpn }) => ({ manufacturer, part_number: mpn }));
  const costs: FactCost[] = [];
  for (const [asked, more] of ASKED) {
    const request = toolCall('lookup_parts', { items, ...more }, credential);
    // The first call of a kind fills the function's caches.
    await service.send(request);
    service.observed.reset();
    const { body, json } = await service.send(request);
    const roundTrips = service.observed.depth();
    const readUnits = service.observed.readUnits();
    const { structuredContent, _meta } = json.result;
    // A long response says before its content how to get less.
    const sentence = /States are known .*/.exec(String(structuredContent.message ?? ''))?.[0] ?? '';
    costs.push({
      asked,
      facts,
      found: structuredContent.found.length,
      answerBytes: Buffer.byteLength(body),
      sentenceBytes: Buffer.byteLength(sentence),
      tokensBilled: _meta['com.service/usage'].tokens_billed,
      roundTrips,
      readUnits,
      sentence,
    });
  }
  return costs;
}
