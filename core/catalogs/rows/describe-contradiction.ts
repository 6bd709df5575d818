/** Says what a row's own words contradict, in a sentence. */
import type { RowContradiction } from './catalog.ts';

export function describeContradiction({ property, says, part }: RowContradiction): string {
  return part === null
    ? `The row says ${says}; the part found has another ${property === 'pins' ? 'number of pins' : property}.`
    : `The row says ${says}; this part is ${part}.`;
}
