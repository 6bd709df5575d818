/**
 * Keeps its own books of the money in a simulated world and compares them with the service's after every event. It
 * learns only what is outside of the service's decisions: each change of a row as the database carried it out, by the
 * invocation that asked for it, and what callers were answered. It uses none of the service's functions for money.
 */
import { RESEARCH_PRICE_NANO_USD } from '../../core/money.ts';
import type { EngineCall } from '../../local/dynamodb/embedded-dynamodb.ts';
import type { CloudService } from './simulated-cloud.ts';
import { BrokenPromise, type SimulatedWorld } from './simulated-world.ts';
import type { Ended } from './simulated-function.ts';

/** The numbers of a row. */
type Figures = Readonly<Record<string, number>>;

/** What the books compare of a usage row. */
const BILLED = ['tokens', 'items', 'calls', 'committed', 'research', 'reserved', 'charged'] as const;

/** Three hours: longer than any invocation and every late write. */
const KEPT_MS = 10_800_000;
const NANO_USD_PER_CENT = 10_000_000;

interface Row {
  readonly pk: string;
  readonly sk: string;
}

type WireRow = Readonly<Record<string, { readonly N?: string; readonly S?: string; readonly M?: WireRow }>>;

/** What a caller was answered about money. */
export interface Billed {
  readonly tokens: number;
  /** Undefined for a key without such a figure. */
  readonly usedThisPeriod: number | undefined;
}

interface Invocation {
  readonly number: number;
  readonly name: string;
  /** The account of its caller; undefined for what serves all accounts. */
  readonly accountId: string | undefined;
  readonly beganMs: number;
  /** By usage row, what its writes added in total. */
  readonly added: Map<string, Record<string, number>>;
  /** The amounts of tokens that it logged as charges in doubt. */
  readonly inDoubt: number[];
  /** Its requests that may still be carried out. */
  onWay: number;
  ended: Ended['kind'] | undefined;
  billed: Billed | undefined;
}

interface Kept {
  readonly atMs: number;
  readonly figures: Figures;
}

export class Books {
  /** What the run found of each kind, for the summary. */
  readonly counts = new Map<string, number>();
  /** The most accounts that were served together. */
  mostAccounts = 0;
  readonly #world: SimulatedWorld;
  readonly #call: EngineCall;
  readonly #table: string;
  readonly #open = new Map<number, Invocation>();
  readonly #figures = new Map<string, Figures>();
  /** Figures of a usage row since a while ago. */
  readonly #history = new Map<string, Kept[]>();
  /** Spending caps in cents, and when each became the account's. */
  readonly #caps = new Map<string, { readonly atMs: number; readonly cents: number | null }[]>();
  readonly #allowances = new Map<string, number>();
  /** By usage row, the tokens that callers were told of and those without an answer that the rules allow. */
  readonly #told = new Map<string, number>();
  /** By usage row: parts in research that hold a reserve there, and parts that were charged there. */
  readonly #reserves = new Map<string, number>();
  readonly #charged = new Map<string, number>();
  readonly #toCompare = new Set<string>();
  readonly #stated = new Map<string, number>();

  constructor(world: SimulatedWorld, call: EngineCall, accountsTable: string) {
    this.#world = world;
    this.#call = call;
    this.#table = accountsTable;
  }

