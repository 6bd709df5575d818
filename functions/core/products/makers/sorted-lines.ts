/**
 * Looking one line up in sorted text, without reading the rest: the table of makers is searched as it stands in the bundle. Splitting it into
 * a map costs a cold start more than all look-ups of an instance's first minutes.
 */

/** What follows `key|` on its line; undefined when no line begins so. Lines are sorted by their keys, in UTF-16 order; keys hold no `|` and no line end. */
export function valueInSortedLines(text: string, key: string): string | undefined {
  let [from, to] = [0, text.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const start = text.lastIndexOf('\n', middle - 1) + 1;
    const end = endOfLine(text, start);
    const bar = text.indexOf('|', start);
    const found = text.slice(start, bar);
    if (found === key) return text.slice(bar + 1, end);
    if (found < key) from = end + 1;
    else to = start;
  }
  return undefined;
}

/** The line that begins at a place. */
export function lineAt(text: string, start: number): string {
  return text.slice(start, endOfLine(text, start));
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}
