/**
 * Plans one call of request_enrichment: each part, in order, is returned from the index, queued or refused. The plan is
 * decided from known state; request-enrichment.ts repeats it when the write finds that something has changed.
 */
import type { BillingRefusal } from '../../billing/meter/billing-refusal.ts';
import type { PayingClient } from '../../billing/meter/client-share.ts';
import type { Caller } from '../../billing/accounts/caller.ts';
import {
  isBillable,
  prepareDebit,
  refusedByKnownUsage,
  TRIAL_USAGE_KEY,
  usageKeyOf,
  writtenWith,
  type UsageDebit,
  type BillableCaller,
  type Wanted,
} from '../../billing/meter/usage-debit.ts';
import type { RequestReceipt } from '../../billing/meter/request-receipt.ts';
import { countTokens, isNothing } from '../../billing/meter/charge-for-items.ts';
import type { UsageSnapshot } from '../../billing/accounts/usage.ts';
import { selectFields, showItem, type ShownItem } from '../../index/items/item-selection.ts';
import type { ItemRecord } from '../../index/items/item-record.ts';
import { MAX_CANDIDATES, type Candidate } from '../../index/lookup/candidate.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { EnrichmentRefusal } from './enrichment-refusal.ts';
import {
  numberId,
  numberName,
  openRequest,
  RESEARCH_TAKES_MS,
  standingOf,
  type AskedPart,
  type EnrichmentRequest,
  type PartName,
} from './enrichment-request.ts';
import { whyNotResearched } from './unresearchable.ts';
import type { RequestChange, ResearchLoad } from './enrichment-store.ts';
import { RESEARCH_PRICE_NANO_USD } from '../../money.ts';
import { DAY_MS, nextStart } from '../../time.ts';

/** A requested part, with its item if the index has one. */
export interface PartInCall {
  readonly name: PartName;
  readonly asked: AskedPart;
  readonly item: ItemRecord | null;
  /** Parts in the index with similar spellings, if none is the requested one. */
  readonly alike: readonly Candidate[];
}

type EnrichingCaller = Pick<Caller, 'account'> & { readonly client: PayingClient };

export interface EnrichmentCall {
  readonly caller: EnrichingCaller;
  readonly parts: readonly PartInCall[];
  /** The attempt id of the requests of this call. */
  readonly attempt: string;
  readonly nowMs: number;
  /** For how many parts candidates may be shown; absent for none. */
  readonly candidates?: number;
  /** Whether a part may be requested again that was not found in the last 30 days; only for operators. */
  readonly again?: boolean;
  /**
   * False for an operator's requests: the limits on open and not found parts apply only to the account's clients and
   * members.
   */
  readonly counted: boolean;
  /** Set for a request with an Idempotency-Key; what the receipt covers is not paid again. */
  readonly receipt?: RequestReceipt | undefined;
}

/** The state that a plan is decided from. */
export interface KnownState {
  readonly usage: UsageSnapshot;
  /** The account's requests by `numberId`. */
  readonly requests: ReadonlyMap<string, EnrichmentRequest>;
  readonly load: ResearchLoad;
}

/** The price of a found part: money, nothing (paid before), or an item of the trial. */
export type ResearchPrice = 'paid' | 'free' | 'trial';

export type PartAnswer =
  | { readonly kind: 'already_in_index'; readonly item: ShownItem }
  | { readonly kind: 'queued'; readonly checkBackAfterMs: number; readonly price: ResearchPrice }
  | { readonly kind: 'refused'; readonly refusal: EnrichmentRefusal };

export interface EnrichmentPlan {
  /** One per part, in the order of the call. */
  readonly answers: readonly PartAnswer[];
  readonly changes: readonly RequestChange[];
  /** Undefined if nothing is paid or reserved. */
  readonly debit: UsageDebit | undefined;
}

const NOTHING: Wanted = { tokens: 0, items: 0, parts: 0 };
const ONE_PART: Wanted = { tokens: 0, items: 0, parts: 1 };
const SELECTION = selectFields({ defaults: 'lookup' });

