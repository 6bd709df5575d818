/**
 * Returns the parts that prevent research of a missing part: similar part numbers, or the same one under several
 * manufacturers that the name may mean.
 */
import { candidateOf, type Candidate } from './candidate.ts';
import type { MissingPart } from './find-part.ts';

/** @param manufacturer and partNumber as requested */
export function candidatesWrittenAlike(
  { nearPartNumbers, manufacturers }: MissingPart,
  manufacturer: string,
  partNumber: string,
): readonly Candidate[] {
  return manufacturers?.fitsSeveral === true
    ? manufacturers.manufacturers.map((name) => candidateOf(name, partNumber))
    : nearPartNumbers.map((number) => candidateOf(manufacturer, number));
}
