/** Prints a catalog and its rows as tables and as JSON. */
import { nameCandidate, type Catalog, type CatalogRow, type RowOutcome } from '../../../core/catalogs/rows/catalog.ts';
import { describeChecks, describeContradiction } from '../../../core/catalogs/rows/describe-contradiction.ts';
import { CATALOG_STATE_LABELS, OUTCOME_LABELS } from '../../../core/catalogs/rows/outcome-labels.ts';
import { showCatalog } from '../../../core/catalogs/rows/list-catalogs.ts';
import { shortMinuteText } from '../../../core/time.ts';
import { printFields, printTable } from '../console/print.ts';

export function printCatalog(catalog: Catalog): void {
  const { rows, ...fields } = showCatalog(catalog);
  const { total, ...counts } = rows;
  printFields({
    catalog: fields.id,
    name: fields.name,
    state: CATALOG_STATE_LABELS[catalog.status],
    ...(catalog.failure === null ? {} : { failure: catalog.failure }),
    'uploaded (UTC)': shortMinuteText(catalog.createdAtMs),
    'completed (UTC)': fields.completed_at === null ? null : shortMinuteText(Date.parse(fields.completed_at)),
    rows: total,
    ...Object.fromEntries(
      Object.entries(counts)
        .filter(([, count]) => count > 0)
        .map(([outcome, count]) => [OUTCOME_LABELS[outcome as RowOutcome].toLowerCase(), count]),
    ),
    ...(catalog.toCheck !== undefined && catalog.toCheck > 0 ? { 'check these': catalog.toCheck } : {}),
  });
}

/** Returns the most likely next step for a catalog in its state. */
export function nextWith({ accountId, catalogId, status, counts }: Catalog): readonly [why: string, command: string] {
  const which = `${accountId} ${catalogId}`;
  if (status === 'queued' || status === 'processing') return ['Show its progress', `catalogs show ${which} --limit 0`];
  if (counts.error > 0) return ['Show the unusable rows', `catalogs show ${which} --outcome error`];
  if (counts.not_found > 0)
    return ['Show the rows that are not in the index', `catalogs show ${which} --outcome not_found`];
  return ['Export the catalog with its matches', `catalogs export ${which} FILE.csv`];
}

export function printRows(rows: readonly CatalogRow[]): void {
  printTable(
    [
      'Row',
      'Outcome',
      { heading: 'Your number', minor: true },
      'Manufacturer',
      'Part number',
      { heading: 'GTIN', minor: true },
      { heading: 'Item', minor: true },
      { heading: 'Matched by', minor: true },
      { heading: 'Reason', minor: true },
    ],
    rows.map(
      ({
        row,
        outcome,
        itemNumber,
        supplier,
        partNumber,
        gtin,
        itemId,
        reason,
        candidates,
        matchedBy,
        acceptedBy,
        contradictions,
        notFitted,
        isUnpaid,
      }) => [
        row,
        OUTCOME_LABELS[outcome],
        itemNumber,
        supplier,
        partNumber,
        gtin,
        itemId,
        [matchedBy?.replaceAll('_', ' '), acceptedBy].filter((said) => typeof said === 'string').join(' by '),
        [
          ...describeChecks({ notFitted, contradictions, isUnpaid }),
          reason,
          candidates.length > 0 && `Candidates: ${candidates.map(nameCandidate).join('; ')}.`,
        ]
          .filter(Boolean)
          .join(' '),
      ],
    ),
  );
}

export function rowJson({
  row,
  outcome,
  itemNumber,
  supplier,
  partNumber,
  gtin,
  itemId,
  reason,
  candidates,
  matchedBy,
  acceptedBy,
  contradictions = [],
  notFitted,
}: CatalogRow) {
  return {
    row,
    outcome,
    your_item_number: itemNumber,
    supplier,
    supplier_part_number: partNumber,
    gtin,
    item_id: itemId,
    matched_by: matchedBy,
    accepted_by: acceptedBy,
    reason,
    candidates: candidates.map(({ manufacturer, partNumber: part_number }) => ({ manufacturer, part_number })),
    contradictions: contradictions.map((one) => ({ ...one, words: describeContradiction(one) })),
    not_fitted: notFitted ?? null,
  };
}