export function planEnrichment(call: EnrichmentCall, known: KnownState): EnrichmentPlan {
  const tally = new CallTally(call, known.usage);
  const testKey = call.caller.client.kind === 'test';
  const changes = new Map<string, RequestChange>();
  const decided = new Map<string, PartAnswer>();
  let candidatesShown = 0;
  const answers = call.parts.map((part) => {
    // An item or part number that the call contains several times is decided once.
    const id = part.item?.id ?? numberId(numberName(part.name, part.asked.partNumber));
    const answer = decided.get(id) ?? (part.item === null ? askFor(part) : fromIndex(part.item, tally));
    decided.set(id, answer);
    return answer;
  });
  return { answers, changes: [...changes.values()], debit: tally.debit };

  function askFor(part: PartInCall): PartAnswer {
    const name = numberName(part.name, part.asked.partNumber);
    const before = known.requests.get(numberId(name));
    const standing = standingOf(before, call.nowMs);
    if (!testKey && standing.kind === 'under_way') return underWay(standing.request);
    if (!testKey && standing.kind === 'not_found_recently' && call.again !== true)
      return { kind: 'refused', refusal: standing };
    const allowed = tally.allowResearch();
    if (!allowed.ok) return { kind: 'refused', refusal: allowed.reason };
    // Money first: a caller that cannot pay learns nothing about the index, not even from the kind of refusal.
    const isFree = before?.charged ?? false;
    const unpaid = tally.unpaidReserve(allowed.value, isFree);
    if (unpaid !== undefined) return { kind: 'refused', refusal: unpaid };
    const why = whyNotResearched(part.asked.manufacturer, part.asked.partNumber);
    if (why !== undefined) return { kind: 'refused', refusal: { kind: 'names_no_part', why } };
    if (part.alike.length > 0) {
      candidatesShown += 1;
      const candidates = candidatesShown <= (call.candidates ?? 0) ? part.alike.slice(0, MAX_CANDIDATES) : [];
      return { kind: 'refused', refusal: { kind: 'written_alike', candidates } };
    }
    const bound = call.counted ? boundReached(call, known.load, changes.size) : undefined;
    if (bound !== undefined) return { kind: 'refused', refusal: bound };
    const reserved = tally.reserve(allowed.value, isFree);
    if (!reserved.ok) return { kind: 'refused', refusal: reserved.reason };
    const { accountId } = call.caller.account;
    const { attempt, nowMs, counted } = call;
    const after = openRequest(
      { ...name, accountId, attempt, asked: part.asked, ...reserved.value, counted },
      before,
      nowMs,
    );
    changes.set(numberId(name), { before, after });
    return underWay(after);
  }
}

/**
 * Returns a refusal if a limit of the account is reached.
 * @param opened the number of parts that this call already queues
 */
function boundReached(
  { caller, nowMs }: EnrichmentCall,
  { open, notFoundToday }: ResearchLoad,
  opened: number,
): EnrichmentRefusal | undefined {
  const { openParts, notFoundPartsPerDay } = caller.account.terms;
  if (notFoundToday >= notFoundPartsPerDay)
    return { kind: 'too_many_not_found', limit: notFoundPartsPerDay, askAgainAfterMs: nextStart(DAY_MS, nowMs) };
  if (open + opened >= openParts)
    return { kind: 'too_many_open', limit: openParts, askAgainAfterMs: nowMs + RESEARCH_TAKES_MS };
  return undefined;
}

function fromIndex(stored: ItemRecord, tally: CallTally): PartAnswer {
  const item = showItem(stored, SELECTION);
  const paid = tally.pay(countTokens(item));
  return paid.ok ? { kind: 'already_in_index', item } : { kind: 'refused', refusal: paid.reason };
}

function underWay({ checkBackAfterMs, usageKey }: EnrichmentRequest): PartAnswer {
  const price = usageKey === null ? 'free' : usageKey === TRIAL_USAGE_KEY ? 'trial' : 'paid';
  return { kind: 'queued', checkBackAfterMs, price };
}

/** Adds up the debit of the call: each part must fit in addition to the earlier ones. */
class CallTally {
  debit: UsageDebit | undefined;
  #wanted: Wanted = NOTHING;
  readonly #caller: EnrichingCaller & { readonly usage: UsageSnapshot };
  readonly #nowMs: number;
  readonly #receipt: RequestReceipt | undefined;

