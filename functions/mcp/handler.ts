/** What Lambda calls: the MCP door with the dependencies of this process. */
import '../adapters/lambda/quick-start.ts';
import { mcpDependencies } from './dependencies.ts';
import { mcpDoor } from './mcp-door.ts';

export const handler = mcpDoor(mcpDependencies(process.env));
