/** Customers of a simulated world: accounts with keys, and programs that call /mcp and /v1, in bursts and together. */
import { MINUTE_MS } from '../../core/time.ts';
import type { ItemRecord } from '../../core/index/items/item-record.ts';
import type { SimulatedService, Answered, SentRequest } from './simulated-service.ts';

/** A key of an account, as its program has it. */
export interface Key {
  readonly accountId: string;
  readonly kind: string;
  readonly credential: string;
}

const ROUND_MS = 30 * MINUTE_MS;

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'Simulated Assistant', version: '1' },
};

export class Customer {
  readonly #service: SimulatedService;
  readonly #key: Key;
  readonly #items: readonly ItemRecord[];
  #calls = 0;

  constructor(service: SimulatedService, key: Key, items: readonly ItemRecord[]) {
    this.#service = service;
    this.#key = key;
    this.#items = items;
  }

  /** Calls now and then until the world ends. */
  async live(): Promise<never> {
    const { world } = this.#service;
    for (;;) {
      // Programs start at round times, so that those of several accounts meet.
      const fromMs = world.nowMs() + world.chance.integer(1, 290) * MINUTE_MS;
      await world.wait(Math.ceil(fromMs / ROUND_MS) * ROUND_MS - world.nowMs());
      const burst = world.chance.pick([1, 2, 3, 6, 24]);
      const calls = Array.from({ length: burst }, async () => {
        await world.wait(world.chance.integer(1, 1_500));
        await this.#call();
      });
      await Promise.all(calls);
    }
  }

  async #call(): Promise<void> {
    const { chance } = this.#service.world;
    const { method, path, ...request } = chance.chance(50) ? this.#toolCall() : this.#apiCall();
    const sent = { method, path, ...request };
    const answered = await this.#send(sent);
    // A program that got no answer repeats the same request, some with the same Idempotency-Key.
    if ((answered === undefined || answered.statusCode >= 500) && chance.chance(60)) await this.#send(sent);
  }

  async #send(request: SentRequest): Promise<Answered> {
    const { books, world } = this.#service;
    const beganMs = world.nowMs();
    books.count(`calls of ${this.#key.kind} keys`);
    const answered = await this.#service.send(request.path === '/mcp' ? 'mcp' : 'v1', this.#key.accountId, request);
    books.answered(this.#key.accountId, answered?.body ?? '', beganMs);
    return answered;
  }

  #toolCall(): SentRequest {
    const [name, args] = this.#pickTool();
    const params = { name, arguments: args, _meta: META };
    return {
      method: 'POST',
      path: '/mcp',
      headers: {
        'content-type': 'application/json',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
        authorization: `Bearer ${this.#key.credential}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    };
  }

  #pickTool(): readonly [string, object] {
    const { chance } = this.#service.world;
    const draw = chance.integer(0, 99);
    if (draw < 55) return ['lookup_part', this.#part()];
    if (draw < 75) return ['lookup_parts', { items: this.#parts() }];
    if (draw < 83) return ['get_item', { item_id: this.#item().id }];
    if (draw < 93) return ['request_enrichment', { items: this.#wanted('part_number') }];
    return ['get_usage', {}];
  }

  #apiCall(): SentRequest {
    const { chance } = this.#service.world;
    this.#calls += 1;
    const headers = {
      authorization: `Bearer ${this.#key.credential}`,
      ...(chance.chance(60) && { 'idempotency-key': `simulated-${this.#key.kind}-${this.#calls}` }),
    };
    const draw = chance.integer(0, 99);
    if (draw < 50) {
      const query = new URLSearchParams(this.#part('mpn')).toString();
      return { method: 'GET', path: '/v1/items/lookup', query, headers };
    }
    const post = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
    if (draw < 75) return { ...post, path: '/v1/items/lookup', body: JSON.stringify({ items: this.#parts('mpn') }) };
    if (draw < 85) return { ...post, path: '/v1/enrichment', body: JSON.stringify({ items: this.#wanted('mpn') }) };
    if (draw < 92) return { method: 'GET', path: `/v1/items/${this.#item().id}`, headers };
    return { method: 'GET', path: '/v1/usage', headers };
  }

  #parts(name = 'part_number'): object[] {
    return Array.from({ length: this.#service.world.chance.integer(1, 4) }, () => this.#part(name));
  }

  /**
   * A part of the index, or rarely one like it that nobody has.
   * @param name of the part number: tools and endpoints differ
   */
  #part(name = 'part_number'): Record<string, string> {
    const { chance } = this.#service.world;
    const { manufacturer, mpn } = this.#item();
    return { manufacturer: manufacturer ?? '', [name]: `${mpn ?? ''}${chance.chance(92) ? '' : '-NOT'}` };
  }

  /** Parts to research, which several accounts may want. */
  #wanted(name: string): object[] {
    const { chance } = this.#service.world;
    const { manufacturer } = this.#item();
    return Array.from({ length: chance.integer(1, 3) }, () => ({
      manufacturer,
      [name]: `WANTED-${chance.integer(1, 60)}`,
    }));
  }

  #item(): ItemRecord {
    return this.#items[this.#service.world.chance.integer(0, this.#items.length - 1)] as ItemRecord;
  }
}
