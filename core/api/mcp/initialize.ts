/** Answers `initialize` of the versions before 2026-07-28 without storing a session. */
import { ownValue, type JsonObject } from '../../json.ts';
import { isLegacyVersion, NEWEST_LEGACY_VERSION } from '../mcp-message/protocol-version.ts';
import type { ServiceSettings } from '../../service-settings.ts';
import { INSTRUCTIONS, SERVER_CAPABILITIES, serverInfo, wholeServerInfo } from './server-info.ts';

/** Answers with the requested version, or with the newest legacy version if the requested one is not supported. */
export function initialize(params: JsonObject, settings: ServiceSettings): JsonObject {
  const requested = ownValue(params, 'protocolVersion');
  const protocolVersion = isLegacyVersion(requested) ? requested : NEWEST_LEGACY_VERSION;
  return {
    protocolVersion,
    capabilities: SERVER_CAPABILITIES,
    serverInfo: protocolVersion === NEWEST_LEGACY_VERSION ? wholeServerInfo(settings) : serverInfo(settings),
    instructions: INSTRUCTIONS,
  };
}
