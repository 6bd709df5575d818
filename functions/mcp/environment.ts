/** The variables of the MCP function: those of every function that serves tools. */
export type { ToolEnvironment as McpEnvironment } from '../../adapters/lambda-http/tool-environment.ts';
