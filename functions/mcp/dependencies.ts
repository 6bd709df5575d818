/** All that the MCP function works with. */
import {
  toolDependencies,
  type StoreClients,
  type ToolDependencies,
} from '../../adapters/lambda-http/tool-dependencies.ts';

export type McpDependencies = ToolDependencies;

/** @param clients tests inject failures and count calls */
export function mcpDependencies(
  environment: Readonly<Record<string, string | undefined>>,
  clients?: StoreClients,
): McpDependencies {
  return toolDependencies('mcp', environment, clients);
}
