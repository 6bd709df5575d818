/** What a method gets in addition to its parameters, and what it returns. */
import type { JsonObject } from '../json.ts';
import type { ProtocolVersion } from '../mcp-message/protocol-version.ts';
import type { CallContext } from '../tools/call-context.ts';

export interface RequestContext extends CallContext {
  readonly protocolVersion: ProtocolVersion;
  readonly requestId: string;
  readonly docsBaseUrl: string;
  /** The client's name according to its User-Agent alone. */
  readonly agent: string;
}

export interface RpcAnswer {
  readonly result: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}
