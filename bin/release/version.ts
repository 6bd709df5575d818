/** Versions as https://semver.org writes them, without what may follow the three numbers. */

const VERSION = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/;

export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/** Below zero where `a` comes first. */
export function compareVersions(a: string, b: string): number {
  const [ofA, ofB] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]];
  return ofA.map((number, place) => number - (ofB[place] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/**
 * The text of a file that names the version, with another one.
 * @throws {Error} when the file does not name the old version: the release would leave it behind
 */
export function withVersion(text: string, [from, to]: readonly [from: string, to: string]): string {
  const [doubleQuoted, quoted] = [`"version": "${from}"`, `version: '${from}'`];
  if (text.includes(doubleQuoted)) return text.replace(doubleQuoted, `"version": "${to}"`);
  if (text.includes(quoted)) return text.replace(quoted, `version: '${to}'`);
  throw new Error(`No version ${from} is named.`);
}
