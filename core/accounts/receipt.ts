/** What a request with an Idempotency-Key was billed, and where that is written. The rules are in core/billing/request-receipt.ts. */
import type { Charge } from './usage.ts';

/** What a key was used for and what it was billed so far. */
export interface Receipt extends Charge {
  /** Of the request that the key belongs to. */
  readonly fingerprint: string;
  /** Of the request that wrote it last: by this a writer knows whether it is still the receipt that it read. */
  readonly requestId: string;
  /** When it was first written. */
  readonly atMs: number;
  /** A repeat was answered on it: its charge is not taken back any more. */
  readonly isKept: boolean;
}

/** Where the receipt of a client's key is. */
export interface ReceiptPlace {
  readonly accountId: string;
  readonly clientId: string;
  /** SHA-256 of the key, in hexadecimal digits. */
  readonly keyHash: string;
}

/** A receipt to be written with a charge, if `seen` is still the one in force. */
export interface ReceiptWrite {
  readonly place: ReceiptPlace;
  readonly seen: Receipt | undefined;
  readonly receipt: Receipt;
  /** A receipt that was first written then, or before, is not in force any more. */
  readonly outdatedMs: number;
}
