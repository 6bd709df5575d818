/**
 * Reports memory, cold starts and durations of the functions of a deployed stage over the last day, from the lines that
 * Lambda logs after each call, and recommends their memory: `npm run deployed-memory -- --stage production`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { Option } from 'commander';
import { OperatorError } from '../bin/admin/console/operator-error.ts';
import { printTable, type Cell } from '../bin/admin/console/print.ts';
import { askInsights, type InsightsRow } from '../bin/admin/operations/why/logs-insights.ts';
import { program, refuse } from '../bin/program/program.ts';
import { DAY_MS } from '../core/time.ts';
import { DEPLOYABLE_STAGES } from '../lib/settings/stage-settings.ts';
import { functionLogs, type StackResource } from './deployed-memory/function-logs.ts';
import { memoryAdvice, type MemoryFigures } from './deployed-memory/memory-advice.ts';

const QUESTION = `filter @type = "REPORT"
  | stats count(*) as invocations, max(@memorySize / 1000000) as memoryMb, max(@maxMemoryUsed / 1000000) as mostUsedMb,
    pct(@initDuration, 99) as coldStartP99Ms, pct(@duration, 50) as durationP50Ms`;

const stageOption = new Option('--stage <stage>', 'a deployed stage')
  .choices([...DEPLOYABLE_STAGES])
  .default('development');
const { stage } = program(
  'npm run deployed-memory --',
  'Show memory, cold starts and durations of a deployed stage’s functions',
)
  .addOption(stageOption)
  .parse()
  .opts<{ stage: string }>();

const logs = new CloudWatchLogsClient({});
const rows: Cell[][] = [];
for (const { name, logGroup, isWaitedFor } of functionLogs(await readResources(`product-data-${stage}`))) {
  const figures = await readFigures(logGroup);
  rows.push([
    name,
    ...(figures === undefined
      ? [0, null, null, null, null, 'was not called']
      : [...(Object.values(figures) as Cell[]), memoryAdvice(figures, isWaitedFor)]),
  ]);
}
printTable(['Function', 'Calls', 'MB', 'Used MB', 'Start p99 ms', 'Call p50 ms', 'Advice'], rows);

async function readResources(stackName: string): Promise<readonly StackResource[]> {
  const found: StackResource[] = [];
  const pages = paginateListStackResources({ client: new CloudFormationClient({}) }, { StackName: stackName });
  for await (const { StackResourceSummaries = [] } of pages)
    for (const { LogicalResourceId: id, ResourceType: type, PhysicalResourceId: name } of StackResourceSummaries)
      found.push({ id, type, name });
  return found;
}

async function readFigures(logGroup: string): Promise<MemoryFigures | undefined> {
  const nowMs = Date.now();
  const query = {
    client: logs,
    logGroups: [logGroup],
    fromMs: nowMs - DAY_MS,
    toMs: nowMs,
    wait: (ms: number) => sleep(ms),
  };
  try {
    const [row = []] = await askInsights(query, QUESTION);
    return figuresIn(row);
  } catch (error) {
    if (error instanceof OperatorError) refuse(error.message, 'Run the program again, or see --help.');
    throw error;
  }
}

function figuresIn(row: InsightsRow): MemoryFigures | undefined {
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
