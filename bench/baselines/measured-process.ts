/**
 * Runs in a fresh process: imports the bundle of one contender, sends it requests, and prints the times as JSON. Each
 * time is both wall-clock and processor time, which other work on the machine affects less.
 *
 * Arguments: `cold-call`, `cold-list`, `cold-api`, `warm` or `counts`, the bundle, a JSON file with { fixture, events,
 * expected }.
 */
import { createHook } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { BenchEvents } from './bench-events.ts';
import type { BenchFixture } from './bench-fixture.ts';

type Handler = (event: unknown, context: unknown) => Promise<{ statusCode: number; body: string }>;

interface Task {
  readonly fixture: BenchFixture;
  readonly events: BenchEvents;
  readonly expected: string;
}

const WARM_UP_LISTS = 1_500;
/**
 * V8 discards and recompiles some machine code in the first thousands of calls. With fewer warm-up calls, that fell
 * into a measurement.
 */
const WARM_UP_CALLS = 8_000;
const MEASURED_CALLS = 2_000;
const MEMORY_CALLS = 10_000;
const COUNTED_CALLS = 200;
const KINDS = ['modernList', 'modernCall', 'legacyCall'] as const;

const [mode = '', bundle = '', taskFile = '', ...more] = process.argv.slice(2);
if (!['cold-call', 'cold-list', 'cold-api', 'warm', 'counts'].includes(mode) || taskFile === '' || more.length > 0) {
  console.error(
    'It takes cold-call, cold-list, cold-api, warm or counts, a bundle and a JSON file: `npm run bench -- peers` starts it with them.',
  );
  process.exit(1);
}
const task = JSON.parse(readFileSync(taskFile, 'utf8')) as Task;
globalThis.benchFixture = task.fixture;
const { modernCall, modernList, apiCall } = task.events;
const FIRST: Readonly<Record<string, unknown>> = { 'cold-list': modernList, 'cold-api': apiCall };
const result =
  mode === 'warm'
    ? await measureWarm()
    : mode === 'counts'
      ? await countEach()
      : await measureCold(FIRST[mode] ?? modernCall);
process.stdout.write(`\n${JSON.stringify(result)}\n`);
process.exit(0);

async function measureCold(firstEvent: unknown): Promise<object> {
  const answer = stopwatch();
  const handler = await load();
  const [importMs, importCpuMs] = [answer.wallMs(), answer.cpuMs()];
  await call(handler, firstEvent);
  return { importMs, importCpuMs, firstAnswerMs: answer.wallMs(), firstAnswerCpuMs: answer.cpuMs() };
}

async function measureWarm(): Promise<object> {
  const handler = await load();
  for (const kind of KINDS) {
    await repeat(handler, task.events[kind], kind === 'modernList' ? WARM_UP_LISTS : WARM_UP_CALLS);
  }
  const rates: Record<string, number> = {};
  for (const kind of KINDS) {
    const watch = stopwatch();
    await repeat(handler, task.events[kind], MEASURED_CALLS);
    rates[`${kind}PerSecond`] = (MEASURED_CALLS / watch.wallMs()) * 1000;
    rates[`${kind}CpuMicroseconds`] = (watch.cpuMs() / MEASURED_CALLS) * 1000;
  }
  await repeat(handler, task.events.modernCall, MEMORY_CALLS);
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const list = await handler(task.events.modernList, {});
  const { result } = JSON.parse(list.body) as { result: { tools: unknown[] } };
  const listBytes = Buffer.byteLength(JSON.stringify(result.tools));
  return { ...rates, heapMb: heapUsed / 2 ** 20, rssMb: rss / 2 ** 20, listBytes, listTools: result.tools.length };
}

/**
 * Counts what one call of each kind makes: promises, and bytes on the heap. The caller gives the process space for them
 * without a collection.
 */
async function countEach(): Promise<object> {
  const handler = await load();
  const counts: Record<string, number> = {};
  for (const kind of KINDS) {
    await repeat(handler, task.events[kind], WARM_UP_LISTS);
    counts[`${kind}Promises`] = await countPromises(handler, task.events[kind]);
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    await repeat(handler, task.events[kind], COUNTED_CALLS);
    counts[`${kind}Bytes`] = Math.round((process.memoryUsage().heapUsed - before) / COUNTED_CALLS);
  }
  return counts;
}

async function countPromises(handler: Handler, event: unknown): Promise<number> {
  let promises = 0;
  const hook = createHook({ init: (_id, type) => void (promises += type === 'PROMISE' ? 1 : 0) }).enable();
  await handler(event, {});
  hook.disable();
  return promises;
}

async function load(): Promise<Handler> {
  const module = (await import(pathToFileURL(bundle).href)) as { handler: Handler };
  return module.handler;
}

async function repeat(handler: Handler, event: unknown, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await call(handler, event);
}

async function call(handler: Handler, event: unknown): Promise<void> {
  const { statusCode, body } = await handler(event, {});
  const right = statusCode === 200 && (event === task.events.modernList || body.includes(task.expected));
  if (!right) throw new Error(`A wrong answer: ${statusCode} ${body.slice(0, 500)}`);
}

function stopwatch(): { wallMs: () => number; cpuMs: () => number } {
  const startMs = performance.now();
  const startCpu = process.cpuUsage();
  return {
    wallMs: () => performance.now() - startMs,
    cpuMs: () => {
      const { user, system } = process.cpuUsage(startCpu);
      return (user + system) / 1000;
    },
  };
}
