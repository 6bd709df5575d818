/**
 * Accepts candidates of one row or of many. A person accepts what they saw, so a row whose candidates have changed
 * stays unchanged. Each row is a separate correction, in one transaction with its allowance and audit line. A killed
 * run is safe to repeat: rows that it accepted are reported, but not changed or counted again.
 */
import { needsDecision, type CatalogRow, type RowCandidate, type RowsKey } from '../rows/catalog.ts';
import { acceptFor, type RowCorrectionRefusal, type CorrectionPorts, type Corrector } from './correct-row.ts';
import { matchRows } from './match-rows.ts';

/** The most rows of one call. */
export const MAX_ACCEPTED_ROWS = 50;

interface SeenSuggestion {
  readonly row: number;
  /** The candidate that the person saw. */
  readonly part: RowCandidate;
}

export type AcceptedSuggestion =
  | { readonly row: number; readonly kind: 'accepted' | 'accepted_before'; readonly itemId: string }
  /** `changed`: the row is no longer undecided, or has other candidates. `gone`: the index does not have the part. */
  | { readonly row: number; readonly kind: 'changed' | 'gone' | 'allowance_used' };

/**
 * Returns one result per row, in order. Of several rows each must have exactly one candidate, and be fitted; a single
 * row may have several.
 */
export async function acceptSuggestions(
  ports: CorrectionPorts,
  key: RowsKey,
  seen: readonly SeenSuggestion[],
  by: Corrector,
): Promise<readonly AcceptedSuggestion[]> {
  const isOne = seen.length === 1;
  const [rows, matches] = await Promise.all([
    Promise.all(seen.map(({ row }) => ports.catalogs.findRow(key, row))),
    matchRows(
      ports.index,
      seen.map(({ part }) => ({
        itemNumber: null,
        supplier: part.manufacturer,
        partNumber: part.partNumber,
        gtin: null,
      })),
    ),
  ]);
  const answers: AcceptedSuggestion[] = [];
  let isUsedUp = false;
  for (const [place, { row, part }] of seen.entries()) {
    const before = rows[place];
    const match = matches[place];
    const item = match?.kind === 'found' ? match.item : undefined;
    if (before === undefined) answers.push({ row, kind: 'changed' });
    else if (isAccepted(before, item?.id)) answers.push({ row, kind: 'accepted_before', itemId: item?.id ?? '' });
    else if (!isSuggested(before, part, isOne)) answers.push({ row, kind: 'changed' });
    else if (item === undefined) answers.push({ row, kind: 'gone' });
    else if (isUsedUp) answers.push({ row, kind: 'allowance_used' });
    else {
      // The rows are written one after another, because each write changes the catalog's own row and the period's row
      // count.
      const accepted = await acceptFor(ports, key, before, item, by);
      isUsedUp = !accepted.ok && accepted.reason.kind === 'allowance_used';
      answers.push(accepted.ok ? { row, kind: 'accepted', itemId: item.id } : { row, kind: whyNot(accepted.reason) });
    }
  }
  return answers;
}

function isAccepted({ matchedBy, itemId }: CatalogRow, meant: string | undefined): boolean {
  return matchedBy === 'accepted' && itemId !== null && itemId === meant;
}

function isSuggested(row: CatalogRow, part: RowCandidate, isOne: boolean): boolean {
  if (!needsDecision(row) || (!isOne && (row.candidates.length !== 1 || row.notFitted !== undefined))) return false;
  return row.candidates.some(
    ({ manufacturer, partNumber }) => manufacturer === part.manufacturer && partNumber === part.partNumber,
  );
}

function whyNot({ kind }: RowCorrectionRefusal): 'changed' | 'allowance_used' {
  return kind === 'allowance_used' ? kind : 'changed';
}
