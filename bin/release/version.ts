/** Parses and replaces semantic versions (https://semver.org) without pre-release or build parts. */

const VERSION = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/;

export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/** Returns a negative number if `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [ofA, ofB] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]];
  return ofA.map((number, place) => number - (ofB[place] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/**
 * Replaces the version in the text of a file.
 * @throws {Error} when the file does not contain the old version, because the release would miss it
 */
export function withVersion(text: string, [from, to]: readonly [from: string, to: string]): string {
  const [doubleQuoted, quoted] = [`"version": "${from}"`, `version: '${from}'`];
  if (text.includes(doubleQuoted)) return text.replace(doubleQuoted, `"version": "${to}"`);
  if (text.includes(quoted)) return text.replace(quoted, `version: '${to}'`);
  throw new Error(`The file does not contain version ${from}.`);
}
