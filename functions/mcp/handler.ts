/** The Lambda handler of the MCP function. */
import '../../adapters/lambda-http/quick-start.ts';
import { toolDependencies } from '../../adapters/lambda-http/tool-dependencies.ts';
import { createMcpHandler } from './create-mcp-handler.ts';

export const handler = createMcpHandler(toolDependencies('mcp', process.env));
