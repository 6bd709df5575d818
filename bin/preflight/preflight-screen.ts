/**
 * Formats a preflight for a person: a line for each check, followed by the command that fixes it, no wider than the
 * terminal.
 */
import { printable } from '../admin/console/printable.ts';
import { wrapText } from '../admin/console/table-text.ts';
import { exitCodeOf, EXIT_COULD_NOT_ASK, EXIT_READY, type Finding, type FindingState } from './finding.ts';

const SAID: Readonly<Record<FindingState, string>> = {
  ready: 'ok',
  missing: 'MISSING',
  later: 'later',
  unknown: 'UNKNOWN',
};
const STATE_WIDTH = 9;
const CHECK_WIDTH = 15;
const COMMAND_INDENT = 4;

export function preflightLines(stage: string, findings: readonly Finding[], columns: number): readonly string[] {
  return [
    `Preflight of ${stage}. Nothing was changed.`,
    '',
    ...findings.flatMap((finding) => findingLines(finding, columns)),
    '',
    ...wrapText(conclusion(stage, findings), columns),
  ];
}

function findingLines({ check, state, found, command }: Finding, columns: number): readonly string[] {
  const margin = STATE_WIDTH + CHECK_WIDTH;
  const [first = '', ...more] = wrapText(printable(found), columns - margin);
  return [
    `${SAID[state].padEnd(STATE_WIDTH)}${check.padEnd(CHECK_WIDTH)}${first}`.trimEnd(),
    ...more.map((line) => `${' '.repeat(margin)}${line}`),
    ...(command === undefined ? [] : commandLines(printable(command), columns)),
  ];
}

/** Wraps a command with backslashes so that it can be pasted. */
function commandLines(command: string, columns: number): readonly string[] {
  const lines = wrapText(command, columns - COMMAND_INDENT - 4);
  return lines.map((line, place) => {
    const indented = `${' '.repeat(place === 0 ? COMMAND_INDENT : COMMAND_INDENT + 2)}${line}`;
    return place === lines.length - 1 ? indented : `${indented} \\`;
  });
}

function conclusion(stage: string, findings: readonly Finding[]): string {
  const missing = findings.filter(({ state }) => state === 'missing').length;
  const unknown = findings.filter(({ state }) => state === 'unknown').length;
  switch (exitCodeOf(findings)) {
    case EXIT_READY:
      return `Ready. Deploy it with: npx cdk deploy product-data-${stage}`;
    case EXIT_COULD_NOT_ASK:
      return `Nothing is known to be missing, but ${unknown} checks could not be made.`;
    default:
      return `Not ready: ${missing} missing${unknown === 0 ? '' : `, ${unknown} not checked`}.`;
  }
}
