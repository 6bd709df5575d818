/** Answers `server/discover` of version 2026-07-28. */
import type { JsonObject } from '../../json.ts';
import { SUPPORTED_VERSIONS } from '../mcp-message/protocol-version.ts';
import type { ServiceSettings } from '../../service-settings.ts';
import { INSTRUCTIONS, SERVER_CAPABILITIES, SERVER_INFO_KEY, wholeServerInfo } from './server-info.ts';
import { CACHE_HINT } from './tools-list.ts';

export function discover(settings: ServiceSettings): JsonObject {
  return {
    supportedVersions: SUPPORTED_VERSIONS,
    capabilities: SERVER_CAPABILITIES,
    instructions: INSTRUCTIONS,
    ...CACHE_HINT,
    _meta: { [SERVER_INFO_KEY]: wholeServerInfo(settings) },
  };
}
