/** What a method works with beside its parameters, and what it answers. */
import type { Caller } from '../accounts/caller.ts';
import type { JsonObject } from '../json.ts';
import type { ToolServices } from '../tools/tool-services.ts';
import type { RefusalFigures } from '../refusals/refusal-figures.ts';
import type { RequestOutcome } from '../refusals/request-outcome.ts';
import type { ProtocolVersion } from '../mcp-message/protocol-version.ts';

/** What became of a request, for the log; never text from outside. */
export interface RequestNote {
  readonly outcome: RequestOutcome;
  /** Why it was refused. */
  readonly why?: RefusalFigures;
  readonly tokensBilled?: number;
  readonly activity?: 'lost';
  /** What should have been read beside the last write could not be. */
  readonly late?: 'unread';
}

export interface RequestContext {
  readonly caller: Caller;
  readonly protocolVersion: ProtocolVersion;
  readonly requestId: string;
  readonly nowMs: number;
  readonly services: ToolServices;
  readonly docsBaseUrl: string;
  /** As the list of connected assistants names the client. */
  readonly assistant: string;
  /** As it would be named by its User-Agent alone. */
  readonly agent: string;
  /** Adds to the log line. */
  readonly note: (note: Partial<RequestNote>) => void;
}

export interface RpcAnswer {
  readonly result: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}
