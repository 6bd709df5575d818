/** Chooses and accepts rows with exactly one candidate together: each uses a row of the period. */
import { useEffect, useRef } from 'preact/hooks';
import type { CatalogRowData, RowAllowanceData } from '../../../core/dashboard/views/catalog-data.ts';
import { count, countOf } from '../../design/amounts.ts';
import { Button } from '../../design/button.tsx';

interface BulkBarProps {
  readonly selectable: readonly CatalogRowData[];
  readonly chosen: readonly CatalogRowData[];
  readonly allowance: RowAllowanceData;
  readonly busy: boolean;
  readonly onSelect: (rows: readonly number[]) => void;
  readonly onAccept: () => void;
}

export function BulkBar({ selectable, chosen, allowance, busy, onSelect, onAccept }: BulkBarProps) {
  const all = useRef<HTMLInputElement>(null);
  const isAll = chosen.length === selectable.length;
  useEffect(() => {
    if (all.current !== null) all.current.indeterminate = chosen.length > 0 && !isAll;
  }, [chosen.length, isAll]);
  const left = Math.max(0, allowance.rows_per_period - allowance.rows_used);
  return (
    <div class="bulk" role="group" aria-label="Rows with exactly one suggestion">
      <input
        ref={all}
        type="checkbox"
        checked={isAll}
        aria-label="Select all rows with exactly one suggestion"
        onChange={() => onSelect(isAll ? [] : selectable.map(({ row }) => row))}
      />
      {chosen.length === 0 ? (
        <span class="muted">{countOf(selectable.length, 'row')} here with exactly one suggestion</span>
      ) : (
        <>
          <strong>{count(chosen.length)} selected</strong>
          <span class="muted">each has exactly one suggestion; {count(left)} list rows are left, one for each</span>
        </>
      )}
      <span class="grow" />
      {chosen.length > 0 && (
        <>
          <Button small look="primary" icon="check" busy={busy} onClick={onAccept}>
            Accept {countOf(chosen.length, 'suggestion')}
          </Button>
          <Button small look="ghost" onClick={() => onSelect([])}>
            Clear
          </Button>
        </>
      )}
    </div>
  );
}
