/** Writes docs/evidence/mutation.md from Stryker's report. */
import { posix } from 'node:path';
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
  files: z.record(z.string(), z.object({ source: z.string(), mutants: z.array(mutantSchema) })),
});

type Mutant = z.infer<typeof mutantSchema>;

/** Stryker's verdicts on the mutants of one file. */
export interface JudgedFile {
  readonly path: string;
  /** The file as it was judged; undefined for a file of types, which has no mutants. */
  readonly source?: string | undefined;
  readonly mutants: readonly Mutant[];
  /** `YYYY-MM-DDTHH:MM`, when the run started. */
  readonly at: string;
  /** Such as `StrykerJS 9.6.1`. */
  readonly judge: string;
}

interface FiledMutant extends Mutant {
  readonly path: string;
}

/**
 * Returns the verdicts on each of the files.
 * @param report as Stryker's `json` reporter wrote it
 */
export function readVerdicts(report: unknown, paths: readonly string[], at: string): readonly JudgedFile[] {
  const { framework, files } = reportSchema.parse(report);
  const judge = `${framework.name} ${framework.version}`;
  return paths.map((path) => ({ path, source: files[path]?.source, mutants: files[path]?.mutants ?? [], at, judge }));
}

/**
 * Returns the score in percent, as Stryker counts: mutants excluded with a reason are not part of it. It is 100 if
 * nothing was judged.
 */
export function scoreOf(mutants: readonly Mutant[]): number {
  const detected = countOf(mutants, 'Killed', 'Timeout');
  const judged = detected + countOf(mutants, 'Survived', 'NoCoverage');
  return judged === 0 ? 100 : (100 * detected) / judged;
}

/**
 * The rules of what is charged, bounded, counted, stated and taken back. Authentication, sign-in, scopes, the names of
 * assistants and the chain of research providers are judged, too, and decide no amount.
 */
const MONEY =
  /^core\/(?:money|time)\.ts$|^core\/(?:billing(?!\/plans\/(?:permissions|scopes))|access\/administration|sourcing\/enrichment|api\/tools)\//;

/** @param unjudged the files without verdicts on them as they are */
export function mutationPage(files: readonly JudgedFile[], machine: string, unjudged: readonly string[] = []): string {
  const judged = files.filter(({ mutants }) => mutants.length > 0).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const mutants = judged.flatMap((file) => file.mutants.map((one) => ({ ...one, path: file.path })));
  const folders = [...new Set(judged.map(({ path }) => posix.dirname(path)))];
  const times = judged.map(({ at }) => at).sort();
  return [
    '# Mutation testing',
    'Every file of the rules of money (`core/billing`), of authentication (`core/access/auth`), of research (`core/sourcing/enrichment`) and ' +
      'beside them is changed in every small way that Stryker knows, one change at a time, and the tests must notice. What is changed, with which tests, and ' +
      'why, is in [decision 0100](../decisions/0100-what-is-mutated.md). A score below 95 fails the command.',
    `Written by \`npm run mutation\` from verdicts of ${times.at(0)}Z to ${times.at(-1)}Z, each on the file as it is: ${machine}, ${judged[0]?.judge}.`,
    [
      '| folder, or file below 100 | score | mutants | killed | timed out | survived | not covered | left out |',
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
      tableRow('all', mutants),
      tableRow(
        'of them, the rules of money',
        mutants.filter(({ path }) => MONEY.test(path)),
      ),
      ...folders.flatMap((folder) => folderRows(folder, judged)),
    ].join('\n'),
    'The score shows that a small change of these files does not go unnoticed. It does not show that the rules are the right ones, nor anything about the ' +
      'conditions in which storage writes them down: those are held by the contract tests against the engine.',
    ...notJudged(
      'Of the rules of money',
      unjudged.filter((path) => MONEY.test(path)),
    ),
    ...notJudged(
      'Of the others, which decide no amount',
      unjudged.filter((path) => !MONEY.test(path)),
    ),
    ...listed('Survivors', mutants.filter(isSurvivor), () => ''),
    ...listed('Left out', mutants.filter(isLeftOut), ({ statusReason = '' }) => `: ${statusReason}`),
  ].join('\n\n');
}

function notJudged(which: string, paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  return [
    `${which}, not judged as they are now, and not in the figures: ${paths.map((path) => `\`${path}\``).join(', ')}.`,
  ];
}

/** Writes the row of a folder, and below it the rows of its files in which a mutant survived. */
function folderRows(folder: string, judged: readonly JudgedFile[]): readonly string[] {
  const files = judged.filter(({ path }) => posix.dirname(path) === folder);
  const passed = files.filter(({ mutants }) => scoreOf(mutants) < 100);
  return [
    tableRow(
      `\`${folder}\``,
      files.flatMap(({ mutants }) => mutants),
    ),
    ...passed.map(({ path, mutants }) => tableRow(`\`${posix.basename(path)}\``, mutants)),
  ];
}

function tableRow(title: string, mutants: readonly Mutant[]): string {
  const judged = countOf(mutants, 'Killed', 'Timeout', 'Survived', 'NoCoverage');
  const counts = (['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored'] as const).map((one) =>
    countOf(mutants, one),
  );
  const score = judged === 0 ? 'n/a' : scoreOf(mutants).toFixed(2);
  return `| ${[title, score, judged, ...counts].join(' | ')} |`;
}

function countOf(mutants: readonly Mutant[], ...statuses: readonly Status[]): number {
  return mutants.filter(({ status }) => statuses.includes(status)).length;
}

function isSurvivor({ status }: Mutant): boolean {
  return status === 'Survived' || status === 'NoCoverage';
}

function isLeftOut({ status }: Mutant): boolean {
  return status === 'Ignored';
}

function listed(title: string, mutants: readonly FiledMutant[], reason: (mutant: FiledMutant) => string): string[] {
  const lines = mutants.map((mutant) => {
    const { path, location, mutatorName, replacement = '' } = mutant;
    return `- \`${path}:${location.start.line}\` ${mutatorName} to ${quoted(replacement)}${reason(mutant)}`;
  });
  return [`## ${title}`, lines.length === 0 ? 'None.' : lines.join('\n')];
}

/** Writes one short line of code for a page. */
function quoted(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ').replaceAll('`', "'");
  return `\`${line.length > 80 ? `${line.slice(0, 80)}…` : line}\``;
}
