/** Accepts the displayed candidates. Rows that changed meanwhile are reported and shown with their current values. */
import { useState } from 'preact/hooks';
import type {
  AcceptedRowsData,
  CatalogRowData,
  CatalogRowsData,
  PartName,
} from '../../../core/dashboard/views/catalog-data.ts';
import { count } from '../../design/amounts.ts';
import { change } from '../../parts/api.ts';
import { usePage } from '../../parts/page-context.ts';

export interface MeantPart {
  readonly row: CatalogRowData;
  readonly part: PartName;
}

export function useAccepting({ catalog }: CatalogRowsData, onChanged: () => Promise<void>) {
  const { tell, toast } = usePage();
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const accept = async (meant: readonly MeantPart[]): Promise<void> => {
    if (busy || meant.length === 0) return;
    setBusy(true);
    setFault('');
    try {
      const rows = meant.map(({ row, part }) => ({ row: row.row, ...part }));
      const data = await change('/catalogs/accept-suggestions', { catalog_id: catalog.id, rows });
      setFault(leftWords(data));
      await onChanged();
      if (data.accepted.length > 0) toast(doneWords(meant, data.accepted));
    } catch (error) {
      setFault(tell(error));
    }
    setBusy(false);
  };
  return { fault, busy, accept };
}

function doneWords(meant: readonly MeantPart[], accepted: readonly number[]): string {
  const [only] = meant;
  if (meant.length > 1 || only === undefined) return `${count(accepted.length)} rows are matched now`;
  return `${nameOf(only.row)} is ${only.part.part_number} now`;
}

export function nameOf({ your_item_number: own, row }: Pick<CatalogRowData, 'your_item_number' | 'row'>): string {
  return own ?? `Row ${row}`;
}

function leftWords({ changed, gone, refused }: AcceptedRowsData): string {
  return [
    changed.length > 0 && `Changed meanwhile, and left as they are now: ${rowsIn(changed)}.`,
    gone.length > 0 && `The index has the suggested part no longer: ${rowsIn(gone)}.`,
    refused !== null && `Not accepted: ${rowsIn(refused.rows)}. ${refused.why}`,
  ]
    .filter((words) => words !== false)
    .join(' ');
}

function rowsIn(rows: readonly number[]): string {
  return `${rows.length === 1 ? 'row' : 'rows'} ${rows.map(count).join(', ')}`;
}
