/**
 * `npm start`: runs the synthesized template of the whole service on this machine until Ctrl-C
 * (docs/guides/run-locally.md).
 */
import { printable } from './admin/console/printable.ts';
import { outliveReader } from './program/closed-output.ts';
import { generateDemoItems } from '../local/demo/generate-demo-items.ts';
import type { DemoCredentials } from '../local/demo/demo-credentials.ts';
import { LOCAL_FOLDER } from '../local/endpoints.ts';
import { keyNames } from '../local/key-names.ts';
import type { ServedRequest } from '../local/lambda/served-request.ts';
import { LocalError } from '../local/process/local-error.ts';
import { printEmails } from '../local/print-emails.ts';
import { readyText } from '../local/ready-text.ts';
import { requestLine } from '../local/request-line.ts';
import { readRunOptions, USAGE } from '../local/run-options.ts';
import type { RunOptions } from '../local/run-options.ts';
import { seedDemo } from '../local/seed-demo.ts';
import { startService } from '../local/start-service.ts';
import type { RunningService } from '../local/start-service.ts';
import { TerminalProgress } from '../local/terminal-progress.ts';

/** How often to check whether npm is still running. */
const PARENT_CHECK_MS = 500;

/** Stopping normally takes a fraction of a second. */
const STOP_LIMIT_MS = 5000;

// A closed output stops the service like Ctrl-C.
outliveReader(() => process.emit('SIGTERM'));

try {
  const options = readRunOptions(process.argv.slice(2), process.env);
  if (options.help) console.log(USAGE);
  else await run(options);
} catch (error) {
  if (!(error instanceof LocalError)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}

async function run(options: RunOptions): Promise<void> {
  const starting = start(options);
  const stopping = onStopSignal(async () => (await starting).service.stop());
  const started = await starting.catch((error: unknown) => {
    // Ctrl-C also ends processes that are still starting, which is not an error.
    if (!stopping.aborted) throw error;
  });
  if (started === undefined || stopping.aborted) return;
  const { service, credentials } = started;
  await printEmails(`${LOCAL_FOLDER}/mail`, (email) => console.log(`\n${email.split('\n').map(printable).join('\n')}`));
  const ready = { baseUrl: service.baseUrl, folder: LOCAL_FOLDER, live: credentials.live, part: demoPart() };
  console.log(readyText({ ...ready, month: options.month, quiet: options.quiet }));
}

async function start({
  fresh,
  port,
  ipLimitPerMinute,
  signIn,
  month,
  quiet,
}: RunOptions): Promise<{ service: RunningService; credentials: DemoCredentials }> {
  const progress = new TerminalProgress(process.stdout);
  let credentials: DemoCredentials | undefined;
  let nameOfKey = async (clientId: string): Promise<string> => clientId;
  const service = await startService({
    folder: LOCAL_FOLDER,
    fresh,
    port,
    app: 'bin/app.ts',
    context: {
      ...(ipLimitPerMinute !== undefined && { ipLimitPerMinute: String(ipLimitPerMinute) }),
      ...(signIn && { signIn: 'on' }),
    },
    seed: async (stores) => {
      progress.step('Loading the demo data');
      nameOfKey = keyNames(stores);
      const onProgress = (done: number, total: number) => progress.count(done, total);
      credentials = await seedDemo(LOCAL_FOLDER, stores, { month, onProgress });
    },
    onProgress: (step) => progress.step(step),
    onFunctionError: (name, brief) => console.error(`[${name}] ${brief}; more in ${LOCAL_FOLDER}/logs/${name}.log`),
    ...(!quiet && { onServed: (name, served) => void sayCall(name, served, nameOfKey) }),
  }).finally(() => progress.end());
  if (credentials === undefined) throw new Error('The demo data was not loaded.');
  return { service, credentials };
}

/** A name that cannot be read is not worth a message: the line shows the client id, or is left out. */
async function sayCall(name: string, served: ServedRequest, nameOfKey: (id: string) => Promise<string>): Promise<void> {
  const line = await requestLine(name, served, (id) => nameOfKey(id).catch(() => id));
  if (line !== undefined) console.log(printable(line));
}

/** Returns a complete demo item whose name needs no quoting in a shell or special characters in a terminal. */
function demoPart(): { manufacturer: string; partNumber: string } {
  for (const { id, manufacturer, mpn } of generateDemoItems()) {
    if (id.startsWith('itm_Trap') || manufacturer === null || mpn === null) continue;
    if (/^[\w .&-]+$/.test(manufacturer) && /^[\w-]+$/.test(mpn)) return { manufacturer, partNumber: mpn };
  }
  throw new Error('The demo index has no part with a plain name.');
}

/**
 * The first Ctrl-C stops everything in order, even during the start. A second one, or a stop that hangs, ends the
 * process immediately, which loses no acknowledged write.
 */
function onStopSignal(stop: () => Promise<void>): AbortSignal {
  const stopping = new AbortController();
  const onSignal = (): void => {
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
    console.error('Stopping…');
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    void stop()
      .catch(() => undefined)
      .then(() => process.exit(0));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  onLostNpm(() => {
    if (!stopping.signal.aborted) onSignal();
  });
  return stopping.signal;
}

/** Detects that npm has ended, because npm does not forward SIGTERM to this process. */
function onLostNpm(stop: () => void): void {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  const check = (): void => {
    if (process.ppid !== parent) stop();
  };
  setInterval(check, PARENT_CHECK_MS).unref();
}
