/** Decides which manufacturers and numbers are never researched, because they surely name no single part. */
import { namesSeveral } from '../../catalogs/files/other-readings.ts';
import { NO_PART_TEXTS, noPartIn } from '../../index/part-keys/no-part.ts';
import { describeSpoiled, spoiledIn } from '../../index/part-keys/spoiled-number.ts';

/** Returns why no research is done, as a sentence; undefined if the part may be researched. */
export function whyNotResearched(supplier: string, partNumber: string): string | undefined {
  const noManufacturer = noPartIn(supplier);
  // "R1" may be a manufacturer.
  const noPart = noPartIn(partNumber) ?? (noManufacturer === 'designator' ? undefined : noManufacturer);
  if (noPart !== undefined) return sentence(NO_PART_TEXTS[noPart]);
  const spoiled = spoiledIn(partNumber);
  if (spoiled !== undefined) return describeSpoiled(spoiled);
  return namesSeveral({ supplier, partNumber })
    ? 'Several numbers or manufacturers are named; name one of each.'
    : undefined;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
