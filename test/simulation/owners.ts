/**
 * The owner of an account: a browser on the dashboard that looks at figures, changes the cap, and makes and revokes
 * keys.
 */
import { openPeopleStore } from '../../adapters/dynamodb/open-stores.ts';
import { csrfTokenOf } from '../../core/access/people/session.ts';
import { joinAccount, signInPerson, type PersonSession } from '../support/service/people.ts';
import type { Key } from './customers.ts';
import { DASHBOARD_URL, type Answered, type SimulatedService } from './simulated-service.ts';

interface Statement {
  readonly period: string;
  readonly tokens: number;
}

interface Shown {
  readonly periods?: readonly { readonly period: string; readonly tokens: number; readonly cost_usd: string }[];
  readonly open?: Statement;
  readonly statements?: readonly Statement[];
  readonly exact_usd?: string;
}

export class Owner {
  readonly #service: SimulatedService;
  readonly #accountId: string;
  readonly #startProgram: (key: Key) => void;
  #session: PersonSession | undefined;
  /** The client ids of the keys that this owner made. */
  readonly #made: string[] = [];

  /** @param startProgram called with each new key */
  constructor(service: SimulatedService, accountId: string, startProgram: (key: Key) => void) {
    this.#service = service;
    this.#accountId = accountId;
    this.#startProgram = startProgram;
  }

  /** Opens the dashboard now and then until the world ends. */
  async live(): Promise<never> {
    const { world } = this.#service;
    const people = openPeopleStore(this.#service.tables);
    const email = `owner@${this.#accountId.slice(4).toLowerCase()}.example`;
    const member = await joinAccount(people, { accountId: this.#accountId, email, role: 'owner' }, world.nowMs());
    for (;;) {
      await world.wait(world.chance.integer(10, 300) * 60_000);
      this.#session ??= await signInPerson(people, member, world.nowMs());
      for (let views = world.chance.integer(1, 5); views > 0; views -= 1) {
        await this.#act();
        await world.wait(world.chance.integer(1, 30) * 1_000);
      }
    }
  }

  async #act(): Promise<void> {
    const { chance } = this.#service.world;
    switch (chance.integer(0, 9)) {
      case 0:
        return void (await this.#change('/cap', { cap_cents: chance.pick([0, 1, 3, 20, 500]) }));
      case 1:
        return void (await this.#change('/cap/remove', {}));
      case 2:
        return this.#makeKey();
      case 3:
        return this.#revokeKey();
      case 4:
      case 5:
        return void (await this.#view('/statements'));
      case 6:
        return void (await this.#view('/research'));
      case 7:
        return void (await this.#view('/trail'));
      default:
        return void (await this.#view('/overview'));
    }
  }

  async #makeKey(): Promise<void> {
    const { chance } = this.#service.world;
    const kind = chance.pick(['live', 'trial', 'test']);
    const wanted = { name: `Made ${this.#made.length}`, kind, permissions: ['look_up', 'usage', 'enrich'] };
    const answered = await this.#change('/keys', wanted);
    if (answered?.statusCode !== 201) return;
    const { data } = JSON.parse(answered.body) as { data: { client_id: string; client_secret: string } };
    this.#made.push(data.client_id);
    // A few more programs are enough.
    const credential = `${data.client_id}:${data.client_secret}`;
    if (this.#made.length <= 2) this.#startProgram({ accountId: this.#accountId, kind, credential });
  }

  async #revokeKey(): Promise<void> {
    const [clientId] = this.#made.length > 2 ? this.#made : [];
    if (clientId === undefined) return;
    await this.#change('/keys/revoke', { client_id: clientId });
    this.#made.shift();
  }

  async #view(path: string): Promise<void> {
    const { world, books } = this.#service;
    const beganMs = world.nowMs();
    const answered = await this.#send('GET', path);
    if (answered?.statusCode !== 200) return;
    const { data } = JSON.parse(answered.body) as { data: Shown };
    for (const { period, tokens, cost_usd } of data.periods ?? [])
      books.shownPeriod(this.#accountId, period, { tokens, costNanoUsd: nanoUsdOf(cost_usd) }, beganMs);
    if (data.open !== undefined) books.shownPeriod(this.#accountId, data.open.period, data.open, beganMs);
    for (const { period } of data.statements ?? []) await this.#viewStatement(period);
  }

  async #viewStatement(period: string): Promise<void> {
    const answered = await this.#send('GET', '/statements/one', `period=${period}`);
    if (answered?.statusCode !== 200) return;
    const { data } = JSON.parse(answered.body) as { data: Required<Pick<Shown, 'exact_usd'>> };
    this.#service.books.shownStatement(this.#accountId, period, nanoUsdOf(data.exact_usd));
  }

  #change(path: string, body: object): Promise<Answered> {
    return this.#send('POST', path, '', body);
  }

  async #send(method: 'GET' | 'POST', path: string, query = '', body?: object): Promise<Answered> {
    const session = this.#session;
    if (session === undefined) return undefined;
    const origin = new URL(DASHBOARD_URL).origin;
    const more =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', origin, 'x-csrf-token': csrfTokenOf(session.cookie) };
    const { books, world } = this.#service;
    const beganMs = world.nowMs();
    const answered = await this.#service.send('dashboard', this.#accountId, {
      method,
      path: `/dashboard/api${path}`,
      query,
      headers: { 'sec-fetch-site': 'same-origin', ...more },
      cookies: [session.cookieHeader],
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    books.count(`dashboard ${answered?.statusCode ?? 'broken'}`);
    books.answered(this.#accountId, answered?.body ?? '', beganMs);
    if (answered?.statusCode === 401) this.#session = undefined;
    return answered;
  }
}

/** Reads an amount of dollars as it is shown. */
function nanoUsdOf(shown: string): number {
  return Math.round(Number(shown.replaceAll(/[^0-9.-]/g, '')) * 1e9);
}
