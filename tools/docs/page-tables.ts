/** Formats tables and figures for generated documents. */

/** @param holds with `figures`, all columns except the first are right-aligned */
export function markdownTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  holds: 'figures' | 'texts' = 'figures',
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = `|${headings.map((_, place) => (place === 0 || holds === 'texts' ? '---' : '---:')).join('|')}|`;
  return [line(headings), rule, ...rows.map(line)].join('\n');
}

/** Formats `$0.03`, `$4.87`, `$115`, `$563,000`: three significant digits, and cents below ten dollars. */
export function dollars(usd: number): string {
  return `$${usd < 10 ? usd.toFixed(2) : Number(usd.toPrecision(3)).toLocaleString('en-US')}`;
}

/** Rounds to a whole number, with digits grouped by three. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
