/**
 * What a row of the file says, in the customer's own text: cells that cannot be used are struck through, and values
 * that the part contradicts are marked.
 */
import type { ComponentChildren } from 'preact';
import type { CatalogRowData, SaidCell, SaidData } from '../../../../core/dashboard/views/catalog-data.ts';

interface SaidProps {
  readonly said: SaidData;
  /** A blank line or a total misses nothing. */
  readonly isLeftOut?: boolean;
  readonly contradictions?: CatalogRowData['contradictions'];
}

export function Said({ said, isLeftOut = false, contradictions = [] }: SaidProps) {
  const { supplier, supplier_part_number: number, gtin, description } = said;
  return (
    <span class="said">
      <span>
        {supplier === null ? isLeftOut || <span class="faint">no manufacturer</span> : <Own cell={supplier} />}
      </span>{' '}
      {number !== null ? (
        <code>
          <Own cell={number} />
        </code>
      ) : (
        gtin === null && !isLeftOut && <span class="faint">no part number</span>
      )}{' '}
      {gtin !== null && (
        <code title="Barcode">
          <Own cell={gtin} />
        </code>
      )}{' '}
      {description !== null && (
        <span class="desc" title={description}>
          <Marked text={description} values={contradictions.map(({ says }) => says)} />
        </span>
      )}
    </span>
  );
}

function Own({ cell: { text, is_used: isUsed } }: { readonly cell: SaidCell }) {
  return isUsed ? <>{text}</> : <s>{text}</s>;
}

/** Marks values in a text, however they are written: `3,3V` for `3.3 V`. */
export function Marked({ text, values }: { readonly text: string; readonly values: readonly (string | null)[] }) {
  const wanted = values.filter((value) => value !== null && value !== '').map((value) => patternOf(value ?? ''));
  if (wanted.length === 0) return <>{unbroken(text)}</>;
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const found of text.matchAll(new RegExp(wanted.join('|'), 'giu'))) {
    parts.push(unbroken(text.slice(from, found.index)), <mark key={found.index}>{found[0]}</mark>);
    from = found.index + found[0].length;
  }
  return (
    <>
      {parts}
      {unbroken(text.slice(from))}
    </>
  );
}

/** A value with its unit, or a code with a hyphen: `1.5 A`, `SOT-23-5`. */
const VALUE = /(\b\d[\d.,]* [^\s\d,;]{1,3}(?![^\s,;.])|(?<=^|\s)[A-Z]\w{0,9}-[\w-]{1,9}(?![^\s,;.]))/u;

/** Keeps each value on one line. */
function unbroken(text: string): ComponentChildren[] {
  return text.split(VALUE).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <span key={place} class="nowrap">
        {part}
      </span>
    ),
  );
}

/** The end must not be inside a number or word: `10 k` is not in `10 kHz`. */
function patternOf(value: string): string {
  const escaped = value
    .trim()
    .replaceAll(/[$()*+?[\\\]^{|}]/g, String.raw`\$&`)
    .replaceAll(/[.,]/g, '[.,]')
    .replaceAll(/\s+/g, String.raw`\s*`)
    .replaceAll(/[Ωµ]/gu, (sign) => (sign === 'Ω' ? '(?:Ω|ohms?)?' : '[µμu]'));
  return String.raw`(?<![\p{L}\p{N}.,])${escaped}(?![\p{L}\p{N}])`;
}
