/** A bar of the rows by outcome. */
import type { GroupCounts, RowGroup } from '../../../core/catalogs/rows/row-groups.ts';
import { Meter } from '../../design/meter.tsx';
import { BAR_GROUPS, colourOf } from './row-labels.ts';

interface OutcomeMeterProps {
  readonly label: string;
  readonly groups: GroupCounts | Readonly<Record<RowGroup, number>>;
  readonly small?: boolean;
}

/** Rows that are left out are no parts. */
const SHOWN = BAR_GROUPS.filter((group) => group !== 'left_out');

export function OutcomeMeter({ label, groups, small = false }: OutcomeMeterProps) {
  const total = SHOWN.reduce((sum, group) => sum + (groups[group] ?? 0), 0);
  const parts = SHOWN.map((group) => ({
    share: total === 0 ? 0 : (groups[group] ?? 0) / total,
    colour: colourOf(group),
  }));
  return <Meter label={label} parts={parts} small={small} />;
}
