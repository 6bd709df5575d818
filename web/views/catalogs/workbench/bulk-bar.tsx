/**
 * Decides on many rows together: those whose only suggestion is nearly as they write it, or those whose words
 * contradict their part. After an act it says what was done, with one Undo for all.
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
  /** The number of open rows with exactly one suggestion. */
  readonly suggested: number;
  readonly allowance: RowAllowanceData;
  readonly bulk: BulkDecision | undefined;
  /** Whether the rows are to be checked, and not to be decided. */
  readonly isCheck: boolean;
  readonly busy: boolean;
  readonly onSelect: (rows: readonly number[]) => void;
  readonly onDecide: () => void;
  readonly onUndo: (rows: readonly number[]) => void;
}

export function BulkBar({ selectable, suggested, chosen, allowance, bulk, isCheck, busy, ...on }: BulkBarProps) {
  if (bulk !== undefined)
    return (
      <div class="bulk is-done" role="group" aria-label="The last decision">
        <Icon name="check" />
        <strong>{doneWords(bulk)}</strong>
        {bulk.kind === 'accepted' && bulk.isKept && (
          <span class="muted">Those with a number of yours are remembered.</span>
        )}
        <span class="grow" />
        <Button small icon="undo" busy={busy} onClick={() => on.onUndo(bulk.rows)}>
          Undo all {count(bulk.rows.length)}
        </Button>
      </div>
    );
  return <Choosing {...{ selectable, suggested, chosen, allowance, isCheck, busy, ...on }} />;
}

function Choosing({
  selectable,
  suggested,
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
  const obsolete = isCheck ? '' : obsoleteWords(chosen.length === 0 ? selectable : chosen);
  const label = isCheck ? 'Rows to check' : 'Suggestions that are nearly as written';
  // Without a row to choose, the bar only keeps its place.
  if (selectable.length === 0)
    return (
      <div class="bulk muted" role="group" aria-label={label}>
        {isCheck ? 'Nothing here is left to check' : selectableWords(0, suggested)}
      </div>
    );
  return (
    <div class="bulk" role="group" aria-label={label}>
      <label class="check">
        <input
          ref={all}
          type="checkbox"
          checked={isAll}
          aria-label={isCheck ? 'Select all rows to check' : 'Select all suggestions that are nearly as written'}
          onChange={() => onSelect(isAll ? [] : selectable.map(({ row }) => row))}
        />
        <span>
          {chosen.length > 0
            ? `${count(chosen.length)} selected${obsolete}`
            : isCheck
              ? toCheckWords(selectable)
              : `${selectableWords(rows, suggested)}${obsolete}`}
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

function toCheckWords(rows: readonly CatalogRowData[]): string {
  const isAnyNotFitted = rows.some(({ not_fitted: said }) => said !== null);
  return `${countOf(rows.length, 'matched row')} here whose own words contradict the part found${isAnyNotFitted ? ' or say that it is not fitted' : ''}`;
}

function obsoleteWords(rows: readonly CatalogRowData[]): string {
  const obsolete = rows.filter(({ suggestion }) => suggestion?.state?.status === 'obsolete').length;
  return obsolete === 0 ? '' : `, ${count(obsolete)} obsolete`;
}

/** Suggestions with another manufacturer or number are accepted one by one. */
function selectableWords(rows: number, suggested: number): string {
  if (suggested === 0) return 'No suggestion here is left to accept';
  return `${count(rows)} of ${countOf(suggested, 'suggestion')} here ${rows === 1 ? 'is' : 'are'} nearly as written`;
}
