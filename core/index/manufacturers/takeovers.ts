/** Defines the kinds of takeovers in the table and describes each in a sentence. */

export const TAKEOVER_KINDS = [
  'took over',
  'merged',
  'spun off',
  'split',
  'sold a part of its business',
  'merged a part of its business',
  'took over and took its name',
] as const;
export type TakeoverKind = (typeof TAKEOVER_KINDS)[number];

/** Returns whether the later manufacturer owns all parts of the earlier one. */
export function isWhole(how: TakeoverKind): boolean {
  return how === 'took over' || how === 'merged' || how === 'spun off';
}

/** Writes, for example: "Microchip Technology took over Atmel in 2016." */
export function describeTakeover(before: string, now: string, year: number, how: TakeoverKind): string {
  switch (how) {
    case 'took over':
      return `${now} took over ${before} in ${year}.`;
    case 'merged':
      return `${before} became a part of ${now} in a merger in ${year}.`;
    case 'spun off':
      return `${before} made its parts business ${now} in ${year}.`;
    case 'split':
      return `${before} was split in ${year}; one part is ${now}.`;
    case 'sold a part of its business':
      return `${before} sold a part of its business to ${now} in ${year}.`;
    case 'merged a part of its business':
      return `${before} put a part of its business into ${now} in ${year}.`;
    case 'took over and took its name':
      return `${before} took over ${now} in ${year} and took its name.`;
  }
}
