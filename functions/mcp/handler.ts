/** The Lambda handler of the MCP function. */
import '../../adapters/lambda-http/quick-start.ts';
import { mcpDependencies } from './dependencies.ts';
import { createMcpHandler } from './create-mcp-handler.ts';

export const handler = createMcpHandler(mcpDependencies(process.env));
