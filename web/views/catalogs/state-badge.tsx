/** Whether a part is still made. */
import type { CatalogRowData } from '../../../core/dashboard/views/catalog-data.ts';
import { Badge } from '../../design/badge.tsx';
import { STATE_LABELS } from './row-labels.ts';

interface StateBadgeProps {
  readonly state: Pick<NonNullable<CatalogRowData['state']>, 'status' | 'words'> | null;
  /** Whether a part that may be chosen is shown: one that is active, or of no known state, says so too. */
  readonly isToChoose?: boolean;
}

export function StateBadge({ state, isToChoose = false }: StateBadgeProps) {
  const status = state?.status ?? 'unknown';
  if (!isToChoose && (status === 'active' || status === 'unknown')) return null;
  const { look, label } = STATE_LABELS[status];
  return (
    <Badge look={look} title={state === null ? 'No source says whether it is still made' : `This part ${state.words}`}>
      {label}
    </Badge>
  );
}
