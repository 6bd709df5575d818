/**
 * Accepting what a row is thought to mean, for one row or many. A person accepts what they saw: a row that names other parts by now is left as it is.
 * Each row is a correction of its own, in one transaction with its row of the period's allowance and its line in the trail. So a run that was killed
 * is repeated as it was: rows that it has accepted are reported, and neither changed nor counted again.
 */
import { isToDecide, type CatalogRow, type RowCandidate, type RowsKey } from '../catalogs/catalog.ts';
import { acceptFor, type CorrectionError, type CorrectionPorts, type Corrector } from './correct-row.ts';
import { matchRows } from './match-rows.ts';

/** The most rows of one call. */
export const MAX_ACCEPTED_ROWS = 50;

export interface SeenSuggestion {
  readonly row: number;
  /** The part that was shown as meant. */
  readonly part: RowCandidate;
}

export type AcceptedSuggestion =
  | { readonly row: number; readonly kind: 'accepted' | 'accepted_before'; readonly itemId: string }
  /** `changed`: the row is not to be decided on any more, or names other parts. `gone`: the index has no such part. */
  | { readonly row: number; readonly kind: 'changed' | 'gone' | 'allowance_used' };

/** One answer a row, in their order. Of several rows each must name exactly one part; a single one, any of those that it names. */
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
      ports.products,
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
      // One after another: all of them write the catalog's head and the period's rows.
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
  if (!isToDecide(row) || (!isOne && row.candidates.length !== 1)) return false;
  return row.candidates.some(
    ({ manufacturer, partNumber }) => manufacturer === part.manufacturer && partNumber === part.partNumber,
  );
}

function whyNot({ kind }: CorrectionError): 'changed' | 'allowance_used' {
  return kind === 'allowance_used' ? kind : 'changed';
}
