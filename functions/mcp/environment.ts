/** The environment variables of the MCP function, the same as for every function that serves tools. */
export type { ToolEnvironment as McpEnvironment } from '../../adapters/lambda-http/tool-environment.ts';
