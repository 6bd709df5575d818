/** What Lambda calls: the MCP handler with the dependencies of this process. */
import '../../adapters/lambda-http/quick-start.ts';
import { mcpDependencies } from './dependencies.ts';
import { createMcpHandler } from './create-mcp-handler.ts';

export const handler = createMcpHandler(mcpDependencies(process.env));
