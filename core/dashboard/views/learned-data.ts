/** Shapes remembered matches for the dashboard. */
import type { LearnedMatch, Statement } from '../../catalogs/rows/learned-matches.ts';
import type { Member } from '../../access/people/person.ts';
import { timeText } from '../../time.ts';
import { decidedBy } from './catalog-data.ts';

interface StatedData {
  readonly supplier: string | null;
  readonly supplier_part_number: string | null;
  readonly gtin: string | null;
}

export interface LearnedMatchData {
  readonly key: string;
  readonly your_item_number: string | null;
  readonly stated: StatedData;
  /** What a person changed the statement to; null if it is unchanged. */
  readonly fixed_to: StatedData | null;
  readonly item_id: string | null;
  readonly catalog_id: string;
  /** A member's email address, or an operator's name; null if the index matched it. */
  readonly learned_by: string | null;
  readonly at: string;
}

export interface LearnedListData {
  readonly learned: readonly LearnedMatchData[];
  readonly next_cursor: string | null;
}

export function learnedData(
  { key, itemNumber, stated, named, itemId, catalogId, acceptedBy, learnedAtMs }: LearnedMatch,
  members: readonly Pick<Member, 'personId' | 'email'>[],
): LearnedMatchData {
  return {
    key,
    your_item_number: itemNumber,
    stated: statedData(stated),
    fixed_to: named === null ? null : statedData(named),
    item_id: itemId,
    catalog_id: catalogId,
    learned_by: acceptedBy === null ? null : decidedBy(acceptedBy, members),
    at: timeText(learnedAtMs),
  };
}

function statedData({ supplier, partNumber, gtin }: Statement): StatedData {
  return { supplier, supplier_part_number: partNumber, gtin };
}
