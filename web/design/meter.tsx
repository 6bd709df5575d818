/** A bar that is filled in parts. It is an SVG because pages have no inline styles. */

interface MeterPart {
  readonly share: number;
  /** A class with a fill: `k1` to `k3`, `f1` to `f6`, `fok`, `fwarn`, `fbad`. */
  readonly colour: string;
}

const WIDTH = 1_000;
const GAP = WIDTH / 400;

/** @param parts shares of one; their sum is cut off at one */
export function Meter({
  label,
  parts,
  small = false,
}: {
  readonly label: string;
  readonly parts: readonly MeterPart[];
  readonly small?: boolean;
}) {
  let from = 0;
  return (
    <svg
      class={small ? 'meter sm' : 'meter'}
      viewBox={`0 0 ${WIDTH} 8`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {parts.map(({ share, colour }) => {
        const x = from;
        const width = Math.max(0, Math.min(WIDTH - x, Math.round(share * WIDTH)));
        from += width;
        // A thin gap keeps neighbours apart.
        const shown = from < WIDTH ? Math.max(0, width - GAP) : width;
        return <rect key={colour} class={colour} x={x} y="0" width={shown} height="8" />;
      })}
    </svg>
  );
}
