/**
 * The rows of a catalog: the customer's own cells, the outcome, what is meant and why, and what a member can do. A row
 * that was decided on keeps its place and its height, with Undo where its button was.
 */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { CatalogRowData } from '../../../../core/dashboard/views/catalog-data.ts';
import type { OverviewData } from '../../../api-data.ts';
import { Badge } from '../../../design/badge.tsx';
import { Button, LinkButton } from '../../../design/button.tsx';
import { dayWords } from '../../../design/dates.ts';
import { Icon } from '../../../design/icon.tsx';
import { Actions, Cell, RowHead, Table } from '../../../design/table.tsx';
import { usePage } from '../../../parts/page-context.ts';
import { matchLabel, rowLabels } from '../row-labels.ts';
import { NotFitted, StateBadge } from '../state-badge.tsx';
import { Marked, Said } from './own-words.tsx';
import {
  hasOneSuggestion,
  isNearlyAsWritten,
  isRemembered,
  isToCheck,
  nameOf,
  type DecisionKind,
  type Decisions,
} from './use-decisions.ts';

/**
 * For this time after a row changed, its Undo ignores clicks, and so does the spot of the pointer if the page scrolled:
 * of a double click.
 */
const DOUBLE_CLICK_MS = 600;
/** The most that the pointer moves between the two clicks. */
const ONE_SPOT_PX = 16;

interface RowTableProps {
  readonly decisions: Decisions;
  readonly selected: ReadonlySet<number>;
  readonly hrefOfFix: (row: number) => string;
  readonly onSelect: (row: number, isSelected: boolean) => void;
}

export function RowTable({ decisions, ...more }: RowTableProps) {
  const table = useRef<HTMLDivElement>(null);
  const { next, decided, data } = decisions;
  const pointer = useRef({ x: 0, y: 0 });
  /** Where the pointer was when the rows moved below it. */
  const moved = useRef<{ x: number; y: number } | undefined>(undefined);
  useEffect(() => {
    const follow = ({ clientX: x, clientY: y }: PointerEvent): void => {
      pointer.current = { x, y };
    };
    // The second half of a double click may meet another row; a click elsewhere is meant.
    const ignore = (event: MouseEvent): void => {
      const spot = moved.current;
      if (spot === undefined || event.detail === 0) return;
      if (Math.hypot(event.clientX - spot.x, event.clientY - spot.y) > ONE_SPOT_PX) return;
      event.preventDefault();
      event.stopPropagation();
    };
    table.current?.addEventListener('pointermove', follow);
    table.current?.addEventListener('pointerdown', follow);
    table.current?.addEventListener('click', ignore, true);
  }, []);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const isFree = focused === null || focused === document.body || table.current?.contains(focused) === true;
    if (next === undefined || !isFree) return;
    const row = table.current?.querySelector(`tr[data-row="${next}"]`);
    row?.querySelector<HTMLElement>('.actions .btn')?.focus({ preventScroll: true });
    const { scrollY: before } = globalThis;
    row?.scrollIntoView({ block: 'nearest' });
    if (globalThis.scrollY === before) return;
    moved.current = pointer.current;
    setTimeout(() => {
      moved.current = undefined;
    }, DOUBLE_CLICK_MS);
  }, [next, decided]);
  return (
    <div ref={table}>
      <Table
        top
        look="bench-rows"
        caption="Rows of the catalog"
        columns={[
          { name: 'Select', actions: true, look: 'pick' },
          data.rows.some(({ your_item_number: own }) => own !== null) ? { name: 'Your number' } : { name: 'Row' },
          { name: 'Your row says' },
          { name: 'Outcome' },
          { name: 'What is meant, and why' },
          { name: 'Actions', actions: true },
        ]}
      >
        {data.rows.map((row) => (
          <ShownRow key={row.row} row={row} decisions={decisions} {...more} />
        ))}
      </Table>
    </div>
  );
}

type ShownRowProps = RowTableProps & { readonly row: CatalogRowData };

