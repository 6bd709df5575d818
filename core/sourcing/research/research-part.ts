/**
 * Handles one message of the research queue from claim to settlement. Every step may run twice, and the process may be
 * killed after any step: the next worker reads from the rows how far it got (docs/reference/enrichment.md).
 */
import { secondsUntil, type Clock } from '../../time.ts';
import { newItemId, randomAlphanumeric } from '../../identifiers.ts';
import type { FoundPart, PartByNumber } from '../../index/lookup/find-part.ts';
import { findParts } from '../../index/lookup/find-parts.ts';
import { sameVerbatim } from '../../index/part-keys/part-number.ts';
import type { ItemRecord } from '../../index/items/item-record.ts';
import type { ItemWriter } from '../item-import/item-writer.ts';
import type { ItemIndex } from '../../index/items/item-index.ts';
import { gtinsOf } from '../../index/items/item-identity.ts';
import { changeRequest } from '../enrichment/change-enrichment.ts';
import {
  claimRequest,
  partOfRequest,
  releaseRequest,
  waitedEnough,
  waitRequest,
  type Claim,
  type EnrichmentRequest,
  type ResearchEnd,
} from '../enrichment/enrichment-request.ts';
import type { EnrichmentStore } from '../enrichment/enrichment-store.ts';
import {
  dropPart,
  finishPart,
  isBeside,
  takePart,
  isChargedFor,
  type PartResult,
  type PartResearch,
  type TakenPart,
} from './part-research.ts';
import type { PartResearchStore } from './part-research-store.ts';
import type { PartResearcher, ResearchAnswer } from './part-researcher.ts';
import type { ResearchMessage } from '../enrichment/enrichment-queue.ts';
import { readResearchedRecord, addsNothing } from './researched-record.ts';
import { abandonRequest, settleUnderLease } from '../enrichment/settle-enrichment.ts';

export interface ResearchPorts {
  readonly enrichment: EnrichmentStore;
  readonly partResearch: PartResearchStore;
  readonly index: ItemIndex;
  readonly writer: ItemWriter;
  readonly researcher: PartResearcher;
  readonly clock: Clock;
}

export type MessageEnd =
  /** The message is finished, by this worker or another. */
  | { readonly kind: 'settled'; readonly state: ResearchEnd['kind'] }
  | { readonly kind: 'void' | 'leased' }
  /** The account was suspended or closed meanwhile: the request ended without research. */
  | { readonly kind: 'account_inactive' }
  /** The providers' quotas are used up: the message is finished, and the outbox sends the request again later. */
  | { readonly kind: 'waiting'; readonly detail: string }
  /** To be delivered again: another worker is researching the part, or the provider's answer was unusable. */
  | { readonly kind: 'busy'; readonly retryAfterSeconds: number }
  | { readonly kind: 'unavailable'; readonly detail: string; readonly retryAfterSeconds?: number | undefined };

export async function researchPart(ports: ResearchPorts, message: ResearchMessage): Promise<MessageEnd> {
  const { enrichment, clock } = ports;
  const token = randomAlphanumeric(20);
  const { attempt } = message;
  const [status, [known]] = await Promise.all([
    enrichment.readAccountStatus(message.accountId),
    enrichment.readRequests(message.accountId, [message]),
  ]);
  if (status !== 'active') {
    const which = { attempt, evenLeased: false };
    const ended = await abandonRequest(enrichment, message, 'account_inactive', which, clock.nowMs());
    return { kind: ended === 'ended' ? 'account_inactive' : ended === 'leased' ? 'leased' : 'void' };
  }
  const claim = await changeRequest<Claim>(
    enrichment,
    message,
    (current) => {
      const claimed = claimRequest(current, attempt, token, clock.nowMs());
      return { write: claimed.kind === 'claimed' ? { after: claimed.request } : undefined, answer: claimed };
    },
    known,
  );
  switch (claim.kind) {
    case 'claimed':
      return new Research(ports, claim.request, token).run();
    case 'exhausted': {
      await abandonRequest(enrichment, message, 'given_up', { attempt, evenLeased: false }, clock.nowMs());
      return { kind: 'settled', state: 'failed' };
    }
    case 'void':
    case 'leased':
      return { kind: claim.kind };
  }
}

