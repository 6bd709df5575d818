/** Answers `server/discover` of version 2026-07-28. */
import type { JsonObject } from '../../json.ts';
import { SUPPORTED_VERSIONS } from '../mcp-message/protocol-version.ts';
import { INSTRUCTIONS, SERVER_CAPABILITIES } from './server-info.ts';
import { CACHE_HINT } from './tools-list.ts';

export function discover(): JsonObject {
  return {
    supportedVersions: SUPPORTED_VERSIONS,
    capabilities: SERVER_CAPABILITIES,
    instructions: INSTRUCTIONS,
    ...CACHE_HINT,
  };
}
