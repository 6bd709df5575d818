/** Filters and tabs are links, so that each filtered view has an address. */

interface Choice {
  readonly href: string;
  readonly name: string;
  readonly isCurrent: boolean;
  readonly count?: number;
  /** The class of a dot before the name. */
  readonly colour?: string;
}

interface ChoicesProps {
  readonly label: string;
  readonly choices: readonly Choice[];
}

/** Shows a few values of one measure side by side. */
export function Segments({ label, choices }: ChoicesProps) {
  return (
    <nav class="seg" aria-label={label}>
      {choices.map(({ href, name, isCurrent }) => (
        <a key={name} href={href} aria-current={isCurrent ? 'true' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

/** Groups of a list, with the number of entries in each. */
export function Tabs({ label, choices }: ChoicesProps) {
  return (
    <nav class="tabs" aria-label={label}>
      {choices.map(({ href, name, isCurrent, count, colour }) => (
        <a key={name} href={href} aria-current={isCurrent ? 'true' : undefined}>
          {colour !== undefined && <i class={colour} />}
          {name}
          {count !== undefined && <b>{count.toLocaleString('en-US')}</b>}
        </a>
      ))}
    </nav>
  );
}
