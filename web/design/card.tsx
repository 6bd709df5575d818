/** Cards, each with one subject, and the figures at the top of a view. */
import type { ComponentChildren } from 'preact';

interface CardProps {
  readonly title?: ComponentChildren;
  readonly note?: ComponentChildren;
  /** Shown right of the title: a link, a filter, a badge. */
  readonly beside?: ComponentChildren;
  readonly footer?: ComponentChildren;
  /** `bare`: the content reaches the edges of the card, as a table does. */
  readonly bare?: boolean;
  /** Names the card if it has no title. */
  readonly label?: string;
  readonly id?: string;
  /** A class for a card with a layout of its own. */
  readonly look?: string;
  readonly children?: ComponentChildren;
}

export function Card({ title, note, beside, footer, bare = false, label, id, look, children }: CardProps) {
  const headed = title !== undefined && id !== undefined ? `${id}-title` : undefined;
  return (
    <section class={look === undefined ? 'card' : `card ${look}`} id={id} aria-label={label} aria-labelledby={headed}>
      {title !== undefined && (
        <header>
          <div>
            <h2 id={headed}>{title}</h2>
            {note !== undefined && <p>{note}</p>}
          </div>
          {beside}
        </header>
      )}
      {bare ? children : <div class="body stack">{children}</div>}
      {footer !== undefined && footer !== false && <footer>{footer}</footer>}
    </section>
  );
}

export interface Figure {
  readonly name: string;
  readonly value: ComponentChildren;
  readonly more?: ComponentChildren;
  /** Whether `more` is a warning. */
  readonly isHigh?: boolean;
}

export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl class="figures">
      {figures.map(({ name, value, more, isHigh }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong>
            {more !== undefined && <small class={isHigh === true ? 'up' : undefined}>{more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface KeyValue {
  readonly name: ComponentChildren;
  readonly value: ComponentChildren;
  /** The CSS class of its color in the meter above. */
  readonly colour?: string | undefined;
  readonly isTotal?: boolean;
}

export function KeyValues({ rows }: { readonly rows: readonly KeyValue[] }) {
  return (
    <dl class="keyval">
      {rows.map(({ name, value, colour, isTotal }, index) => (
        <div key={index} class={isTotal === true ? 'total' : undefined}>
          <dt>
            {colour !== undefined && <i class={colour} />}
            {name}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
