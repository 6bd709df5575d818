/** Answers `initialize` of the versions before 2026-07-28 without storing a session. */
import { ownValue, type JsonObject } from '../../json.ts';
import { isLegacyVersion, NEWEST_LEGACY_VERSION } from '../mcp-message/protocol-version.ts';
import { INSTRUCTIONS, SERVER_CAPABILITIES, SERVER_INFO } from './server-info.ts';

/** Answers with the requested version, or with the newest legacy version if the requested one is not supported. */
export function initialize(params: JsonObject): JsonObject {
  const requested = ownValue(params, 'protocolVersion');
  return {
    protocolVersion: isLegacyVersion(requested) ? requested : NEWEST_LEGACY_VERSION,
    capabilities: SERVER_CAPABILITIES,
    serverInfo: SERVER_INFO,
    instructions: INSTRUCTIONS,
  };
}
