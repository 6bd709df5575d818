/**
 * What a request of the HTTP API with an Idempotency-Key was billed, so that a retry of it is billed only for what it costs beyond that
 * (docs/decisions/0220-receipts-of-the-http-api.md). A receipt contains nothing of an answer. It is written in one transaction with the charge, only over the receipt that
 * was seen: of two concurrent requests with one key the second finds the first one's receipt.
 */
import { createHash } from 'node:crypto';
import type { Receipt, ReceiptPlace, ReceiptWrite } from '../accounts/receipt.ts';
import { NO_CHARGE, type Charge } from '../accounts/usage.ts';
import { DAY_MS } from '../time.ts';

/** A receipt says nothing about requests that come later than this. */
const RECEIPT_HOLDS_MS = DAY_MS;

/** Eight characters at least, so that counters of a few programs of one key do not meet. Quotes around it belong to the header's syntax (RFC 8941). */
const KEY = /^(?:"([A-Za-z0-9_.:-]{8,128})"|([A-Za-z0-9_.:-]{8,128}))$/;

/** The key in the header, as it is stored: a hash. Undefined for a value that is not a key. */
export function readIdempotencyKey(header: string): string | undefined {
  const found = KEY.exec(header.trim());
  const key = found?.[1] ?? found?.[2];
  return key === undefined ? undefined : createHash('sha256').update(key).digest('hex');
}

/** Equal for two requests that ask for the same: of the tool, its arguments and whether to queue. */
export function fingerprintOf(tool: string, args: unknown, queue: boolean): string {
  return createHash('sha256')
    .update(JSON.stringify([tool, queue, sorted(args)]))
    .digest('hex');
}

/** The order of members says nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = new Map(Object.entries(value));
  return Object.fromEntries([...members.keys()].toSorted().map((name) => [name, sorted(members.get(name))]));
}

/** The receipt of one request, from what was read before it to what it writes. */
export class RequestReceipt {
  readonly #place: ReceiptPlace;
  readonly #mine: Pick<Receipt, 'fingerprint' | 'requestId'>;
  readonly #nowMs: number;
  #seen: Receipt | undefined;

  /** @param stored as it was read with the caller, in force or not */
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

  /** The key was used for another request. */
  get isOfAnother(): boolean {
    return this.#seen !== undefined && this.#seen.fingerprint !== this.#mine.fingerprint;
  }

  /** The same request was billed before. */
  get isRepeat(): boolean {
    return this.#seen !== undefined && !this.isOfAnother;
  }

  /** What is still to be paid of a charge. */
  owed({ tokens, items }: Charge): Charge {
    const paid = this.#paid();
    return { tokens: Math.max(0, tokens - paid.tokens), items: Math.max(0, items - paid.items) };
  }

  /** The receipt that goes with the payment of `owed`. */
  write(owed: Charge): ReceiptWrite {
    const paid = this.#paid();
    const sum = { tokens: paid.tokens + owed.tokens, items: paid.items + owed.items };
    const receipt = { ...this.#mine, ...sum, atMs: this.#seen?.atMs ?? this.#nowMs, isKept: false };
    return { place: this.#place, seen: this.#seen, receipt, outdatedMs: this.#nowMs - RECEIPT_HOLDS_MS };
  }

  /** The receipt on which an answer is about to leave, unless one has left on it already. */
  get unkept(): { readonly place: ReceiptPlace; readonly seen: Receipt } | undefined {
    return this.#seen === undefined || this.#seen.isKept ? undefined : { place: this.#place, seen: this.#seen };
  }

  /** Another request with the key was first: this is what it left. */
  found(receipt: Receipt | undefined): void {
    this.#seen = receipt !== undefined && this.#nowMs - receipt.atMs < RECEIPT_HOLDS_MS ? receipt : undefined;
  }

  #paid(): Charge {
    return (this.isRepeat ? this.#seen : undefined) ?? NO_CHARGE;
  }
}