  /** The database with the books beside it. */
  watched(): CloudService {
    return async ({ operation, body, invocation }) => {
      const rows = operation.startsWith('Get') || operation.startsWith('Query') ? [] : this.#writtenRows(body);
      const before = await Promise.all(rows.map((row) => this.#read(row)));
      const answer = await this.#call(operation, body);
      if (answer.statusCode === 200) await this.#carriedOut(rows, before, this.#open.get(invocation));
      return answer;
    };
  }

  async #carriedOut(rows: readonly Row[], before: readonly (WireRow | undefined)[], by: Invocation | undefined) {
    for (const [place, row] of rows.entries()) this.#changed(row, before[place], await this.#read(row), by);
    for (const name of this.#toCompare) this.#compareResearch(name);
    this.#toCompare.clear();
  }

  begin(number: number, name: string, accountId: string | undefined): void {
    const beganMs = this.#world.nowMs();
    const fresh = { added: new Map(), inDoubt: [], onWay: 0, ended: undefined, billed: undefined };
    this.#open.set(number, { number, name, accountId, beganMs, ...fresh });
    const running = [...this.#open.values()].filter(({ ended }) => ended === undefined);
    const accounts = new Set(running.flatMap((one) => one.accountId ?? []));
    this.mostAccounts = Math.max(this.mostAccounts, accounts.size);
  }

  /** A request of an invocation is on its way, or no longer. */
  onWay(number: number, change: 1 | -1): void {
    const invocation = this.#open.get(number);
    if (invocation === undefined) return;
    invocation.onWay += change;
    this.#settle(invocation);
  }

  /** An invocation logged a charge that may remain although its call failed. */
  reported(number: number, tokens: number): void {
    this.count('charges in doubt');
    this.#open.get(number)?.inDoubt.push(tokens);
  }

  /** @param billed undefined if no answer was given */
  end(number: number, ended: Ended['kind'], billed: Billed | undefined): void {
    const invocation = this.#open.get(number);
    if (invocation === undefined) return;
    invocation.ended = ended;
    invocation.billed = billed;
    this.count(`invocations ${ended}`);
    this.#settle(invocation);
  }

  count(what: string, by = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + by);
  }

  /** What a caller got: figures of this account only. */
  answered(accountId: string, body: string, sinceMs: number): void {
    for (const other of this.#caps.keys())
      if (other !== accountId && body.includes(other)) this.#break(`${accountId} was answered with data of ${other}`);
    for (const [, shown] of body.matchAll(/"(?:tokens_used_this_period|tokens_used)":(\d+)/g))
      this.shown(accountId, Number(shown), sinceMs);
  }

  /** A figure of the tokens used that somebody was shown must have been true at some moment while they asked. */
  shown(accountId: string, shown: number, sinceMs: number): void {
    this.count('figures shown');
    const rows = [...this.#history.keys()].filter((name) => name.startsWith(`${accountId} 2`));
    const isTrue = shown === 0 || rows.some((name) => this.#were(name, sinceMs).some(({ tokens }) => tokens === shown));
    if (!isTrue) this.#break(`${accountId} was shown ${shown} tokens, which no row of it had since ${sinceMs}`);
  }

  /** What the dashboard showed of a period: all of it must have been true at the same moment. */
  shownPeriod(
    accountId: string,
    period: string,
    { tokens, costNanoUsd }: { readonly tokens: number; readonly costNanoUsd?: number },
    sinceMs: number,
  ): void {
    this.count('figures shown');
    const isTrue = this.#were(`${accountId} ${period}`, sinceMs).some(
      (row) =>
        (row['tokens'] ?? 0) === tokens &&
        (costNanoUsd === undefined || costOf(row) - (row['reserved'] ?? 0) === costNanoUsd),
    );
    if (!isTrue) this.#break(`${accountId} was shown ${tokens} tokens, ${costNanoUsd} nano-USD in ${period}`);
  }

  /** The amount of a statement as the dashboard showed it. */
  shownStatement(accountId: string, period: string, nanoUsd: number): void {
    this.count('statements shown');
    const stated = this.#stated.get(`${accountId} ${period}`);
    if (stated !== nanoUsd) this.#break(`${accountId} was shown ${nanoUsd} nano-USD for ${period}, stated ${stated}`);
  }

  #writtenRows(body: string): Row[] {
    type Keyed = { Key?: WireRow; Item?: WireRow; TableName?: string };
    const request = JSON.parse(body) as Keyed & { TransactItems?: Record<string, Keyed>[]; RequestItems?: object };
    const single = request.TransactItems?.flatMap((item) => Object.values(item)) ?? [request];
    return single.flatMap(({ Key, Item, TableName }) => {
      const pk = (Key ?? Item)?.['pk']?.S;
      const sk = (Key ?? Item)?.['sk']?.S;
      const isKept = TableName === this.#table && sk !== undefined && /^(USAGE#|STATEMENT#|ENRICH#|ACCOUNT$)/.test(sk);
      return isKept && pk !== undefined ? [{ pk, sk }] : [];
    });
  }

  async #read({ pk, sk }: Row): Promise<WireRow | undefined> {
    const body = { TableName: this.#table, Key: { pk: { S: pk }, sk: { S: sk } }, ConsistentRead: true };
    const answer = await this.#call('GetItem', JSON.stringify(body));
    return (answer.body as { Item?: WireRow }).Item;
  }

  #changed({ pk, sk }: Row, before: WireRow | undefined, after: WireRow | undefined, by: Invocation | undefined): void {
    const accountId = pk.slice('ACCOUNT#'.length);
    if (sk === 'ACCOUNT') return this.#accountChanged(accountId, after);
    const key = sk.slice(sk.indexOf('#') + 1);
    if (sk.startsWith('ENRICH#')) return this.#requestChanged(accountId, before ?? {}, after ?? {});
    if (sk.startsWith('STATEMENT#')) return this.#stateds(accountId, key, before, after);
    this.#usageChanged(accountId, key, figuresOf(before), figuresOf(after), by);
  }

  /** A part in research holds one reserve; a part found is charged once. */
  #requestChanged(accountId: string, before: WireRow, after: WireRow): void {
    const reserves = this.#reserves;
    for (const [row, change] of [[before, -1] as const, [after, 1] as const]) {
      const key = row['usage_key']?.S;
      if (key === undefined || !/^(queued|researching)$/.test(row['state']?.S ?? '')) continue;
      reserves.set(`${accountId} ${key}`, (reserves.get(`${accountId} ${key}`) ?? 0) + change);
      this.#toCompare.add(`${accountId} ${key}`);
    }
    const key = after['charged_usage_key']?.S;
    const isNew = after['charged_at_ms']?.N !== before['charged_at_ms']?.N;
    this.count('changes of enrichment requests');
    if (key === undefined || !isNew) return;
    this.count('parts charged');
    this.#charged.set(`${accountId} ${key}`, (this.#charged.get(`${accountId} ${key}`) ?? 0) + 1);
    this.#toCompare.add(`${accountId} ${key}`);
  }

  #compareResearch(name: string): void {
    const { reserved = 0, charged = 0 } = this.#figures.get(name) ?? {};
    const price = name.endsWith(' TRIAL') ? 1 : RESEARCH_PRICE_NANO_USD;
    const open = this.#reserves.get(name) ?? 0;
    if (reserved !== open * price) this.#break(`${name} has ${reserved} reserved for ${open} parts in research`);
    const found = name.endsWith(' TRIAL') ? 0 : (this.#charged.get(name) ?? 0);
    if (charged !== found * price) this.#break(`${name} has ${charged} charged for ${found} parts found`);
  }

  #accountChanged(accountId: string, row: WireRow | undefined): void {
    const cents = row?.['spending_cap_cents']?.N;
    const caps = this.#caps.get(accountId) ?? [];
    this.#caps.set(accountId, [
      ...caps,
      { atMs: this.#world.nowMs(), cents: cents === undefined ? null : Number(cents) },
    ]);
    this.#allowances.set(accountId, Number(row?.['trial_allowance_items']?.N ?? 0));
  }

  #usageChanged(accountId: string, key: string, before: Figures, after: Figures, by: Invocation | undefined): void {
    const name = `${accountId} ${key}`;
    if (Object.entries(after).some(([, figure]) => figure < 0)) this.#break(`${name} is negative: ${text(after)}`);
    const changes = BILLED.map((figure) => [figure, (after[figure] ?? 0) - (before[figure] ?? 0)] as const);
    if (changes.every(([, change]) => change === 0)) return;
    this.count('changes of usage rows');
    if (this.#stated.has(name)) this.#break(`${name} changed after its statement: ${text(after)}`);
    this.#figures.set(name, after);
    this.#toCompare.add(name);
    const atMs = this.#world.nowMs();
    const history = this.#history.get(name) ?? [{ atMs: 0, figures: {} }];
    while ((history[1]?.atMs ?? atMs) < atMs - KEPT_MS) history.shift();
    history.push({ atMs, figures: after });
    this.#history.set(name, history);
    if (key === 'TRIAL') this.#checkTrial(name, accountId, after);
    else this.#checkPeriod(name, accountId, before, after, by);
    if (by === undefined) return this.#break(`${name} was changed outside an invocation: ${text(after)}`);
    const added = by.added.get(name) ?? {};
    for (const [figure, change] of changes) added[figure] = (added[figure] ?? 0) + change;
    by.added.set(name, added);
  }

  #checkTrial(name: string, accountId: string, { items = 0 }: Figures): void {
    const allowance = this.#allowances.get(accountId) ?? 0;
    if (items > allowance) this.#break(`${name} has ${items} items of ${allowance}`);
  }

  #checkPeriod(name: string, accountId: string, before: Figures, after: Figures, by: Invocation | undefined): void {
    const { tokens = 0, committed = 0, research = 0, reserved = 0, charged = 0, price = 0, included = 0 } = after;
    if (committed !== tokens * price + research) this.#break(`${name}: committed is not its parts: ${text(after)}`);
    if (research !== reserved + charged) this.#break(`${name}: research is not its parts: ${text(after)}`);
    const cost = costOf(after);
    if (cost <= costOf(before)) return;
    const sinceMs = by?.beganMs ?? this.#world.nowMs();
    const caps = (this.#caps.get(accountId) ?? []).filter(
      (_, place, all) => (all[place + 1]?.atMs ?? Number.POSITIVE_INFINITY) >= sinceMs,
    );
    const cap = Math.max(...caps.map(({ cents }) => cents ?? Number.POSITIVE_INFINITY));
    if (cost > cap * NANO_USD_PER_CENT)
      this.#break(`${name} costs ${cost} nano-USD, ${included} included, over a cap of ${cap} cents`);
  }

  /** A statement must be what callers were told, to the nano-USD. */
  #stateds(accountId: string, key: string, before: WireRow | undefined, after: WireRow | undefined): void {
    const name = `${accountId} ${key}`;
    // A transaction that is repeated with its token is answered as written, and writes nothing.
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    if (before !== undefined) return this.#break(`The statement ${name} was changed`);
    if (after === undefined) return;
    this.count('statements');
    const stated = figuresOf(after);
    const row = this.#figures.get(name) ?? {};
    const told = this.#told.get(name) ?? 0;
    if (stated['tokens'] !== told) this.#break(`The statement ${name} has ${stated['tokens']} tokens, callers ${told}`);
    const overage = Math.max(0, told - (stated['included'] ?? 0)) * (stated['price'] ?? 0);
    const corrections = ((after['corrections'] ?? {}) as { L?: { M: WireRow }[] }).L ?? [];
    const corrected = corrections.reduce((sum, { M }) => sum + Number(M['amount_cents']?.N ?? 0), 0);
    const total = (stated['fee'] ?? 0) + overage + (row['charged'] ?? 0) + corrected * NANO_USD_PER_CENT;
    if (stated['total'] !== total) this.#break(`The statement ${name} is of ${stated['total']} nano-USD, not ${total}`);
    this.#stated.set(name, total);
  }

  /** Checks an invocation that has ended and can write nothing more. */
  #settle(invocation: Invocation): void {
    if (invocation.ended === undefined || invocation.onWay > 0) return;
    this.#open.delete(invocation.number);
    const rows = [...invocation.added].filter(([, added]) => BILLED.some((figure) => (added[figure] ?? 0) !== 0));
    for (const [name, added] of rows) {
      this.#told.set(name, (this.#told.get(name) ?? 0) + (added['tokens'] ?? 0));
      this.#checkAnswered(invocation, name, added);
    }
    const { billed } = invocation;
    if (billed !== undefined && billed.tokens > 0 && rows.length === 0)
      this.#break(`${titleOf(invocation)} answered ${billed.tokens} tokens without a charge`);
  }

  #checkAnswered(invocation: Invocation, name: string, { tokens = 0, calls = 0 }: Record<string, number>): void {
    const { billed, ended, inDoubt } = invocation;
    if (billed !== undefined) {
      const isTrial = name.endsWith(' TRIAL');
      if (!isTrial && tokens !== billed.tokens)
        this.#break(`${titleOf(invocation)} answered ${billed.tokens} tokens and charged ${tokens} on ${name}`);
      return;
    }
    if ((tokens === 0 && calls === 0) || invocation.name.startsWith('operator')) return;
    if (ended === 'killed') {
      this.count('charges of killed processes');
      if (calls > 1 || tokens < 0) this.#break(`${titleOf(invocation)} was killed with ${calls} charges on ${name}`);
      return;
    }
    if (!inDoubt.includes(tokens))
      this.#break(`${titleOf(invocation)} charged ${tokens} tokens on ${name} without an answer or a report`);
  }

  /** The figures that a row had since a moment. */
  #were(name: string, sinceMs: number): Figures[] {
    const history = this.#history.get(name) ?? [{ atMs: 0, figures: {} }];
    return history
      .filter((_, place) => (history[place + 1]?.atMs ?? this.#world.nowMs()) >= sinceMs)
      .map(({ figures }) => figures);
  }

  #break(what: string): void {
    this.#world.break(new BrokenPromise(what));
  }
}

function titleOf({ number, name }: Invocation): string {
  return `Invocation ${number} of ${name}`;
}

function costOf({ tokens = 0, price = 0, included = 0, research = 0 }: Figures): number {
  return Math.max(0, tokens - included) * price + research;
}

function figuresOf(row: WireRow | undefined): Figures {
  const numbers = Object.entries(row ?? {}).flatMap(([name, { N }]) =>
    N === undefined ? [] : [[name, Number(N)] as const],
  );
  return Object.fromEntries(numbers);
}

function text(figures: Figures): string {
  return BILLED.map((figure) => `${figure} ${figures[figure] ?? 0}`).join(', ');
}
