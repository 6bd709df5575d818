/** Tables and figures of a page that a program writes. */

/** @param holds with `figures`, all columns but the first are aligned to the right */
export function markdownTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  holds: 'figures' | 'texts' = 'figures',
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = `|${headings.map((_, place) => (place === 0 || holds === 'texts' ? '---' : '---:')).join('|')}|`;
  return [line(headings), rule, ...rows.map(line)].join('\n');
}

/** `$0.03`, `$4.87`, `$115`, `$563,000`: three digits that count, and cents below ten dollars. */
export function dollars(usd: number): string {
  return `$${usd < 10 ? usd.toFixed(2) : Number(usd.toPrecision(3)).toLocaleString('en-US')}`;
}

/** In groups of three digits, without what lies behind the point. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
