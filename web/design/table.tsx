/**
 * Tables whose rows become cards below 900 px: name left, state right, other cells under their names, actions last.
 * Roles are in the markup, because `display` removes them from a table.
 */
import type { ComponentChildren } from 'preact';

interface Column {
  /** The heading of the column; on a phone it is above the cell. */
  readonly name: string;
  /** Numbers are aligned right. */
  readonly right?: boolean;
  /** Whether this is the column of buttons; its name is for screen readers only. */
  readonly actions?: boolean;
  /** A class of its heading. */
  readonly look?: string;
}

interface TableProps {
  readonly caption: string;
  readonly columns: readonly Column[];
  /** `false`: it stays a table on a phone and scrolls horizontally. */
  readonly cards?: boolean;
  /** Rows of several lines are aligned at the top. */
  readonly top?: boolean;
  /** A class for a table with a layout of its own. */
  readonly look?: string;
  readonly children: ComponentChildren;
}

export function Table({ caption, columns, cards = true, top = false, look, children }: TableProps) {
  const table = (
    <table class={['table', cards && 'cards', top && 'top', look].filter(Boolean).join(' ')} role="table">
      <caption>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ name, right, actions, look: own }, index) => (
            <th
              key={index}
              scope="col"
              role="columnheader"
              class={own ?? (right ? 'right' : actions ? 'actions' : undefined)}
            >
              {actions ? <span class="unseen">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
  if (cards) return table;
  return (
    <div class="scroll" role="region" aria-label={caption} tabIndex={0}>
      {table}
    </div>
  );
}

export function Row({ look, children }: { readonly look?: string | undefined; readonly children: ComponentChildren }) {
  return (
    <tr role="row" class={look}>
      {children}
    </tr>
  );
}

/** The cell that names the subject of the row. */
export function RowHead({ children, sub }: { readonly children: ComponentChildren; readonly sub?: ComponentChildren }) {
  return (
    <th scope="row" role="rowheader">
      {children}
      {sub !== undefined && <span class="sub">{sub}</span>}
    </th>
  );
}

interface CellProps {
  /** The name of its column. */
  readonly name: string;
  readonly right?: boolean;
  /** Shown next to the name on a phone. */
  readonly state?: boolean;
  /** As wide as the card on a phone. */
  readonly full?: boolean;
  /** The value is unknown: a dash in the table, and nothing on a phone. */
  readonly unknown?: boolean;
  readonly sub?: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function Cell({ name, right, state, full, unknown, sub, children }: CellProps) {
  return (
    <td
      role="cell"
      data-name={name}
      class={
        [right && 'right', state && 'state', full && 'full', unknown && 'unknown'].filter(Boolean).join(' ') ||
        undefined
      }
    >
      {unknown === true ? <span class="faint">–</span> : children}
      {sub !== undefined && <span class="sub">{sub}</span>}
    </td>
  );
}

interface ActionsProps {
  readonly onMouseDown?: ((event: MouseEvent) => void) | undefined;
  readonly children?: ComponentChildren;
}

/** The row's buttons. */
export function Actions({ children, onMouseDown }: ActionsProps) {
  return (
    <td role="cell" class="actions" onMouseDown={onMouseDown}>
      <div class="row">{children}</div>
    </td>
  );
}
