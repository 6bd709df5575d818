/** The context and the answer of an MCP method. */
import type { ProtocolVersion } from '../mcp-message/protocol-version.ts';
import type { ServiceSettings } from '../../service-settings.ts';
import type { CallContext } from '../tools/call-context.ts';
import type { WrittenResult } from './written-result.ts';

export interface RequestContext extends CallContext {
  readonly protocolVersion: ProtocolVersion;
  readonly requestId: string;
  readonly settings: ServiceSettings;
  /** The client's name according to its User-Agent only. */
  readonly userAgentName: string;
}

export interface RpcAnswer {
  readonly result: WrittenResult;
  readonly headers?: Readonly<Record<string, string>>;
}
