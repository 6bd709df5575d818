/**
 * Groups the rows of a catalog as a member works through them, the undecided ones first. A group has one or several
 * outcomes; rows without an item but with candidates are a separate group, regardless of outcome.
 */
import { needsDecision, type Catalog, type CatalogRow, type RowOutcome } from './catalog.ts';

export const ROW_GROUPS = ['to_decide', 'matched', 'not_in_index', 'unusable', 'duplicate', 'left_out'] as const;
export type RowGroup = (typeof ROW_GROUPS)[number];

const OUTCOMES: Readonly<Record<RowGroup, readonly RowOutcome[]>> = {
  to_decide: ['not_found', 'error'],
  matched: ['cache_hit', 'enriched', 'refreshed'],
  not_in_index: ['not_found'],
  unusable: ['error'],
  duplicate: ['duplicate'],
  left_out: ['skipped', 'cancelled'],
};

/** Returns the outcomes of a group; rows of other groups may have them too. */
export function outcomesOf(group: RowGroup): readonly RowOutcome[] {
  return OUTCOMES[group];
}

export function groupOf(row: Pick<CatalogRow, 'outcome' | 'candidates'>): RowGroup {
  if (needsDecision(row)) return 'to_decide';
  return ROW_GROUPS.findLast((group) => OUTCOMES[group].includes(row.outcome)) ?? 'left_out';
}

/**
 * The number of rows in each group. If the number of undecided rows is unknown (null), they count in the groups of
 * their outcomes.
 */
export type GroupCounts = Readonly<Record<Exclude<RowGroup, 'to_decide'>, number>> & {
  readonly to_decide: number | null;
};

export function countGroups({ counts, toDecide }: Pick<Catalog, 'counts' | 'toDecide'>): GroupCounts {
  const sum = (group: RowGroup) => OUTCOMES[group].reduce((total, outcome) => total + counts[outcome], 0);
  return {
    to_decide: toDecide === null ? null : toDecide.not_found + toDecide.error,
    matched: sum('matched'),
    not_in_index: counts.not_found - (toDecide?.not_found ?? 0),
    unusable: counts.error - (toDecide?.error ?? 0),
    duplicate: sum('duplicate'),
    left_out: sum('left_out'),
  };
}
