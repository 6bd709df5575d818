/**
 * `npm run smoke -- --url https://… --client cli_…`: does a service that is up keep what it promises to clients? Asks it everything that
 * spends nothing. The secret comes from SMOKE_CLIENT_SECRET or is asked for; an argument would be in the list of processes.
 * Exit codes: 0 all well, 1 something is not, 2 the questions could not be asked.
 */
import { CommanderError } from 'commander';
import { printJson, printTable } from './admin/console/print.ts';
import { askFirst, readBaseUrl } from './smoke/first-questions.ts';
import { readSecret } from './smoke/read-secret.ts';
import { program } from './program/program.ts';
import { runChecks } from './smoke/run-checks.ts';

interface SmokeOptions {
  readonly url: string;
  readonly client: string;
  readonly json?: true;
}

const command = program('npm run smoke --', 'Check a service that is up, spending nothing')
  .exitOverride()
  .requiredOption('--url <url>', 'its address, for example http://127.0.0.1:3000')
  .requiredOption('--client <client>', 'id of a key with every scope but enrich:write; a test key will do')
  .option('--json', 'answer in JSON')
  .addHelpText('after', '\nThe secret is read from SMOKE_CLIENT_SECRET, or asked for.');

try {
  const { url, client, json } = command.parse().opts<SmokeOptions>();
  const target = { baseUrl: readBaseUrl(url), clientId: client, clientSecret: await readSecret() };
  await askFirst(target);
  const results = await runChecks(target);
  if (json) printJson(results);
  else {
    printTable(
      ['', 'Check', 'ms', { heading: 'What is wrong', minor: true }],
      results.map(({ name, ok, milliseconds, problem }) => [ok ? 'ok' : 'FAILED', name, milliseconds, problem ?? '']),
    );
  }
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
} catch (error) {
  // Commander has already printed what it refuses; --help is not a failure.
  const isTold = error instanceof CommanderError;
  if (!isTold) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = isTold && error.exitCode === 0 ? 0 : 2;
}
