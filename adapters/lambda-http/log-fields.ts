/** What a request's log line says beside its id, status and time: identifiers and numbers, never a secret and never text of a client or a product. */
import type { ProtocolVersion } from '../../core/mcp-message/protocol-version.ts';
import type { RefusalFigures } from '../../core/refusals/refusal-figures.ts';
import type { RequestOutcome } from '../../core/refusals/request-outcome.ts';

export interface LogFields {
  /** Absent where a request is answered without more to say: an accepted notification, a document. */
  outcome?: RequestOutcome;
  /** Why it was refused, in names and numbers of ours. */
  why?: RefusalFigures;
  account?: string;
  client?: string;
  /** The key that a refused credential named: it may be anybody who named it. */
  claimedClient?: string;
  revision?: ProtocolVersion;
  /** Of the messages that call no tool. */
  rpcMethod?: string;
  tool?: string;
  /** The arguments' names and sizes (argument-shape.ts). */
  asked?: string;
  /** The caller's trace. */
  traceparent?: string;
  tokensBilled?: number;
  activity?: 'lost';
  late?: 'unread';
}
