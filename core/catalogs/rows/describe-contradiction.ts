/** Says in sentences what a person should check of a row before its part is ordered. */
import type { CatalogRow, RowContradiction } from './catalog.ts';

const NOT_FITTED = 'Not fitted or cancelled, in the row’s own words.';

/** Returns what the row says of itself, and what its words contradict; nothing of a part that is not shown. */
export function describeChecks({
  notFitted,
  contradictions = [],
  isUnpaid,
}: Pick<CatalogRow, 'notFitted' | 'contradictions'> & { readonly isUnpaid?: boolean | undefined }): readonly string[] {
  return [
    ...(notFitted === undefined ? [] : [NOT_FITTED]),
    ...(isUnpaid === true ? [] : contradictions.map(describeContradiction)),
  ];
}

export function describeContradiction({ property, says, part }: RowContradiction): string {
  if (property === 'record') return `The index has ${says} of this part; the most trusted one was taken.`;
  if (property === 'replacement') return `The row says that ${says} replaces its part.`;
  return part === null
    ? `The row says ${says}; the part found has another ${property === 'pins' ? 'number of pins' : property}.`
    : `The row says ${says}; this part is ${part}.`;
}
