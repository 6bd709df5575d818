/**
 * Records the charge of an HTTP API request with an Idempotency-Key, so that a retry is billed only for what it costs
 * beyond that (docs/decisions/0220-receipts-of-the-http-api.md). A receipt contains nothing of the answer. It is
 * written in one transaction with the charge, and only over the receipt that was read: of two concurrent requests with
 * one key, the second finds the receipt of the first.
 */
import { createHash } from 'node:crypto';
import type { Receipt, ReceiptPlace, ReceiptWrite } from '../accounts/receipt.ts';
import { NO_CHARGE, type Charge } from '../accounts/usage.ts';
import { DAY_MS } from '../../time.ts';

/** How long a receipt is in force. */
const RECEIPT_HOLDS_MS = DAY_MS;

/**
 * Eight characters at least, so that simple counters of programs sharing a key do not collide. The header's syntax (RFC
 * 8941) allows quotes.
 */
const KEY = /^(?:"([A-Za-z0-9_.:-]{8,128})"|([A-Za-z0-9_.:-]{8,128}))$/;

/** Returns the hash of the key in the header, as it is stored; undefined if the value is not a valid key. */
export function readIdempotencyKey(header: string): string | undefined {
  const found = KEY.exec(header.trim());
  const key = found?.[1] ?? found?.[2];
  return key === undefined ? undefined : createHash('sha256').update(key).digest('hex');
}

/** Returns a hash of tool, arguments and `queue`; it is equal for equal requests. */
export function fingerprintOf(tool: string, args: unknown, queue: boolean): string {
  return createHash('sha256')
    .update(JSON.stringify([tool, queue, sorted(args)]))
    .digest('hex');
}

/** Sorts the members of objects, because their order has no meaning. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = new Map(Object.entries(value));
  return Object.fromEntries([...members.keys()].toSorted().map((name) => [name, sorted(members.get(name))]));
}

/** The receipt of one request: the stored one, and the one to write. */
export class RequestReceipt {
  readonly #place: ReceiptPlace;
  readonly #mine: Pick<Receipt, 'fingerprint' | 'requestId'>;
  readonly #nowMs: number;
  #seen: Receipt | undefined;

  /** @param stored the receipt read with the caller, in force or not */
  constructor(
    place: ReceiptPlace,
    mine: Pick<Receipt, 'fingerprint' | 'requestId'>,
    stored: Receipt | undefined,
    nowMs: number,
  ) {
    this.#place = place;
    this.#mine = mine;
    this.#nowMs = nowMs;
    this.found(stored);
  }

  /** Whether the key was used for another request. */
  get isOfAnother(): boolean {
    return this.#seen !== undefined && this.#seen.fingerprint !== this.#mine.fingerprint;
  }

  /** Whether the same request was billed before. */
  get isRepeat(): boolean {
    return this.#seen !== undefined && !this.isOfAnother;
  }

  /** Returns the unpaid part of a charge. */
  owed({ tokens, items }: Charge): Charge {
    const paid = this.#paid();
    return { tokens: Math.max(0, tokens - paid.tokens), items: Math.max(0, items - paid.items) };
  }

  /** Returns the receipt to write with the payment of `owed`. */
  write(owed: Charge): ReceiptWrite {
    const paid = this.#paid();
    const sum = { tokens: paid.tokens + owed.tokens, items: paid.items + owed.items };
    const seen = this.#seen;
    const receipt = { ...this.#mine, ...sum, over: seen?.requestId, atMs: seen?.atMs ?? this.#nowMs, isKept: false };
    return { place: this.#place, seen, receipt, outdatedMs: this.#nowMs - RECEIPT_HOLDS_MS };
  }

  /** The receipt that must be marked as kept before an answer is sent from it; undefined if it is already. */
  get unkept(): { readonly place: ReceiptPlace; readonly seen: Receipt } | undefined {
    return this.#seen === undefined || this.#seen.isKept ? undefined : { place: this.#place, seen: this.#seen };
  }

  /** Replaces the stored receipt after another request with the key came first. */
  found(receipt: Receipt | undefined): void {
    this.#seen = receipt !== undefined && this.#nowMs - receipt.atMs < RECEIPT_HOLDS_MS ? receipt : undefined;
  }

  #paid(): Charge {
    return (this.isRepeat ? this.#seen : undefined) ?? NO_CHARGE;
  }
}
