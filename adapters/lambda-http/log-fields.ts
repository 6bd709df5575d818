/**
 * The fields of a request's log line besides id, status and time: identifiers and numbers, never a secret or text of a
 * product.
 */
import type { AppliedEvent } from '../../core/access/payments/apply-payment-event.ts';
import type { SignatureRefusal } from '../../core/access/payments/billing-signature.ts';
import type { ProtocolVersion } from '../../core/api/mcp-message/protocol-version.ts';
import type { RefusalFigures } from '../../core/api/refusals/refusal-figures.ts';
import type { RequestOutcome } from '../../core/api/refusals/request-outcome.ts';

export interface LogFields {
  /** Absent where there is nothing more to log: an accepted notification, a document. */
  outcome?: RequestOutcome;
  /** Why it was refused: fixed names and numbers. */
  why?: RefusalFigures;
  /** The message that the caller got with a refusal (refusal-figures.ts). */
  told?: string;
  account?: string;
  client?: string;
  /** The key that a refused credential named. The caller has not proven that it has the secret. */
  claimedClient?: string;
  mcpVersion?: ProtocolVersion;
  /** Set for messages that call no tool. */
  rpcMethod?: string;
  tool?: string;
  /** The arguments' names and sizes (argument-shape.ts). */
  asked?: string;
  /** The trace that the caller sent. */
  traceparent?: string;
  /** How many records were found. */
  found?: number;
  tokensBilled?: number;
  activity?: 'lost';
  late?: 'unread';
  /** The outcome of an event from the billing system; `other` is an event that is not about a payment. */
  billingEvent?: AppliedEvent['kind'] | 'other' | 'other_mode' | SignatureRefusal;
}
