/** Builds the dependencies of the MCP function. */
import {
  toolDependencies,
  type StoreClients,
  type ToolDependencies,
} from '../../adapters/lambda-http/tool-dependencies.ts';

export type McpDependencies = ToolDependencies;

/** @param clients replaced by tests, to inject failures and count calls */
export function mcpDependencies(
  environment: Readonly<Record<string, string | undefined>>,
  clients?: StoreClients,
): McpDependencies {
  return toolDependencies('mcp', environment, clients);
}