/** The index's answer to a look-up of the part. */
interface Known {
  readonly item: ItemRecord | null;
  /** Whether the index has several similar part numbers, but not the requested one. */
  readonly hasNeighbors: boolean;
}

/** The research of one claimed request. */
class Research {
  readonly #ports: ResearchPorts;
  readonly #request: EnrichmentRequest;
  readonly #token: string;
  readonly #part: PartByNumber;

  constructor(ports: ResearchPorts, request: EnrichmentRequest, token: string) {
    this.#ports = ports;
    this.#request = request;
    this.#token = token;
    this.#part = partOfRequest(request, request.asked);
  }

  async run(): Promise<MessageEnd> {
    const known = await this.#lookUp();
    // Read after the look-up, not in parallel: an item that the look-up found cannot come from research that this read
    // misses.
    const research = await this.#ports.partResearch.read(this.#request);
    if (known.item !== null && !this.#isAnother(known.item, research))
      return this.#settleFound(known.item.id, research);
    const taken = await this.#take(research);
    switch (taken.kind) {
      case 'finished':
        return this.#settleAs(taken.outcome, taken.research);
      case 'busy':
        return this.#giveBack({ kind: 'busy', retryAfterSeconds: secondsUntil(taken.untilMs, this.#now()) }, false);
      case 'taken': {
        const won = await this.#ports.partResearch.write(research, taken.research);
        if (!won) return this.#giveBack({ kind: 'busy', retryAfterSeconds: 1 }, false);
        return this.#research(taken.research, known);
      }
    }
  }

  /**
   * Whether the item that a look-up finds was researched for a merely similar part number, so that this part number
   * must be researched too. An imported item answers the request, as it answers every look-up.
   */
  #isAnother({ id, mpn }: ItemRecord, research: PartResearch | undefined): boolean {
    const { partNumber } = this.#request.asked;
    return !sameVerbatim(mpn ?? '', partNumber) && isBeside(research, this.#request, id);
  }

  async #take(research: PartResearch | undefined): Promise<TakenPart> {
    const fresh = { researchId: `res_${randomAlphanumeric(20)}`, itemId: newItemId() };
    const taking = { token: this.#token, request: this.#request, recordIsGone: false, nowMs: this.#now() };
    const taken = takePart(this.#request, research, fresh, taking);
    if (taken.kind !== 'finished' || taken.outcome.kind !== 'found') return taken;
    // The look-up may not see an item that was just written. A deleted one is researched again.
    const recordIsGone = !(await this.#isThere(taken.outcome.itemId));
    return recordIsGone ? takePart(this.#request, research, fresh, { ...taking, recordIsGone }) : taken;
  }

  async #research(research: PartResearch, known: Known): Promise<MessageEnd> {
    const { researchId } = research;
    const hasNeighbors = known.item !== null || known.hasNeighbors;
    const answer = await this.#ports.researcher.research({ ...this.#request.asked, researchId });
    switch (answer.kind) {
      case 'not_found':
        return this.#finish(research, { kind: 'not_found' });
      case 'unavailable':
        return this.#drop(research, answer.detail, answer.retryAfterSeconds);
      case 'used_up':
        return this.#wait(research, answer);
      case 'found': {
        const identity = {
          id: research.itemId,
          part: this.#part,
          asked: this.#request.asked,
          hasNeighbors,
          manufacturers: await this.#ports.index.manufacturers(),
        };
        const record = readResearchedRecord(answer.record, identity, this.#now());
        if (record.ok) {
          // The customer cannot be charged for a record that adds nothing.
          if (addsNothing(record.value)) return this.#finish(research, { kind: 'not_found' });
          return this.#store(research, await this.#withoutTakenBarcodes(record.value), hasNeighbors);
        }
        if (record.reason.kind === 'another_part') return this.#finishAsAnother(research, known.item);
        return this.#drop(research, `The provider's record cannot be used: ${record.reason.kind}`);
      }
    }
  }

  /**
   * A GTIN belongs to one item: a provider cannot take it from the item that has it, not even with a higher confidence.
   */
  async #withoutTakenBarcodes(item: ItemRecord): Promise<ItemRecord> {
    const barcodes = gtinsOf(item);
    if (barcodes.length === 0) return item;
    const filed = await this.#ports.index.readKeys(barcodes.map((gtin) => ({ by: 'gtin', gtin })));
    return filed.every((entries) => entries.length === 0) ? item : { ...item, gtin: null, upc: null };
  }

  /** Of several writers of this part, one inserts its item; the others use that one. */
  async #store(research: PartResearch, item: ItemRecord, allowSimilar: boolean): Promise<MessageEnd> {
    const inserted = await this.#ports.writer.insertItem(item, { allowSimilar });
    if (!inserted.ok) return this.#drop(research, `The record cannot be stored: ${inserted.reason.kind}`);
    return this.#finish(research, { kind: 'found', itemId: inserted.value.item.id });
  }

  /**
   * Stores the result for other accounts that requested the part, then settles. If another worker has taken over,
   * nothing is stored.
   */
  async #finish(research: PartResearch, result: PartResult): Promise<MessageEnd> {
    await this.#ports.partResearch.write(research, finishPart(research, result, this.#now()));
    return this.#settleAs(result, research);
  }

  /** The provider's record is of another part. If look-ups return that part, it is the answer here too, and is free. */
  async #finishAsAnother(research: PartResearch, known: ItemRecord | null): Promise<MessageEnd> {
    if (known === null) return this.#finish(research, { kind: 'not_found' });
    await this.#ports.partResearch.write(research, finishPart(research, { kind: 'not_found' }, this.#now()));
    return this.#settle({ kind: 'found', itemId: known.id, charge: false });
  }

