/** CHANGELOG.md (https://keepachangelog.com/en/1.1.0/): turns the unreleased section into a dated version. */

export interface Release {
  readonly version: string;
  /** Format YYYY-MM-DD. */
  readonly date: string;
}

const UNRELEASED = '## [Unreleased]';

export function hasVersion(changelog: string, version: string): boolean {
  return changelog.includes(`\n## [${version}] - `);
}

/**
 * Returns the changelog with a section for the version and an empty unreleased section.
 * @throws {Error} when nothing is unreleased, because a release without a change is a mistake
 */
export function releasedChangelog(changelog: string, { version, date }: Release): string {
  const start = changelog.indexOf(`\n${UNRELEASED}\n`);
  if (start === -1) throw new Error(`CHANGELOG.md has no section "${UNRELEASED}".`);
  const behind = start + UNRELEASED.length + 2;
  const next = changelog.indexOf('\n## [', behind);
  const notes = changelog.slice(behind, next === -1 ? undefined : next);
  if (!/^- /m.test(notes)) throw new Error('CHANGELOG.md has no unreleased changes.');
  return `${changelog.slice(0, behind)}\n## [${version}] - ${date}\n${changelog.slice(behind)}`;
}

/** Returns the changelog section of a version, which is the message of its tag. */
export function notesOf(changelog: string, version: string): string {
  const start = changelog.indexOf(`\n## [${version}] - `);
  const behind = changelog.indexOf('\n', start + 1);
  const next = changelog.indexOf('\n## [', behind);
  return changelog.slice(behind, next === -1 ? undefined : next).trim();
}
