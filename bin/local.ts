/** `npm start`: the whole service on this machine, until Ctrl-C. What it runs is the synthesized template (docs/guides/run-locally.md). */
import { printable } from './admin/console/printable.ts';
import { outliveReader } from './program/closed-output.ts';
import { generateDemoItems } from '../local/demo/generate-demo-items.ts';
import type { DemoCredentials } from '../local/demo/demo-credentials.ts';
import { LOCAL_FOLDER } from '../local/endpoints.ts';
import { LocalError } from '../local/process/local-error.ts';
import { printEmails } from '../local/print-emails.ts';
import { readyText } from '../local/ready-text.ts';
import { readRunOptions, USAGE } from '../local/run-options.ts';
import type { RunOptions } from '../local/run-options.ts';
import { seedDemo } from '../local/seed-demo.ts';
import { startService } from '../local/start-service.ts';
import type { RunningService } from '../local/start-service.ts';
import { TerminalProgress } from '../local/terminal-progress.ts';

/** How often to look whether npm is still there. */
const PARENT_CHECK_MS = 500;

/** Stopping takes a fraction of a second; longer is too long. */
const STOP_LIMIT_MS = 5000;

// Lambda runs the bundles on Node 24; the SDK need not complain of an older one here.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

// When its output is no longer read, it stops as for Ctrl-C.
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
    // Ctrl-C ends the processes that are being started, too: that is not an error.
    if (!stopping.aborted) throw error;
  });
  if (started === undefined || stopping.aborted) return;
  const { service, credentials } = started;
  await printEmails(`${LOCAL_FOLDER}/mail`, (email) => console.log(`\n${email.split('\n').map(printable).join('\n')}`));
  console.log(readyText({ baseUrl: service.baseUrl, folder: LOCAL_FOLDER, live: credentials.live, part: demoPart() }));
}

async function start({
  fresh,
  port,
  ipLimitPerMinute,
  signIn,
}: RunOptions): Promise<{ service: RunningService; credentials: DemoCredentials }> {
  const progress = new TerminalProgress(process.stdout);
  let credentials: DemoCredentials | undefined;
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
      credentials = await seedDemo(LOCAL_FOLDER, stores, (done, total) => progress.count(done, total));
    },
    onProgress: (step) => progress.step(step),
    onFunctionError: (name, brief) => console.error(`[${name}] ${brief}; more in ${LOCAL_FOLDER}/logs/${name}.log`),
  }).finally(() => progress.end());
  if (credentials === undefined) throw new Error('The demo data were not loaded.');
  return { service, credentials };
}

/** A part of the demo index with a whole record, that any shell and any terminal can spell. */
function demoPart(): { manufacturer: string; partNumber: string } {
  for (const { id, manufacturer, mpn } of generateDemoItems()) {
    if (id.startsWith('itm_Trap') || manufacturer === null || mpn === null) continue;
    if (/^[\w .&-]+$/.test(manufacturer) && /^[\w-]+$/.test(mpn)) return { manufacturer, partNumber: mpn };
  }
  throw new Error('The demo index has no part with a plain name.');
}

/**
 * The first Ctrl-C stops everything in order, also what is only just starting; a second one, or a stop that hangs, ends
 * the process as it is: a crash loses nothing that was acknowledged.
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

/** A SIGTERM to npm ends npm and its shell, and is not passed on to this process. */
function onLostNpm(stop: () => void): void {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  const check = (): void => {
    if (process.ppid !== parent) stop();
  };
  setInterval(check, PARENT_CHECK_MS).unref();
}