function ShownRow({ row, decisions, selected, hrefOfFix, onSelect }: ShownRowProps) {
  const { data, decided, next } = decisions;
  const kind = decided.get(row.row)?.kind;
  const place = useSteadyHeight(kind);
  const armed = useArmed(kind);
  const isSelected = selected.has(row.row);
  const isSelectable = kind === undefined && data.may_name_parts && (isNearlyAsWritten(row) || isToCheck(row));
  const isLine = kind === undefined && isOneLine(row);
  const { label, look, title } = rowLabels(row);
  const classes = [
    isLine && 'line',
    isSelected && 'is-selected',
    kind !== undefined && 'is-done',
    next === row.row && 'is-next',
  ];
  return (
    <tr ref={place} role="row" data-row={row.row} class={classes.filter(Boolean).join(' ') || undefined}>
      <td role="cell" class="pick">
        {isSelectable && (
          <label class="pickbox">
            <input
              type="checkbox"
              aria-label={`Select ${nameOf(row)}, row ${row.row}`}
              checked={isSelected}
              onChange={(event) => onSelect(row.row, event.currentTarget.checked)}
            />
          </label>
        )}
      </td>
      <RowHead sub={row.your_item_number === null ? undefined : `row ${row.row}`}>{nameOf(row)}</RowHead>
      <td role="cell" class="full">
        <Said said={row.said} isLeftOut={row.outcome === 'skipped'} contradictions={row.contradictions} />
      </td>
      <Cell name="Outcome" state>
        <Badge look={look} title={title}>
          {label}
        </Badge>
      </Cell>
      <td role="cell" class="full">
        {isLine ? <OneLine row={row} /> : <Why row={row} kind={kind} />}
      </td>
      <Actions onMouseDown={(event) => !armed.current && event.preventDefault()}>
        <RowActions row={row} kind={kind} armed={armed} decisions={decisions} hrefOfFix={hrefOfFix} />
      </Actions>
    </tr>
  );
}

/** Keeps the height that the row had before it was decided on. */
function useSteadyHeight(kind: DecisionKind | undefined) {
  const place = useRef<HTMLTableRowElement>(null);
  const height = useRef<number | undefined>(undefined);
  if (kind === undefined || height.current === undefined) {
    const before = place.current?.getBoundingClientRect().height;
    if (before !== undefined) height.current = before;
  }
  useLayoutEffect(() => {
    const row = place.current;
    if (row === null) return;
    const kept = kind === undefined ? '' : `${height.current ?? 0}px`;
    row.style.height = kept;
    row.style.minHeight = kept;
  }, [kind]);
  return place;
}

/** Matched and duplicate rows take one line; a remembered, doubtful or just decided one says more. */
function isOneLine(row: CatalogRowData): boolean {
  return (row.group === 'matched' || row.group === 'duplicate') && !isToCheck(row) && !isRemembered(row);
}

interface RowActionsProps extends Pick<ShownRowProps, 'row' | 'decisions' | 'hrefOfFix'> {
  readonly kind: DecisionKind | undefined;
  readonly armed: { readonly current: boolean };
}

function RowActions({ row, kind, armed, decisions, hrefOfFix }: RowActionsProps) {
  const { data, busy, decided } = decisions;
  const before = decided.get(row.row)?.before;
  if (!data.may_name_parts) return null;
  const isBusy = busy.has(row.row);
  const name = nameOf(row);
  const isOpen = kind === undefined;
  const isChoice = isOpen && row.group === 'to_decide' && row.candidates.length > 1;
  const isQuiet = !isOpen || isOneLine(row) || isRemembered(row);
  return (
    <>
      {!isOpen && (
        <Button
          small
          icon="undo"
          busy={isBusy}
          label={`Undo ${name}: back to ${kind === 'not_this' && before?.item !== null ? 'the part it had' : 'undecided'}`}
          onClick={() => armed.current && decisions.undo([row.row])}
        >
          Undo
        </Button>
      )}
      {isOpen && hasOneSuggestion(row) && (
        <Button
          small
          icon="check"
          busy={isBusy}
          label={`Accept the suggestion for ${name}`}
          onClick={() => armed.current && decisions.accept([row])}
        >
          Accept
        </Button>
      )}
      {isOpen && isToCheck(row) && (
        <Button
          small
          busy={isBusy}
          label={`It is right: ${name}`}
          onClick={() => armed.current && decisions.confirm([row])}
        >
          It is right
        </Button>
      )}
      {isOpen && !isToCheck(row) && row.item !== null && isRemembered(row) && (
        <Button
          small
          busy={isBusy}
          label={`Not this part for ${name}: back to undecided`}
          onClick={() => armed.current && decisions.reject(row)}
        >
          Not this
        </Button>
      )}
      {row.may_be_fixed && (
        <LinkButton
          small
          look={isQuiet ? 'ghost' : undefined}
          label={isChoice ? `Choose the part for ${name}` : `Fix ${name}`}
          href={hrefOfFix(row.row)}
        >
          {isChoice ? 'Choose' : 'Fix'}
        </LinkButton>
      )}
    </>
  );
}

/** False for a moment after the row changed, so that a double click changes it once. */
function useArmed(kind: DecisionKind | undefined) {
  const armed = useRef(true);
  const before = useRef(kind);
  if (before.current !== kind) {
    before.current = kind;
    armed.current = false;
  }
  useEffect(() => {
    const arming = setTimeout(() => {
      armed.current = true;
    }, DOUBLE_CLICK_MS);
    return () => clearTimeout(arming);
  }, [kind]);
  return armed;
}

