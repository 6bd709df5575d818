/** The rows of a catalog: the text of each, its outcome with the reason, and the actions that a member has. */
import type { CatalogRowData } from '../../../core/dashboard/views/catalog-data.ts';
import { Badge } from '../../design/badge.tsx';
import { Button, LinkButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { Actions, Cell, Row, RowHead, Table } from '../../design/table.tsx';
import { usePage } from '../../parts/page-context.ts';
import { matchLabel, reasonLabel, rowLabels, STATE_LABELS } from './row-labels.ts';
import { nameOf } from './use-accepting.ts';

interface RowTableProps {
  readonly rows: readonly CatalogRowData[];
  /** Whether candidates are named and corrections accepted. */
  readonly mayDecide: boolean;
  readonly selected: ReadonlySet<number>;
  readonly busy: boolean;
  readonly hrefOfFix: (row: number) => string;
  readonly onSelect: (row: number, isSelected: boolean) => void;
  /** @param place the index of the candidate among the candidates of the row */
  readonly onAccept: (row: CatalogRowData, place: number) => void;
}

export function RowTable({ rows, ...more }: RowTableProps) {
  return (
    <Table
      top
      caption="Rows of the list"
      columns={[
        { name: 'Select', actions: true },
        { name: 'Your number' },
        { name: 'Your row says' },
        { name: 'Status' },
        { name: 'Why, and what is meant' },
        { name: 'Actions', actions: true },
      ]}
    >
      {rows.map((row) => (
        <ShownRow key={row.row} row={row} {...more} />
      ))}
    </Table>
  );
}

function ShownRow({
  row,
  mayDecide,
  selected,
  busy,
  hrefOfFix,
  onSelect,
  onAccept,
}: Omit<RowTableProps, 'rows'> & { readonly row: CatalogRowData }) {
  const isSelected = selected.has(row.row);
  const isSelectable = mayDecide && row.group === 'to_decide' && row.candidates.length === 1;
  const { label, look, title } = rowLabels(row);
  const mayFix = mayDecide && row.outcome !== 'skipped' && row.outcome !== 'cancelled';
  return (
    <Row selected={isSelected}>
      <td role="cell" class="pick">
        {isSelectable && (
          <input
            type="checkbox"
            aria-label={`Select ${nameOf(row)}, row ${row.row}`}
            checked={isSelected}
            onChange={(event) => onSelect(row.row, event.currentTarget.checked)}
          />
        )}
      </td>
      <RowHead sub={row.your_item_number === null ? undefined : `row ${row.row}`}>{nameOf(row)}</RowHead>
      <Said row={row} />
      <Cell name="Status" state>
        <span class="stack-s">
          <Badge look={look} title={title}>
            {label}
          </Badge>
          {row.state !== null && (
            <Badge look={STATE_LABELS[row.state.status].look} title={`This part ${row.state.words}`}>
              {STATE_LABELS[row.state.status].label}
            </Badge>
          )}
        </span>
      </Cell>
      <td role="cell" class="full">
        <Why row={row} busy={busy} onAccept={onAccept} />
      </td>
      <Actions>
        {isSelectable && (
          <Button
            small
            icon="check"
            busy={busy}
            label={`Accept the suggestion for ${nameOf(row)}`}
            onClick={() => onAccept(row, 0)}
          >
            Accept
          </Button>
        )}
        {mayFix && (
          <LinkButton small label={`Fix ${nameOf(row)}`} href={hrefOfFix(row.row)}>
            Fix
          </LinkButton>
        )}
      </Actions>
    </Row>
  );
}

function Said({ row: { supplier, supplier_part_number: number, gtin } }: { readonly row: CatalogRowData }) {
  return (
    <td role="cell" class="full">
      {supplier ?? <span class="faint">no manufacturer</span>}
      <span class="sub">
        {number !== null || gtin !== null ? <code>{number ?? gtin}</code> : <span class="faint">no part number</span>}
      </span>
    </td>
  );
}

interface WhyProps {
  readonly row: CatalogRowData;
  readonly busy: boolean;
  readonly onAccept: (row: CatalogRowData, place: number) => void;
}

function Why({ row, busy, onAccept }: WhyProps) {
  const { item, candidates } = row;
  const reason = reasonLabel(row.reason);
  const match = matchLabel(row);
  const { account } = usePage().overview;
  const mayBeResearched = row.group === 'not_in_index' && account.research_allowed;
  return (
    <div class="why">
      {item !== null && (
        <span>
          <strong>{[item.manufacturer, item.mpn].filter((text) => text !== null).join(' ') || item.id}</strong>
          <span class="sub">
            {[item.title, item.confidence === null ? null : `Confidence ${item.confidence}`, match || null]
              .filter((text) => text !== null)
              .join('. ')}
          </span>
        </span>
      )}
      {item === null && match !== '' && <span>{match}.</span>}
      {(reason !== '' || mayBeResearched) && (
        <span>
          {reason}
          {mayBeResearched && ` Research can look for it: ${account.research_price_usd} if found.`}
        </span>
      )}
      {candidates.length === 1 && (
        <span class="cand">
          <Icon name="arrow" />
          {partWords(candidates[0]!)}
        </span>
      )}
      {candidates.length > 1 &&
        candidates.map((part, place) => (
          <span class="cand" key={`${part.manufacturer} ${part.part_number}`}>
            <Icon name="arrow" />
            {partWords(part)}
            <Button
              small
              look="ghost"
              busy={busy}
              label={`Accept ${partWords(part)} for ${nameOf(row)}`}
              onClick={() => onAccept(row, place)}
            >
              Accept
            </Button>
          </span>
        ))}
    </div>
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
