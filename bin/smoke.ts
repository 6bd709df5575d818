/**
 * `npm run smoke -- --url https://… --client cli_…`: checks a running service as a client would, with free calls only.
 * The secret is read from SMOKE_CLIENT_SECRET or prompted for, because an argument would be visible in the process
 * list. Exit codes: 0 all checks passed, 1 a check failed, 2 the checks could not be run.
 */
import { CommanderError } from 'commander';
import { printJson, printTable } from './admin/console/print.ts';
import { askFirst, otherNameHint, readUrl } from './smoke/first-questions.ts';
import { readSecret } from './smoke/read-secret.ts';
import { program } from './program/program.ts';
import { runChecks } from './smoke/run-checks.ts';

interface SmokeOptions {
  readonly url: string;
  readonly baseUrl?: string;
  readonly client: string;
  readonly json?: true;
}

const command = program('npm run smoke --', 'Check a running service with free calls')
  .exitOverride()
  .requiredOption('--url <url>', 'URL of the service, for example http://127.0.0.1:3000')
  .option('--base-url <url>', 'URL by which the service calls itself, before its host points to it (default: --url)')
  .requiredOption('--client <client>', 'id of a key with all scopes except enrich:write; a test key is enough')
  .option('--json', 'print JSON')
  .addHelpText('after', '\nThe secret is read from SMOKE_CLIENT_SECRET, or prompted for.');

try {
  const { url: given, baseUrl = given, client, json } = command.parse().opts<SmokeOptions>();
  const url = readUrl('--url', given);
  const target = { url, baseUrl: readUrl('--base-url', baseUrl), clientId: client, clientSecret: await readSecret() };
  await askFirst(target);
  const results = await runChecks(target);
  if (json) printJson(results);
  else {
    printTable(
      ['', 'Check', 'ms', { heading: 'Problem', minor: true }],
      results.map(({ name, ok, milliseconds, problem }) => [ok ? 'ok' : 'FAILED', name, milliseconds, problem ?? '']),
    );
  }
  if (results.some(({ ok }) => !ok)) {
    process.exitCode = 1;
    const hint = await otherNameHint(target);
    if (hint !== undefined) process.stderr.write(`${hint}\n`);
  }
} catch (error) {
  // Commander has already printed its error; --help is not a failure.
  const isTold = error instanceof CommanderError;
  if (!isTold) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = isTold && error.exitCode === 0 ? 0 : 2;
}