/** The part of a matched row, or what a duplicate repeats, with the whole text as a title. */
function OneLine({ row }: { readonly row: CatalogRowData }) {
  const { item, state, reason } = row;
  if (item === null)
    return (
      <span class="one">
        <NotFitted said={row.not_fitted} />
        {reason}
      </span>
    );
  const more = [item.title, matchLabel(row) || null, reason].filter((text) => text !== null).join(' · ');
  const name = partWords({ manufacturer: item.manufacturer, part_number: item.mpn }) || item.id;
  return (
    <span class="one">
      <strong title={name}>
        {item.manufacturer !== null && item.mpn !== null && <span>{item.manufacturer}</span>}{' '}
        <span>{item.mpn ?? name}</span>
      </strong>
      <NotFitted said={row.not_fitted} />
      <StateBadge state={state} />
      {more !== '' && (
        <span class="sub" title={more}>
          {more}
        </span>
      )}
    </span>
  );
}

interface WhyProps {
  readonly row: CatalogRowData;
  readonly kind: DecisionKind | undefined;
}

function Why({ row, kind }: WhyProps) {
  const { item, candidates, suggestion, contradictions, state } = row;
  const { overview } = usePage();
  const first = kind === undefined ? row.reason : doneWords(row, kind);
  const words = [first, researchWords(row, overview.account)].filter(Boolean);
  return (
    <div class="why">
      {row.not_fitted !== null && (
        <span>
          <NotFitted said={row.not_fitted} /> {`“${row.not_fitted}”`}
        </span>
      )}
      {kind === undefined &&
        contradictions.map(({ words: said }) => (
          <span key={said}>
            <Marked text={said} values={[]} />
          </span>
        ))}
      {words.length > 0 && <span>{words.join(' ')}</span>}
      {item !== null && (
        <Part
          name={partWords({ manufacturer: item.manufacturer, part_number: item.mpn }) || item.id}
          isDecided={kind !== undefined || isRemembered(row)}
          title={item.title}
          values={contradictions.map(({ part }) => part)}
          state={state}
        />
      )}
      {candidates.map((part) => (
        <Part
          key={partWords(part)}
          name={partWords(suggestion ?? part)}
          title={suggestion?.title ?? null}
          confidence={suggestion?.confidence ?? null}
          state={suggestion?.state ?? null}
          isToChoose={suggestion !== null && suggestion.state !== null}
        />
      ))}
      {kind === undefined && <Way row={row} />}
    </div>
  );
}

/** What research of the row's part costs; empty if nothing is to be researched. */
export function researchWords(
  { group, not_fitted: notFitted }: Pick<CatalogRowData, 'group' | 'not_fitted'>,
  account: OverviewData['account'],
): string {
  return group === 'not_in_index' && notFitted === null && account.research_allowed
    ? `Research can look for it: ${account.research_price_usd} if found.`
    : '';
}

/** How a person decided on the row, now or in an earlier file. */
function Way({ row }: { readonly row: CatalogRowData }) {
  const where = row.decided_in;
  if (where !== undefined || row.matched_by === 'your_number')
    return (
      <span class="was">
        <Icon name="trail" />
        {where === undefined
          ? matchLabel(row)
          : `As you decided in ${where.name ?? 'a deleted catalog'} on ${dayWords(where.at, Date.now())}`}
      </span>
    );
  const way = matchLabel(row);
  return way === '' ? null : <span>{way}.</span>;
}

function doneWords(row: CatalogRowData, kind: DecisionKind): string {
  const isKept = row.remembered_for !== null;
  switch (kind) {
    case 'accepted':
      return isKept
        ? 'Accepted just now and remembered.'
        : 'Accepted just now. It has no number of yours, so it is not remembered.';
    case 'right':
      return 'You said just now that it is right.';
    case 'not_this':
      return row.is_not_meant ? 'Not meant, you said just now.' : 'Taken back just now.';
    case 'fixed':
      return 'Chosen just now and remembered.';
    case 'fixed_once':
      return 'Chosen just now, for this row alone.';
  }
}

interface PartProps {
  readonly name: string;
  readonly title: string | null;
  /** Of a suggestion: how sure the index is of its record, not of the match. */
  readonly confidence?: number | null;
  readonly isDecided?: boolean;
  readonly values?: readonly (string | null)[];
  readonly state?: CatalogRowData['state'];
  readonly isToChoose?: boolean;
}

function Part({
  name,
  title,
  confidence = null,
  isDecided = false,
  values = [],
  state = null,
  isToChoose = false,
}: PartProps) {
  return (
    <span class="cand">
      <Icon name={isDecided ? 'check' : 'arrow'} />
      <span>
        {name} <StateBadge state={state} isToChoose={isToChoose} />
        {title !== null && (
          <span class="sub">
            <Marked text={title} values={values} />
            {confidence !== null && ' · '}
            {confidence !== null && <span class="nowrap">Record confidence {confidence}</span>}
          </span>
        )}
      </span>
    </span>
  );
}

export function partWords({
  manufacturer,
  part_number: number,
}: {
  manufacturer: string | null;
  part_number: string | null;
}): string {
  return [manufacturer, number].filter((text) => text !== null && text !== '').join(' ');
}
