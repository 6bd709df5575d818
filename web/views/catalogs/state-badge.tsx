/** Whether a part is still made, and whether a row wants it. */
import type { CatalogRowData } from '../../../core/dashboard/views/catalog-data.ts';
import { Badge } from '../../design/badge.tsx';
import { STATE_LABELS } from './row-labels.ts';

/** What a row says of itself, in the words of the file: its part is not fitted, or its line cancelled. */
export function NotFitted({ said }: { readonly said: string | null }) {
  return said === null ? null : (
    <Badge look="warn" title={`The row says so: “${said}”`}>
      Not fitted
    </Badge>
  );
}

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
