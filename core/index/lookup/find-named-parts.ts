/** Finds the items of named parts, such as those of a row or of a remembered match; find-parts.ts decides. */
import type { ItemIndex } from '../items/item-index.ts';
import type { StoredItem } from '../items/item-lifecycle.ts';
import { findParts } from './find-parts.ts';
import { readPart } from './read-part.ts';

/**
 * Reads parts by manufacturer and part number, without sections.
 * @returns an item for each, in the order of the parts; undefined if the index has no such part, or the names name none
 */
export async function findNamedParts(
  index: ItemIndex,
  named: readonly { readonly manufacturer: string | null; readonly partNumber: string | null }[],
): Promise<readonly (StoredItem | undefined)[]> {
  const read = named.map(({ manufacturer, partNumber }) =>
    readPart({ manufacturer: manufacturer ?? undefined, part_number: partNumber ?? undefined }),
  );
  const parts = read.flatMap((part) => (part.ok ? [part.value] : []));
  const answers = await findParts(index, parts, []);
  const itemOf = new Map(parts.map((part, place) => [part, answers[place]?.found ?? undefined]));
  return read.map((part) => (part.ok ? itemOf.get(part.value) : undefined));
}
