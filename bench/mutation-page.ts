/** docs/mutation.md, written from Stryker's report. The score counts as Stryker counts it: what is left out with a reason is no part of it. */
import * as z from 'zod';

const STATUSES = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'RuntimeError', 'CompileError'] as const;
type Status = (typeof STATUSES)[number];

const mutantSchema = z.object({
  mutatorName: z.string(),
  replacement: z.string().optional(),
  status: z.enum(STATUSES),
  statusReason: z.string().optional(),
  location: z.object({ start: z.object({ line: z.number() }) }),
});
const reportSchema = z.object({
  framework: z.object({ name: z.string(), version: z.string() }),
  files: z.record(z.string(), z.object({ mutants: z.array(mutantSchema) })),
});

export interface MutationRun {
  /** `YYYY-MM-DDTHH:MM` */
  readonly date: string;
  readonly minutes: number;
  readonly machine: string;
  /** As it was typed. */
  readonly command: string;
}

interface FiledMutant extends z.infer<typeof mutantSchema> {
  readonly path: string;
}

/** @param report as Stryker's `json` reporter wrote it */
export function mutationPage(report: unknown, { date, minutes, machine, command }: MutationRun): string {
  const { framework, files } = reportSchema.parse(report);
  const mutants = Object.entries(files).flatMap(([path, file]) => file.mutants.map((one) => ({ ...one, path })));
  const paths = [...new Set(mutants.map(({ path }) => path))].sort();
  const rows = paths.map((path) =>
    tableRow(
      `\`${path}\``,
      mutants.filter((one) => one.path === path),
    ),
  );
  return [
    '# Mutation testing',
    'Every file of the rules of money (`functions/core/billing`) and of authentication (`functions/core/auth`) is changed in every small way that Stryker ' +
      'knows, one change at a time, and the tests must notice. What is changed, with which tests, and why, is in ' +
      '[decision 0100](decisions/0100-what-is-mutated.md). A score below 95 fails the command.',
    `Written by \`${command}\` on ${date}Z: ${minutes} minutes on ${machine}, ${framework.name} ${framework.version}.`,
    [
      '| file | score | mutants | killed | timed out | survived | not covered | left out |',
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
      tableRow('all', mutants),
      ...rows,
    ].join('\n'),
    'The score shows that a small change of these files does not go unnoticed. It does not show that the rules are the right ones, nor anything about the ' +
      'conditions in which storage writes them down: those are held by the contract tests against the engine.',
    ...listed('Survivors', mutants.filter(isSurvivor), () => ''),
    ...listed('Left out', mutants.filter(isLeftOut), ({ statusReason = '' }) => `: ${statusReason}`),
  ].join('\n\n');
}

function tableRow(title: string, mutants: readonly FiledMutant[]): string {
  const count = (...statuses: readonly Status[]): number =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const detected = count('Killed', 'Timeout');
  const judged = detected + count('Survived', 'NoCoverage');
  const score = judged === 0 ? 'n/a' : ((100 * detected) / judged).toFixed(2);
  const counts = [judged, count('Killed'), count('Timeout'), count('Survived'), count('NoCoverage'), count('Ignored')];
  return `| ${[title, score, ...counts].join(' | ')} |`;
}

function isSurvivor({ status }: FiledMutant): boolean {
  return status === 'Survived' || status === 'NoCoverage';
}

function isLeftOut({ status }: FiledMutant): boolean {
  return status === 'Ignored';
}

function listed(title: string, mutants: readonly FiledMutant[], reason: (mutant: FiledMutant) => string): string[] {
  const lines = mutants.map((mutant) => {
    const { path, location, mutatorName, replacement = '' } = mutant;
    return `- \`${path}:${location.start.line}\` ${mutatorName} to ${quoted(replacement)}${reason(mutant)}`;
  });
  return [`## ${title}`, lines.length === 0 ? 'None.' : lines.join('\n')];
}

/** One short line of code for a page. */
function quoted(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ').replaceAll('`', "'");
  return `\`${line.length > 80 ? `${line.slice(0, 80)}…` : line}\``;
}
