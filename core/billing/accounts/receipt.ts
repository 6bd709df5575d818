/**
 * The charge of a request with an Idempotency-Key, and where it is stored. The rules are in
 * core/billing/meter/request-receipt.ts.
 */
import type { Charge } from './usage.ts';

/** The request that a key was used for, and its charge so far. */
export interface Receipt extends Charge {
  /** The fingerprint of the request that the key belongs to. */
  readonly fingerprint: string;
  /**
   * The request that wrote the receipt last. A writer compares it to detect that the receipt has changed since it was
   * read.
   */
  readonly requestId: string;
  /** The request whose receipt in force it was written over; absent if there was none. */
  readonly over?: string | undefined;
  /** When it was first written. */
  readonly atMs: number;
  /** True after a repeat was answered from it: its charge is no longer taken back. */
  readonly isKept: boolean;
}

/** Identifies the receipt of a client's Idempotency-Key. */
export interface ReceiptPlace {
  readonly accountId: string;
  readonly clientId: string;
  /** SHA-256 of the Idempotency-Key, in hexadecimal. */
  readonly keyHash: string;
}

/** A receipt to be written with a charge if `seen` is still in force. */
export interface ReceiptWrite {
  readonly place: ReceiptPlace;
  readonly seen: Receipt | undefined;
  readonly receipt: Receipt;
  /** A receipt first written at or before this time is no longer in force. */
  readonly outdatedMs: number;
}
