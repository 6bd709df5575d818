/** Lists the licences allowed for packages that are distributed in a bundle or with an operator's program. */

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

/** @param licence an expression of SPDX (https://spdx.dev/learn/handling-license-info/): of `OR` one must do, of `AND` all */
export function mayBeShipped(licence: string): boolean {
  const plain = licence.trim().replace(/^\((.*)\)$/, '$1');
  // Nested expressions are judged by a person.
  if (/[()]/.test(plain)) return false;
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((each) => MAY_BE_SHIPPED.has(each)));
}

/** As package-lock.json has it. */
export interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
}

export type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> };

/** The package's name, of its place in the lock or of a file within it. */
export function packageOf(file: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?<name>(?:@[^/]+\/)?[^/]+)/.exec(file)?.groups?.['name'];
}

/** Each package that is installed to run, whose licence does not let it be shipped, with that licence. */
export function unshippable({ packages }: Lock): readonly string[] {
  return Object.entries(packages).flatMap(([place, { dev, license }]) => {
    const name = packageOf(place);
    if (name === undefined || dev === true || (license !== undefined && mayBeShipped(license))) return [];
    return [`${name}: ${license ?? 'no licence'}`];
  });
}
