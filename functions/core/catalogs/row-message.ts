/** The `message` of a catalog's row (docs/lists.md): why it has no item, what may be meant, and the next step. Undefined where the outcome says it all. */
import { cleanText } from '../clean-text.ts';
import { missMessage } from '../products/miss-message.ts';
import type { CatalogRow } from './catalog.ts';

export interface RowAdvice {
  /** A sentence: how to ask for research of a part. */
  readonly research: string;
  /** Whether parts of the index that are not billed may be named: only to callers who may be billed. */
  readonly mayNameParts: boolean;
}

export function rowMessage(
  { outcome, reason, gtin, supplier, partNumber, candidates }: Omit<CatalogRow, 'row' | 'cells'>,
  { research, mayNameParts }: RowAdvice,
): string | undefined {
  if (outcome === 'error') return reason ?? 'The row could not be read.';
  if (outcome !== 'not_found') return reason ?? undefined;
  const askedBy = gtin !== null && (supplier === null || partNumber === null) ? 'gtin' : 'part';
  const meant = mayNameParts ? candidates.map(nameCandidate).join(', ') : '';
  if (meant !== '') return [reason, `May be meant: ${meant}.`].filter(Boolean).join(' ');
  return [reason, missMessage({ askedBy, nearPartNumbers: [] }, research)].filter(Boolean).join(' ');
}

function nameCandidate({ manufacturer, partNumber }: CatalogRow['candidates'][number]): string {
  return cleanText([manufacturer, partNumber].filter(Boolean).join(' '), 200);
}
