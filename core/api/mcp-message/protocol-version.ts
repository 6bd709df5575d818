/**
 * The versions of the Model Context Protocol that this server supports (docs/reference/behavior.md#versions), newest
 * first.
 */

export const MODERN_VERSION = '2026-07-28';
const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;
export const SUPPORTED_VERSIONS = [MODERN_VERSION, ...LEGACY_VERSIONS] as const;

export type LegacyVersion = (typeof LEGACY_VERSIONS)[number];
export type ProtocolVersion = (typeof SUPPORTED_VERSIONS)[number];

/** The version of a request without a version header, which is the last version without that header. */
export const UNNAMED_VERSION: LegacyVersion = '2025-03-26';
/** The version in the answer of `initialize` if the requested one is not supported. */
export const NEWEST_LEGACY_VERSION: LegacyVersion = '2025-11-25';

export function isLegacyVersion(version: unknown): version is LegacyVersion {
  return (LEGACY_VERSIONS as readonly unknown[]).includes(version);
}

export function isSupportedVersion(version: unknown): version is ProtocolVersion {
  return version === MODERN_VERSION || isLegacyVersion(version);
}
