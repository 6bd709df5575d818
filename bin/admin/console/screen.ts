/** Determines the width and color support of the operator's terminal. Other output is plain text of 80 columns. */
import { styleText } from 'node:util';

const DEFAULT_COLUMNS = 80;
/** The minimum width in columns of a table. */
const LEAST_COLUMNS = 40;

let isWide = false;

/** `--wide`: tables show all their columns side by side, regardless of the terminal's width. */
export function showWide(wide: boolean): void {
  isWide = wide;
}

export function screenColumns(): number {
  if (isWide) return Number.POSITIVE_INFINITY;
  const { isTTY, columns } = process.stdout;
  return isTTY ? Math.max(LEAST_COLUMNS, columns) : DEFAULT_COLUMNS;
}

type Style = Parameters<typeof styleText>[0];

/**
 * Styles the text if the stream is a terminal with colors (https://no-color.org), and returns it unchanged otherwise.
 */
export function styled(style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  const hasColours = stream.isTTY && (process.env.NO_COLOR ?? '') === '' && process.env.TERM !== 'dumb';
  return hasColours ? styleText(style, text) : text;
}
