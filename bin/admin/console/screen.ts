/** What the operator's terminal can show: its width, and whether it has colours. Output that goes elsewhere is 80 columns of plain text. */
import { styleText } from 'node:util';

const DEFAULT_COLUMNS = 80;
/** Narrower than any table can be laid out. */
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

export type Style = Parameters<typeof styleText>[0];

/** The text in a style where the stream is a terminal with colours (https://no-color.org); the text alone elsewhere. */
export function styled(style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  const hasColours = stream.isTTY && (process.env.NO_COLOR ?? '') === '' && process.env.TERM !== 'dumb';
  return hasColours ? styleText(style, text) : text;
}
