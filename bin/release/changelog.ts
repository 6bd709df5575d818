/** CHANGELOG.md (https://keepachangelog.com/en/1.1.0/): what is unreleased becomes a version with its date. */

export interface Release {
  readonly version: string;
  /** As YYYY-MM-DD. */
  readonly date: string;
}

const UNRELEASED = '## [Unreleased]';

export function hasVersion(changelog: string, version: string): boolean {
  return changelog.includes(`\n## [${version}] - `);
}

/**
 * The changelog with an empty section for what comes next.
 * @throws {Error} when nothing is unreleased: a release without a change is a mistake
 */
export function releasedChangelog(changelog: string, { version, date }: Release): string {
  const start = changelog.indexOf(`\n${UNRELEASED}\n`);
  if (start === -1) throw new Error(`CHANGELOG.md has no section "${UNRELEASED}".`);
  const behind = start + UNRELEASED.length + 2;
  const next = changelog.indexOf('\n## [', behind);
  const notes = changelog.slice(behind, next === -1 ? undefined : next);
  if (!/^- /m.test(notes)) throw new Error('CHANGELOG.md lists nothing that is unreleased.');
  return `${changelog.slice(0, behind)}\n## [${version}] - ${date}\n${changelog.slice(behind)}`;
}

/** What the changelog says of a version: the words of its tag. */
export function notesOf(changelog: string, version: string): string {
  const start = changelog.indexOf(`\n## [${version}] - `);
  const behind = changelog.indexOf('\n', start + 1);
  const next = changelog.indexOf('\n## [', behind);
  return changelog.slice(behind, next === -1 ? undefined : next).trim();
}
