/**
 * One run of a simulated world: opens accounts and items, lets everybody act for some days, and returns what happened.
 */
import { openAdministrationStore, openItemWriter } from '../../adapters/dynamodb/open-stores.ts';
import { createAccount } from '../../core/access/administration/administer-accounts.ts';
import { createClient } from '../../core/access/administration/administer-clients.ts';
import { SCOPES } from '../../core/billing/accounts/scopes.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/time.ts';
import { createSeededRandom } from '../../local/demo/seeded-random.ts';
import { sampleItems } from '../../local/demo/generate-demo-items.ts';
import { valueOf } from '../support/fixtures/value-of.ts';
import { Customer, type Key } from './customers.ts';
import { operate } from './operator.ts';
import { Owner } from './owners.ts';
import type { Planted } from './planted.ts';
import { openEngine, readSdkSettings, SimulatedService } from './simulated-service.ts';
import { simulate } from './simulated-time.ts';
import { SimulatedProcess, SimulatedWorld } from './simulated-world.ts';

export interface Run {
  readonly seed: number;
  readonly days: number;
  readonly steps: number;
  readonly digest: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<string, number>;
  readonly requests: number;
  readonly kills: number;
  /** The most processes that waited for the cloud together. */
  readonly mostTogether: number;
  /** The most accounts that were served together. */
  readonly mostAccounts: number;
  /** What broke, and at which step. */
  readonly broken: string | undefined;
}

/** The evening before the first accounts' periods end. */
const START_MS = Date.parse('2026-03-02T19:00:00Z');
const ITEMS = 12;
/** Every minute in production, which would be most of a simulated day. */
const SWEEP_MS = 10 * MINUTE_MS;
const OPERATOR = { who: 'simulation' };

interface RunOptions {
  readonly seed: number;
  readonly days: number;
  readonly planted?: Planted | undefined;
  /** Receives every line of the log. */
  readonly keep?: ((line: string) => void) | undefined;
}

export async function runSimulation({ seed, days, planted, keep }: RunOptions): Promise<Run> {
  const call = await openEngine();
  await readSdkSettings();
  const world = new SimulatedWorld(seed, START_MS, keep);
  const items = sampleItems(createSeededRandom(seed + 1), { count: ITEMS, firstNumber: 1 });
  simulate(world);
  const service = new SimulatedService(world, call, planted);
  let broken: string | undefined;
  try {
    const opening = new SimulatedProcess('opening');
    const keys = new Promise<readonly Key[]>((resolve) => {
      world.at(START_MS, () => void openWorld(service, items).then(resolve), opening);
    });
    await world.run(START_MS + 60_000);
    const start = (name: string, work: () => Promise<never>) =>
      world.at(world.nowMs(), () => void work(), new SimulatedProcess(name));
    let programs = 0;
    const startProgram = (key: Key) =>
      void start(`program-${(programs += 1)}`, () => new Customer(service, key, items).live());
    for (const key of await keys) startProgram(key);
    const accountIds = [...new Set((await keys).map(({ accountId }) => accountId))];
    for (const [place, accountId] of accountIds.entries())
      start(`owner-${place}`, () => new Owner(service, accountId, startProgram).live());
    start('operator', () => operate(service, accountIds));
    start('sweeps', () => every(world, SWEEP_MS, () => service.sweep()));
    start('closes', () => every(world, HOUR_MS, () => service.closeStatements()));
    await world.run(START_MS + days * DAY_MS);
  } catch (error) {
    broken = `step ${world.steps}: ${(error as Error).stack ?? String(error)}`;
  } finally {
    simulate(undefined);
    service.close();
  }
  const { books, cloud, functions } = service;
  return {
    seed,
    days,
    steps: world.steps,
    digest: world.digest(),
    counts: books.counts,
    faults: cloud.faults.injected,
    requests: cloud.requests,
    kills: functions.kills,
    mostTogether: cloud.mostTogether,
    mostAccounts: books.mostAccounts,
    broken,
  };
}

async function every(world: SimulatedWorld, ms: number, work: () => Promise<void>): Promise<never> {
  for (;;) {
    await world.wait(ms);
    await work();
  }
}

async function openWorld(service: SimulatedService, items: ReturnType<typeof sampleItems>): Promise<readonly Key[]> {
  const { tables, world } = service;
  const writer = openItemWriter(tables);
  for (const item of items) await writer.writeItem(item);
  const store = openAdministrationStore(tables);
  const keys: Key[] = [];
  for (const planCode of ['starter', 'growth', 'starter'] as const) {
    const opening = {
      name: `Customer ${keys.length}`,
      planCode,
      anchorDay: world.chance.pick([3, 3, 4, 5]),
      spendingCapCents: world.chance.pick([null, 1, 5, 200]),
      trialAllowanceItems: world.chance.pick([5, 40, 200]),
      terms: { tokensIncluded: world.chance.pick([0, 2_000, 100_000]) },
    };
    const { accountId } = valueOf(await createAccount(store, opening, OPERATOR, world.nowMs()));
    for (const kind of ['live', 'live', 'trial', 'test'] as const) {
      const wanted = { accountId, kind, name: `Key ${keys.length}`, scopes: SCOPES };
      const { client, secret } = valueOf(await createClient(store, wanted, OPERATOR, world.nowMs()));
      keys.push({ accountId, kind, credential: `${client.clientId}:${secret}` });
    }
  }
  return keys;
}
