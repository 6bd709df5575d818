/**
 * Decides on many rows together: those with exactly one suggestion, or those whose words contradict their part. After
 * an act it says what was done, with one Undo for all.
 */
import { useEffect, useRef } from 'preact/hooks';
import type { CatalogRowData } from '../../../../core/dashboard/views/catalog-data.ts';
import type { RowAllowanceData } from '../../../api-data.ts';
import { count, countOf } from '../../../design/amounts.ts';
import { Button } from '../../../design/button.tsx';
import { Icon } from '../../../design/icon.tsx';
import { doneWords, rowsLeft, type BulkDecision } from './use-decisions.ts';

interface BulkBarProps {
  readonly selectable: readonly CatalogRowData[];
  readonly chosen: readonly CatalogRowData[];
  readonly allowance: RowAllowanceData;
  readonly bulk: BulkDecision | undefined;
  /** Whether the rows are to be checked, and not to be decided. */
  readonly isCheck: boolean;
  readonly busy: boolean;
  readonly onSelect: (rows: readonly number[]) => void;
  readonly onDecide: () => void;
  readonly onUndo: (rows: readonly number[]) => void;
}

export function BulkBar({ selectable, chosen, allowance, bulk, isCheck, busy, ...on }: BulkBarProps) {
  if (bulk !== undefined)
    return (
      <div class="bulk is-done" role="group" aria-label="The last decision">
        <Icon name="check" />
        <strong>{doneWords(bulk)}</strong>
        {bulk.kind === 'accepted' && <span class="muted">Those with a number of yours are remembered.</span>}
        <span class="grow" />
        <Button small icon="undo" busy={busy} onClick={() => on.onUndo(bulk.rows)}>
          Undo all {count(bulk.rows.length)}
        </Button>
      </div>
    );
  return <Choosing {...{ selectable, chosen, allowance, isCheck, busy, ...on }} />;
}

function Choosing({
  selectable,
  chosen,
  allowance,
  isCheck,
  busy,
  onSelect,
  onDecide,
}: Omit<BulkBarProps, 'bulk' | 'onUndo'>) {
  const all = useRef<HTMLInputElement>(null);
  const isAll = selectable.length > 0 && chosen.length === selectable.length;
  useEffect(() => {
    if (all.current !== null) all.current.indeterminate = chosen.length > 0 && !isAll;
  }, [chosen.length, isAll]);
  const left = rowsLeft(allowance);
  const rows = chosen.length === 0 ? selectable.length : chosen.length;
  return (
    <div class="bulk" role="group" aria-label={isCheck ? 'Rows to check' : 'Rows with exactly one suggestion'}>
      <label class="check">
        <input
          ref={all}
          type="checkbox"
          checked={isAll}
          disabled={selectable.length === 0}
          aria-label={isCheck ? 'Select all rows to check' : 'Select all rows with exactly one suggestion'}
          onChange={() => onSelect(isAll ? [] : selectable.map(({ row }) => row))}
        />
        <span>
          {chosen.length === 0 ? selectableWords(selectable.length, isCheck) : `${count(chosen.length)} selected`}
        </span>
      </label>
      {chosen.length > 0 && !isCheck && (
        <span class="muted">{`uses ${count(rows)} of ${countOf(left, 'row')} left this period`}</span>
      )}
      <span class="grow" />
      <Button
        small
        {...(!isCheck && { look: 'primary' as const, icon: 'check' as const })}
        busy={busy}
        disabled={chosen.length === 0}
        onClick={onDecide}
      >
        {isCheck ? (rows === 1 ? 'It is right' : 'They are right') : `Accept ${countOf(rows, 'suggestion')}`}
      </Button>
    </div>
  );
}

function selectableWords(rows: number, isCheck: boolean): string {
  if (isCheck) return `${countOf(rows, 'matched row')} here whose own words contradict the part found`;
  return rows === 0
    ? 'No row here has exactly one suggestion any more'
    : `${countOf(rows, 'row here has', 'rows here have')} exactly one suggestion`;
}
