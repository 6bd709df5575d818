/**
 * Reports memory, cold starts and durations of the functions of a deployed stage over the last day, from the lines that
 * Lambda logs after each call, and recommends their memory: `npx tsx tools/deployed-memory.ts --stage production`.
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Option } from 'commander';
import * as z from 'zod';
import { printTable, type Cell } from '../bin/admin/console/print.ts';
import { DEPLOYABLE_STAGES } from '../lib/settings/stage-settings.ts';
import { memoryAdvice, type MemoryFigures } from './deployed-memory/memory-advice.ts';
import { program } from '../bin/program/program.ts';

const WAITED_FOR = ['Mcp', 'V1', 'Token', 'Discovery', 'Dashboard'];
const FUNCTIONS = [
  ...WAITED_FOR,
  'EnrichmentWorker',
  'EnrichmentSweeper',
  'EnrichmentDeadLetters',
  'MailSender',
  'CatalogImport',
  'NoticeWatch',
  'StatementClose',
  'ServiceCanary',
];
const DAY_SECONDS = 86_400;
const QUESTION = `filter @type = "REPORT"
  | stats count(*) as invocations, max(@memorySize / 1000000) as memoryMb, max(@maxMemoryUsed / 1000000) as mostUsedMb,
    pct(@initDuration, 99) as coldStartP99Ms, pct(@duration, 50) as durationP50Ms`;

const resourcesSchema = z.array(z.object({ id: z.string(), name: z.string() }));
const answerSchema = z.object({
  status: z.string(),
  results: z.array(z.array(z.object({ field: z.string(), value: z.string() }))),
});

const stageOption = new Option('--stage <stage>', 'a deployed stage')
  .choices([...DEPLOYABLE_STAGES])
  .default('development');
const { stage } = program(
  'npx tsx tools/deployed-memory.ts',
  'Show memory, cold starts and durations of a deployed stage’s functions',
)
  .addOption(stageOption)
  .parse()
  .opts<{ stage: string }>();
const resources = resourcesSchema.parse(
  aws(
    'cloudformation',
    // This call is paginated; describe-stack-resources returns at most 100 resources.
    'list-stack-resources',
    '--stack-name',
    `product-data-${stage}`,
    '--query',
    "StackResourceSummaries[?ResourceType=='AWS::Logs::LogGroup'].{id:LogicalResourceId,name:PhysicalResourceId}",
  ),
);
const rows: Cell[][] = [];
for (const name of FUNCTIONS) {
  const logGroup = resources.find(({ id }) => id.startsWith(`${name}Logs`));
  if (logGroup === undefined) throw new Error(`The stack has no log group for ${name}.`);
  const figures = await askLogs(logGroup.name);
  rows.push([
    name,
    ...(figures === undefined
      ? [0, null, null, null, null, 'was not called']
      : [...(Object.values(figures) as Cell[]), memoryAdvice(figures, WAITED_FOR.includes(name))]),
  ]);
}
printTable(['Function', 'Calls', 'MB', 'Used MB', 'Start p99 ms', 'Call p50 ms', 'Advice'], rows);

async function askLogs(logGroup: string): Promise<MemoryFigures | undefined> {
  const now = Math.floor(Date.now() / 1000);
  const period = ['--start-time', String(now - DAY_SECONDS), '--end-time', String(now)];
  const started = aws('logs', 'start-query', '--log-group-name', logGroup, ...period, '--query-string', QUESTION);
  const { queryId } = z.object({ queryId: z.string() }).parse(started);
  for (;;) {
    const { status, results } = answerSchema.parse(aws('logs', 'get-query-results', '--query-id', queryId));
    if (status === 'Complete') return readFigures(results[0] ?? []);
    if (status !== 'Running' && status !== 'Scheduled') throw new Error(`The query ended with status ${status}.`);
    await sleep(1_000);
  }
}

function readFigures(row: readonly { readonly field: string; readonly value: string }[]): MemoryFigures | undefined {
  const found = new Map(row.map(({ field, value }) => [field, Math.round(Number(value))]));
  const invocations = found.get('invocations') ?? 0;
  if (invocations === 0) return undefined;
  return {
    invocations,
    memoryMb: found.get('memoryMb') ?? 0,
    mostUsedMb: found.get('mostUsedMb') ?? 0,
    coldStartP99Ms: found.get('coldStartP99Ms') ?? null,
    durationP50Ms: found.get('durationP50Ms') ?? 0,
  };
}

function aws(...args: readonly string[]): unknown {
  return JSON.parse(execFileSync('aws', [...args, '--output', 'json'], { encoding: 'utf8' }));
}
