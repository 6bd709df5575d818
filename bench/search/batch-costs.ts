/**
 * `npm run bench:batches`: prints what lookup_parts and lookup_part cost by the number of entries and by who asks: read
 * units, write units and sequential round trips, for parts that are found, parts that are missed without a candidate,
 * and parts that are missed with one.
 */
import { valueOf, openAccount } from '../../test/support/fixtures/accounts.ts';
import { recordOf } from '../../test/support/fixtures/item-records.ts';
import { takeNothing } from '../../bin/program/program.ts';
import { startMcpService, toolCall } from '../../test/support/service/mcp-service.ts';

takeNothing('npm run bench:batches --', 'Print what look-ups cost by their number of entries and by who asks');

process.env['AWS_REGION'] ??= 'us-east-1';
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

const ENTRIES = [1, 10, 25, 50];
const MANUFACTURER = 'Changjiang Microelectronics Technology Company';
const number = (at: number): string => `QX${1_000 + at}DR`;
const KINDS = {
  found: number,
  missed: (at: number) => String.fromCharCode(0x41 + (at % 26), 0x41 + Math.floor(at / 26)),
  'missed, candidates': (at: number) => `${number(at)}-REEL7`,
};

const service = await startMcpService();
for (let at = 0; at < Math.max(...ENTRIES); at += 1) {
  const id = `itm_${String(at).padStart(8, '0')}`;
  const item = recordOf({ id, manufacturer: MANUFACTURER, brand: MANUFACTURER, mpn: number(at) });
  valueOf(await service.writer.writeItem(item));
}

const terms = { requestsPerMinute: 10_000, notFoundPartsPerDay: 10_000 };
for (const caller of ['unproven', 'test', 'live'] as const) {
  const { client, secret } = await openAccount(service.store, service.tables.accountsTable, {
    terms,
    ...(caller === 'test' && { kind: 'test' }),
  });
  const key = `${client.clientId}:${caller === 'unproven' ? `${secret.slice(0, -4)}0000` : secret}`;
  console.log(`\n${caller === 'unproven' ? 'An unproven key (a known id with a wrong secret)' : `A ${caller} key`}`);
  console.log('parts               entries  read units  write units  round trips');
  for (const [kind, partNumber] of Object.entries(KINDS))
    for (const entries of ENTRIES) {
      const items = Array.from({ length: entries }, (_, at) => ({
        manufacturer: MANUFACTURER,
        part_number: partNumber(at),
      }));
      const [first] = items;
      const sent = entries === 1 ? toolCall('lookup_part', first ?? {}, key) : toolCall('lookup_parts', { items }, key);
      if (caller !== 'unproven') await service.send(sent);
      // A refusal makes an address suspect for a minute, which the first request of an attacker is not.
      const from = {
        sourceIp: `198.51.${['unproven', 'test', 'live'].indexOf(caller)}.${1 + ENTRIES.indexOf(entries) + 10 * Object.keys(KINDS).indexOf(kind)}`,
      };
      service.observed.reset();
      await service.send({ ...sent, ...from });
      const { observed } = service;
      console.log(
        `${kind.padEnd(20)}${String(entries).padStart(7)}${observed.readUnits().toFixed(1).padStart(12)}` +
          `${observed.writeUnits().toFixed(1).padStart(13)}${String(observed.depth()).padStart(13)}`,
      );
    }
}
await service.stop();
process.exit(0);