  constructor({ caller, nowMs, receipt }: EnrichmentCall, usage: UsageSnapshot) {
    this.#caller = { ...caller, usage };
    this.#nowMs = nowMs;
    this.#receipt = receipt;
  }

  /** Pays for an item in the index; free for test keys. */
  pay(tokens: number): Result<unknown, EnrichmentRefusal> {
    return isBillable(this.#caller) ? this.#take(this.#caller, { tokens, items: 1, parts: 0 }) : succeed(undefined);
  }

  /** Returns the paying caller if the client and the account may request research. */
  allowResearch(): Result<BillableCaller, EnrichmentRefusal> {
    const caller = this.#caller;
    if (!isBillable(caller)) return fail({ kind: 'test_key' });
    const allowed = prepareDebit(caller, NOTHING, this.#nowMs);
    if (!allowed.ok) return allowed;
    const { account, client } = caller;
    if (client.kind === 'trial')
      return account.trialResearchAllowed ? succeed(caller) : fail({ kind: 'trial_without_research' });
    return account.terms.researchAllowed ? succeed(caller) : fail({ kind: 'plan_without_research' });
  }

  /** Returns why a part could not be reserved now; undefined if it could. */
  unpaidReserve(payer: BillableCaller, free: boolean): EnrichmentRefusal | undefined {
    if (free) return undefined;
    const fits = this.#fits(payer, ONE_PART);
    return fits.ok ? undefined : fits.reason;
  }

  /**
   * Reserves a part to be researched. Returns the key of the usage row with the reserve, null if the part is free, and
   * the client's share.
   */
  reserve(
    payer: BillableCaller,
    free: boolean,
  ): Result<Pick<EnrichmentRequest, 'usageKey' | 'share'>, EnrichmentRefusal> {
    if (free) return succeed({ usageKey: null });
    const taken = this.#take(payer, ONE_PART);
    if (!taken.ok) return taken;
    if (taken.value === undefined) throw new Error('A reserve is always a debit.');
    const share = taken.value.kind === 'period' ? taken.value.share : undefined;
    return succeed({
      usageKey: usageKeyOf(taken.value),
      ...(share !== undefined && { share: { number: share.terms.number, day: share.day ?? null } }),
    });
  }

  #take(payer: BillableCaller, more: Wanted): Result<UsageDebit | undefined, EnrichmentRefusal> {
    const fits = this.#fits(payer, more);
    if (!fits.ok) return fits;
    const { wanted, debit } = fits.value;
    this.#wanted = wanted;
    if (debit !== undefined) this.debit = debit;
    return succeed(debit);
  }

  /** Returns the call's amounts and debit including `more`; without a debit if a receipt covers all. */
  #fits(
    payer: BillableCaller,
    more: Wanted,
  ): Result<{ readonly wanted: Wanted; readonly debit: UsageDebit | undefined }, EnrichmentRefusal> {
    const wanted = {
      tokens: this.#wanted.tokens + more.tokens,
      items: this.#wanted.items + more.items,
      parts: this.#wanted.parts + more.parts,
    };
    const owed = { ...(this.#receipt?.owed(wanted) ?? wanted), parts: wanted.parts };
    if (owed.parts === 0 && isNothing(owed)) return succeed({ wanted, debit: undefined });
    const debit = prepareDebit(payer, owed, this.#nowMs);
    if (!debit.ok) return debit;
    const refused = refusedByKnownUsage(debit.value, payer.usage);
    if (refused !== undefined) return fail(this.#beyondEarlier(refused));
    return succeed({ wanted, debit: writtenWith(debit.value, { receipt: this.#receipt?.write(owed) }) });
  }

  /** A budget's figures for one part: what earlier parts of the call take counts as used. */
  #beyondEarlier(refused: BillingRefusal): BillingRefusal {
    if (refused.kind !== 'budget_reached') return refused;
    const { tokens, parts } = this.debit?.wanted ?? NOTHING;
    const earlier = refused.unit === 'tokens' ? tokens : parts * RESEARCH_PRICE_NANO_USD;
    return { ...refused, used: refused.used + earlier, asked: refused.asked - earlier };
  }
}