  async #settleAs(result: PartResult, research: PartResearch): Promise<MessageEnd> {
    return result.kind === 'found' ? this.#settleFound(result.itemId, research) : this.#settle({ kind: 'not_found' });
  }

  /**
   * Charges only for an item that research of this request, or of another request that this one waited for, produced.
   */
  async #settleFound(itemId: string, research: PartResearch | undefined): Promise<MessageEnd> {
    return this.#settle({ kind: 'found', itemId, charge: isChargedFor(research, this.#request, itemId) });
  }

  async #settle(end: ResearchEnd): Promise<MessageEnd> {
    const settled = await settleUnderLease(this.#ports.enrichment, this.#request, end, this.#now());
    return settled ? { kind: 'settled', state: end.kind } : { kind: 'void' };
  }

  async #drop(research: PartResearch, detail: string, retryAfterSeconds?: number): Promise<MessageEnd> {
    await this.#ports.partResearch.write(research, dropPart(research));
    return this.#giveBack({ kind: 'unavailable', detail, retryAfterSeconds }, true);
  }

  /** Waiting costs nothing; after seven days the request ends and its reserve is released. */
  async #wait(research: PartResearch, answer: ResearchAnswer & { kind: 'used_up' }): Promise<MessageEnd> {
    await this.#ports.partResearch.write(research, dropPart(research));
    const nowMs = this.#now();
    if (waitedEnough(this.#request, nowMs)) return this.#settle({ kind: 'failed', cause: 'used_up' });
    const wait = { untilMs: nowMs + answer.retryAfterSeconds * 1000, share: Math.random() };
    await this.#release((current) => waitRequest(current, this.#token, wait, nowMs));
    return { kind: 'waiting', detail: answer.detail };
  }

  async #giveBack(end: MessageEnd, counts: boolean): Promise<MessageEnd> {
    await this.#release((current) => releaseRequest(current, this.#token, counts));
    return end;
  }

  async #release(step: (current: EnrichmentRequest | undefined) => EnrichmentRequest | undefined): Promise<void> {
    await changeRequest(
      this.#ports.enrichment,
      this.#request,
      (current) => {
        const after = step(current);
        return { write: after && { after }, answer: undefined };
      },
      this.#request,
    );
  }

  async #isThere(itemId: string): Promise<boolean> {
    return (await this.#ports.index.readItems([itemId], [], { consistent: true })).has(itemId);
  }

  async #lookUp(): Promise<Known> {
    const answers = await findParts(this.#ports.index, [this.#part], []);
    const answer = answers[0] as FoundPart;
    return { item: answer.found, hasNeighbors: answer.found === null && answer.nearPartNumbers.length > 0 };
  }

  #now(): number {
    return this.#ports.clock.nowMs();
  }
}
