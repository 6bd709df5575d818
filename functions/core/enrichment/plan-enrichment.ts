/**
 * What one call of request_enrichment comes to, part by part and in the order of the request: returned from the index, queued or refused.
 * Pure: decided from what was read, and decided again when the write finds that something has changed (request-enrichment.ts).
 */
import type { Caller } from '../auth/caller.ts';
import {
  fitsKnownUsage,
  prepareDraw,
  TRIAL_USAGE_KEY,
  usageKeyOf,
  type Draw,
  type Drawer,
  type Wanted,
} from '../billing/draw.ts';
import { countTokens } from '../billing/token-count.ts';
import type { UsageSnapshot } from '../billing/usage.ts';
import { selectFields, showItem, type ShownItem } from '../products/item-selection.ts';
import type { ItemRecord } from '../products/item-record.ts';
import { fail, succeed, type Result } from '../result.ts';
import type { EnrichmentRefusal } from './enrichment-refusal.ts';
import {
  openRequest,
  partId,
  standingOf,
  type AskedPart,
  type EnrichmentRequest,
  type PartName,
} from './enrichment-request.ts';
import type { RequestChange } from './enrichment-store.ts';

/** A part as asked for, with the index's record of it if there is one. */
export interface PartInCall {
  readonly name: PartName;
  readonly asked: AskedPart;
  readonly record: ItemRecord | null;
}

export type EnrichingCaller = Pick<Caller, 'account'> & { readonly client: Pick<Caller['client'], 'kind'> };

export interface EnrichmentCall {
  readonly caller: EnrichingCaller;
  readonly parts: readonly PartInCall[];
  /** Names the askings of this call. */
  readonly attempt: string;
  readonly nowMs: number;
  /** True lets a part that was not found lately be asked for again: for the operator. */
  readonly again?: boolean;
}

/** What was read, as far as it is known by now. */
export interface Knowledge {
  readonly usage: UsageSnapshot;
  /** By `partId`. */
  readonly requests: ReadonlyMap<string, EnrichmentRequest>;
}

/** What finding the part takes: money, nothing (paid before), or an item of the trial. */
export type ResearchPrice = 'paid' | 'free' | 'trial';

export type PartAnswer =
  | { readonly kind: 'already_in_index'; readonly item: ShownItem }
  | { readonly kind: 'queued'; readonly checkBackAfterMs: number; readonly price: ResearchPrice }
  | { readonly kind: 'refused'; readonly refusal: EnrichmentRefusal };

export interface EnrichmentPlan {
  /** One a part, in the order of the call. */
  readonly answers: readonly PartAnswer[];
  readonly changes: readonly RequestChange[];
  /** Undefined when nothing is to be paid or reserved. */
  readonly draw: Draw | undefined;
}

const NOTHING: Wanted = { tokens: 0, items: 0, parts: 0 };
const SELECTION = selectFields({ defaults: 'lookup' });

export function planEnrichment(call: EnrichmentCall, knowledge: Knowledge): EnrichmentPlan {
  const tab = new Tab(call, knowledge.usage);
  const testKey = call.caller.client.kind === 'test';
  const changes = new Map<string, RequestChange>();
  const decided = new Map<string, PartAnswer>();
  const answers = call.parts.map((part) => {
    // The same record, and the same part, is decided once however often the call names it.
    const id = part.record?.id ?? partId(part.name);
    const answer = decided.get(id) ?? (part.record === null ? askFor(part) : fromIndex(part.record, tab));
    decided.set(id, answer);
    return answer;
  });
  return { answers, changes: [...changes.values()], draw: tab.draw };

  function askFor(part: PartInCall): PartAnswer {
    const before = knowledge.requests.get(partId(part.name));
    const standing = standingOf(before, call.nowMs);
    if (!testKey && standing.kind === 'under_way') return underWay(standing.request);
    if (!testKey && standing.kind === 'not_found_lately' && call.again !== true)
      return { kind: 'refused', refusal: standing };
    const reserved = tab.reserve(before?.charged ?? false);
    if (!reserved.ok) return { kind: 'refused', refusal: reserved.reason };
    const { accountId } = call.caller.account;
    const { attempt, nowMs } = call;
    const usageKey = reserved.value;
    const after = openRequest({ ...part.name, accountId, attempt, asked: part.asked, usageKey }, before, nowMs);
    changes.set(partId(part.name), { before, after });
    return underWay(after);
  }
}

function fromIndex(record: ItemRecord, tab: Tab): PartAnswer {
  const item = showItem(record, SELECTION);
  const paid = tab.pay(countTokens(item));
  return paid.ok ? { kind: 'already_in_index', item } : { kind: 'refused', refusal: paid.reason };
}

function underWay({ checkBackAfterMs, usageKey }: EnrichmentRequest): PartAnswer {
  const price = usageKey === null ? 'free' : usageKey === TRIAL_USAGE_KEY ? 'trial' : 'paid';
  return { kind: 'queued', checkBackAfterMs, price };
}

/** What the call has taken so far: each part is tried on top of those before it. */
class Tab {
  draw: Draw | undefined;
  #wanted: Wanted = NOTHING;
  readonly #caller: EnrichingCaller;
  readonly #usage: UsageSnapshot;
  readonly #nowMs: number;

  constructor({ caller, nowMs }: EnrichmentCall, usage: UsageSnapshot) {
    this.#caller = caller;
    this.#usage = usage;
    this.#nowMs = nowMs;
  }

  /** For a record of the index. Test keys read it free. */
  pay(tokens: number): Result<undefined, EnrichmentRefusal> {
    if (this.#caller.client.kind === 'test') return succeed(undefined);
    const taken = this.#take({ tokens, items: 1, parts: 0 });
    return taken.ok ? succeed(undefined) : taken;
  }

  /** For a part to be researched: the usage row that holds the reserve, null when it is free. */
  reserve(free: boolean): Result<string | null, EnrichmentRefusal> {
    const drawer = { ...this.#caller, usage: this.#usage };
    if (!isDrawer(drawer)) return fail({ kind: 'test_key' });
    const allowed = prepareDraw(drawer, NOTHING, this.#nowMs);
    if (!allowed.ok) return allowed;
    const { account, client } = this.#caller;
    if (client.kind === 'trial' && !account.trialResearchAllowed) return fail({ kind: 'trial_without_research' });
    if (client.kind === 'live' && !account.terms.researchAllowed) return fail({ kind: 'plan_without_research' });
    if (free) return succeed(null);
    const taken = this.#take({ tokens: 0, items: 0, parts: 1 });
    return taken.ok ? succeed(usageKeyOf(taken.value)) : taken;
  }

  #take(more: Wanted): Result<Draw, EnrichmentRefusal> {
    const drawer = { ...this.#caller, usage: this.#usage };
    if (!isDrawer(drawer)) return fail({ kind: 'test_key' });
    const wanted = {
      tokens: this.#wanted.tokens + more.tokens,
      items: this.#wanted.items + more.items,
      parts: this.#wanted.parts + more.parts,
    };
    const draw = prepareDraw(drawer, wanted, this.#nowMs);
    if (!draw.ok) return draw;
    if (!fitsKnownUsage(draw.value, this.#usage))
      return fail({ kind: draw.value.kind === 'trial' ? 'trial_limit_reached' : 'spending_cap_reached' });
    this.#wanted = wanted;
    this.draw = draw.value;
    return draw;
  }
}

function isDrawer(caller: EnrichingCaller & { usage: UsageSnapshot }): caller is typeof caller & Drawer {
  return caller.client.kind !== 'test';
}
