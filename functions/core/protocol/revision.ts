/** The revisions of the Model Context Protocol that this server speaks (specification section 9), newest first. */

export const MODERN_REVISION = '2026-07-28';
const LEGACY_REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;
export const SUPPORTED_REVISIONS = [MODERN_REVISION, ...LEGACY_REVISIONS] as const;

export type LegacyRevision = (typeof LEGACY_REVISIONS)[number];
export type Revision = (typeof SUPPORTED_REVISIONS)[number];

/** What a request without a version header is: the last revision that had no such header. */
export const UNNAMED_REVISION: LegacyRevision = '2025-03-26';
/** What `initialize` answers when it is asked for a revision that it cannot speak. */
export const NEWEST_LEGACY_REVISION: LegacyRevision = '2025-11-25';

export function isLegacyRevision(version: unknown): version is LegacyRevision {
  return (LEGACY_REVISIONS as readonly unknown[]).includes(version);
}

export function isSupportedRevision(version: unknown): version is Revision {
  return version === MODERN_REVISION || isLegacyRevision(version);
}
