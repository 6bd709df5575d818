/**
 * Decides which matches are kept for later files, by the customer's own numbers and by the text of the rows. It stores
 * nothing.
 */
import type { Catalog, CatalogRow } from '../rows/catalog.ts';
import { statesNothingElse, type LearnedMatch, type LearnedUse } from '../rows/learned-matches.ts';
import { acceptedKey, numberKey, statementOf, type FileRowMatch, type MatchedRow } from './match-file-rows.ts';

/**
 * Returns the matches that an import keeps under the customer's own numbers: rows that the index matched, unless they
 * are known already.
 */
export function learnedFrom(
  rows: readonly MatchedRow[],
  { catalogId, replaces }: Pick<Catalog, 'catalogId' | 'replaces'>,
  learnedAtMs: number,
): readonly LearnedMatch[] {
  const from = replaces === null ? { catalogId } : { catalogId: replaces, replacementId: catalogId };
  return rows.flatMap(({ read, matched }): LearnedMatch[] => {
    const key = numberKey(read);
    if (matched === undefined || key === undefined) return [];
    const { match, learned } = matched;
    if (match.kind !== 'found' || match.by === 'your_number' || match.by === 'accepted') return [];
    const { itemNumber } = read.named;
    const stated = statementOf(read.named);
    const isKnown = learned?.itemId === match.item.id && saysTheSame(learned.stated, stated);
    const entry = { itemNumber, stated, itemId: match.item.id, named: null, ...from, acceptedBy: null, learnedAtMs };
    return isKnown ? [] : [{ key, ...entry }];
  });
}

/**
 * Returns which rows got their item by which remembered decision, so that forgetting it finds them.
 * @param matches one for each row that names a part
 */
export function usesIn(
  rows: readonly (Pick<CatalogRow, 'row'> & { readonly match: FileRowMatch['match'] | undefined })[],
  { catalogId, rowsIn, replaces }: Pick<Catalog, 'catalogId' | 'rowsIn' | 'replaces'>,
): readonly LearnedUse[] {
  const used = rows.flatMap(({ row, match }) =>
    match?.kind === 'found' && match.usedKey !== undefined ? [{ row, key: match.usedKey }] : [],
  );
  return [...Map.groupBy(used, ({ key }) => key)].map(([key, uses]) => ({
    key,
    catalogId: replaces ?? catalogId,
    rowsIn,
    rows: uses.map(({ row }) => row),
  }));
}

function saysTheSame(a: LearnedMatch['stated'], b: LearnedMatch['stated']): boolean {
  return statesNothingElse(a, b) && statesNothingElse(b, a);
}

/**
 * Returns the matches to keep after a person accepted or fixed a row: under what the file states, and under the row's
 * own number.
 */
export function learnedFromPerson(row: CatalogRow, catalogId: string, learnedAtMs: number): readonly LearnedMatch[] {
  const { itemId, acceptedBy } = row;
  const itemNumber = row.isRunningNumber ? null : row.itemNumber;
  const entry = { itemNumber, itemId, acceptedBy, catalogId, learnedAtMs, stated: row.stated ?? statementOf(row) };
  const fromFile = { ...row, named: row };
  const stated = acceptedKey(fromFile);
  const number = numberKey(fromFile);
  return [
    ...(stated === undefined ? [] : [{ ...entry, key: stated, named: row.stated === null ? null : statementOf(row) }]),
    ...(number === undefined || itemId === null ? [] : [{ ...entry, key: number, named: null }]),
  ];
}
