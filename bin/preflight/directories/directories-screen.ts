/** Formats the lines of directories for a person: each is met, needs the deployer, or is broken. */
import { printable } from '../../admin/console/printable.ts';
import { wrapText } from '../../admin/console/table-text.ts';
import type { DirectoryLine } from './directory-checks.ts';

const SAID = { met: 'met', needs: 'needs', broken: 'BROKEN' } as const;
const STATE_WIDTH = 8;
const LINE_WIDTH = 18;

export function directoriesLines(baseUrl: string, lines: readonly DirectoryLine[], columns: number): readonly string[] {
  const count = (state: DirectoryLine['state']) => lines.filter((line) => line.state === state).length;
  return [
    `What directories ask of ${baseUrl}. Nothing was changed.`,
    '',
    ...lines.flatMap((line) => screenLines(line, columns)),
    '',
    `${count('met')} of ${lines.length} met, ${count('needs')} need the deployer, ${count('broken')} broken.`,
  ];
}

function screenLines({ state, line, text }: DirectoryLine, columns: number): readonly string[] {
  const margin = STATE_WIDTH + LINE_WIDTH;
  const sentence = state === 'needs' ? `needs the deployer: ${text}` : text;
  const [first = '', ...more] = wrapText(printable(sentence), columns - margin);
  return [
    `${SAID[state].padEnd(STATE_WIDTH)}${line.padEnd(LINE_WIDTH)}${first}`,
    ...more.map((words) => `${' '.repeat(margin)}${words}`),
  ];
}
