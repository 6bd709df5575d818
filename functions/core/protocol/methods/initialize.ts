/** `initialize` of the revisions before 2026-07-28, answered statelessly: nothing is kept of it. */
import { ownValue, type JsonObject } from '../json-rpc.ts';
import { isLegacyRevision, NEWEST_LEGACY_REVISION } from '../revision.ts';
import { INSTRUCTIONS, SERVER_CAPABILITIES, SERVER_INFO } from '../server-info.ts';

/** The revision asked for, or the newest legacy one when that one is not spoken here. */
export function initialize(params: JsonObject): JsonObject {
  const requested = ownValue(params, 'protocolVersion');
  return {
    protocolVersion: isLegacyRevision(requested) ? requested : NEWEST_LEGACY_REVISION,
    capabilities: SERVER_CAPABILITIES,
    serverInfo: SERVER_INFO,
    instructions: INSTRUCTIONS,
  };
}
