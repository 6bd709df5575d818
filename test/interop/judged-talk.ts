/**
 * The requests of every assistant in a judged conversation, and the parts of the responses that must reach its model.
 */
import { documentsOf } from '../../adapters/dynamodb/client/document-client.ts';
import { DynamoItemWriter } from '../../adapters/dynamodb/index/dynamo-item-writer.ts';
import type { SeedStores } from '../../local/start-service.ts';
import { valueOf } from '../support/fixtures/accounts.ts';
import { recordOf } from '../support/fixtures/item-records.ts';
import type { ToolTurn } from './scripted-language-model.ts';

export const JUDGED_ID = 'itm_Judged01';
const JUDGED = recordOf({
  id: JUDGED_ID,
  manufacturer: 'Norvane Semiconductor GmbH',
  mpn: 'NV-4711',
  title: 'Norvane NV-4711 bus transceiver',
  description: 'A transceiver that only this sentence describes.',
  // The programs of the guide request parts of the demo; here they find these.
  keywords: ['ceramic capacitor'],
  confidence: 90,
});
const SECOND = recordOf({
  ...JUDGED,
  id: 'itm_Judged02',
  mpn: 'NV-4712',
  title: 'Norvane NV-4712 bus transceiver',
  confidence: 80,
});

/**
 * Parts whose items, with description, are about 1 kB each, so that a batch of them is a response of a chosen size.
 */
const LONG_STOCK = Array.from({ length: 50 }, (_, place) =>
  recordOf({
    id: `itm_Stock0${String(place).padStart(2, '0')}`,
    manufacturer: 'Norvane Semiconductor GmbH',
    mpn: `ST-${String(place).padStart(2, '0')}`,
    description: `Stock part ${place}. ${'It is described at length. '.repeat(36)}`,
  }),
);
/** How many of them make a response of 15, 30 and 53 kB, the sizes at which assistants truncate. */
const LONG_LISTS = { 15: 14, 30: 28, 53: 50 } as const;
export type LongKilobytes = keyof typeof LONG_LISTS;
export const LONG_SIZES: readonly LongKilobytes[] = [15, 30, 53];

const longList = (size: LongKilobytes): ToolTurn => ({
  name: 'lookup_parts',
  args: {
    items: LONG_STOCK.slice(0, LONG_LISTS[size]).map(({ manufacturer, mpn }) => ({ manufacturer, part_number: mpn })),
    fields: ['mpn', 'description'],
  },
});

export const SCRIPT: readonly ToolTurn[] = [
  { name: 'lookup_part', args: { manufacturer: 'Norvane Semiconductor', part_number: 'nv-4711' } },
  { name: 'search_items', args: { query: 'bus transceiver', limit: 1 } },
  { name: 'lookup_part', args: { manufacturer: 'Norvane Semiconductor', part_number: 'NV-0000' } },
];

export async function seedJudgedParts({ client, outputs }: SeedStores): Promise<void> {
  const documents = documentsOf(client);
  const writer = new DynamoItemWriter(documents, outputs['ProductIndexTable'] ?? '');
  for (const item of [JUDGED, SECOND, ...LONG_STOCK]) valueOf(await writer.writeItem(item));
}

export interface Verdict {
  /** Whether each part of the responses is in the model's input. */
  readonly reached: Readonly<Record<'description' | 'id' | 'cursor' | 'advice', boolean>>;
  /** The bytes by which the first response, the item, made the model's input longer, including the call. */
  readonly recordBytes: number;
}

/** The responses of 15, 30 and 53 kB, each in a separate conversation. */
export const LONG_SCRIPT: readonly ToolTurn[] = LONG_SIZES.map(longList);

export type LongVerdict = 'whole' | 'says how' | 'lost';

/**
 * The part of a long response that a model was shown. `whole`: every item; `says how`: not all items, but advice on how
 * to request fewer.
 * @param shown the response as the model received it, quoted as often as its framework quotes
 */
export function judgeLong(shown: string, size: LongKilobytes): LongVerdict {
  const items = LONG_STOCK.slice(0, LONG_LISTS[size]);
  if (items.every(({ id, description }) => shown.includes(id) && shown.includes(description ?? id))) return 'whole';
  return /to get less, call lookup_parts with at most \d+ items/.test(shown) ? 'says how' : 'lost';
}

/** @param given the model's input before each of its turns, as JSON */
export function judge(given: readonly string[]): Verdict {
  const everything = given.at(-1) ?? '';
  return {
    reached: {
      description: everything.includes(JUDGED.description ?? ''),
      id: everything.includes(JUDGED.id),
      // The text is escaped as often as the framework quotes it.
      cursor: /next_cursor[\\"]*:[\\" ]*[A-Za-z0-9_.-]{12,40}[\\"]/.test(everything),
      advice: everything.includes('request_enrichment, 0.15 USD, charged only if found'),
    },
    recordBytes: Buffer.byteLength(given[1] ?? '') - Buffer.byteLength(given[0] ?? ''),
  };
}
