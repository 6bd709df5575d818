/** Lists the licenses allowed for packages that are distributed in a bundle or with an operator's program. */

const MAY_BE_SHIPPED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/**
 * @param license an SPDX expression (https://spdx.dev/learn/handling-license-info/): one side of `OR` must be allowed,
 * all of `AND`
 */
export function mayBeShipped(license: string): boolean {
  const plain = license.trim().replace(/^\((.*)\)$/, '$1');
  // Nested expressions need a decision by a person.
  if (/[()]/.test(plain)) return false;
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((each) => MAY_BE_SHIPPED.has(each)));
}

/** An entry of package-lock.json. */
interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
}

export type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> };

/** Returns the package name from its lock entry or from the path of a file in it. */
export function packageOf(file: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?<name>(?:@[^/]+\/)?[^/]+)/.exec(file)?.groups?.['name'];
}

/** Returns the production packages that may not be shipped, with their licenses. */
export function unshippable({ packages }: Lock): readonly string[] {
  return Object.entries(packages).flatMap(([place, { dev, license }]) => {
    const name = packageOf(place);
    if (name === undefined || dev === true || (license !== undefined && mayBeShipped(license))) return [];
    return [`${name}: ${license ?? 'no license'}`];
  });
}
