/** The `message` of a catalog's row (docs/lists.md): how its item was matched, or why it has none, what may be meant, and the next step. */
import { cleanText } from '../clean-text.ts';
import { missMessage } from '../lookup/miss-message.ts';
import { describeMatch } from './match-words.ts';
import { nameCandidate, type CatalogRow } from './catalog.ts';

export interface RowAdvice {
  /** A sentence: how to ask for research of a part. */
  readonly research: string;
  /** Whether parts of the index that are not billed may be named: only to callers who may be billed. */
  readonly mayNameParts: boolean;
}

export function rowMessage(
  row: Omit<CatalogRow, 'row' | 'cells'>,
  { research, mayNameParts }: RowAdvice,
): string | undefined {
  const { outcome, reason, gtin, supplier, partNumber, candidates } = row;
  const meant = mayNameParts ? candidates.map((part) => cleanText(nameCandidate(part), 200)).join(', ') : '';
  const advice = meant === '' ? undefined : `May be meant: ${meant}.`;
  if (outcome === 'error') return [reason ?? 'The row could not be read.', advice].filter(Boolean).join(' ');
  if (outcome !== 'not_found') return [reason, describeMatch(row)].filter(Boolean).join(' ') || undefined;
  const askedBy = gtin !== null && (supplier === null || partNumber === null) ? 'gtin' : 'part';
  return `${reason ?? missMessage({ askedBy, nearPartNumbers: [] }, undefined)} ${advice ?? research}`;
}
