/**
 * `npm run preflight -- development`: lists what is missing for a first deploy of the stage, with the commands that fix
 * it. With `--directories` it checks, on the running service, what directories of assistants ask. It only reads. Exit
 * codes: 0 ready, 1 not ready, 2 could not check (unknown stage, or AWS or the service unreachable).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Argument } from 'commander';
import { DEPLOYABLE_STAGES, STAGES, stageSettings } from '../lib/settings/stage-settings.ts';
import { knownCredentialsSchema } from '../local/demo/demo-credentials.ts';
import { LOCAL_FOLDER, readLocalEndpoints } from '../local/endpoints.ts';
import { readPrivateJson } from '../local/process/private-file.ts';
import { printJson } from './admin/console/print.ts';
import { screenColumns } from './admin/console/screen.ts';
import { openAwsAccount } from './preflight/aws-account.ts';
import { checkDirectories } from './preflight/directories/directory-checks.ts';
import { directoriesLines } from './preflight/directories/directories-screen.ts';
import { readService, type ServiceKey } from './preflight/directories/read-service.ts';
import { EXIT_COULD_NOT_ASK, EXIT_NOT_READY, EXIT_READY, exitCodeOf } from './preflight/finding.ts';
import { preflightLines } from './preflight/preflight-screen.ts';
import { runPreflight } from './preflight/run-preflight.ts';
import { program, refuse } from './program/program.ts';

interface Options {
  readonly json?: true;
  readonly directories?: true;
  readonly reviewer?: string;
}

const SUBMISSION = path.resolve(import.meta.dirname, '../docs/operate/chatgpt-app-submission.json');
/** Set in the environment, so that the secret is in no list of processes and no history of a shell. */
const SECRET_VARIABLE = 'REVIEWER_CLIENT_SECRET';

const command = program('npm run preflight --', 'List what is missing for a first deploy of a stage; changes nothing')
  .addArgument(new Argument('<stage>', 'the stage to deploy; local only with --directories').choices(STAGES))
  .option('--directories', 'check on the running service what directories of assistants ask')
  .option('--reviewer <client-id>', `the reviewer's key; its secret is read from ${SECRET_VARIABLE}`)
  .option('--json', 'print JSON')
  .addHelpText('after', '\nExit codes: 0 ready, 1 not ready, 2 could not check.')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? EXIT_READY : EXIT_COULD_NOT_ASK))
  .parse();

const [stage = ''] = command.args;
const options = command.opts<Options>();
if (options.directories === true) await showDirectories(options);
else if (DEPLOYABLE_STAGES.some((known) => known === stage)) await showPreflight(options);
else refuse('The local stage is not deployed.', 'npm run preflight -- local --directories checks the local run.');

async function showPreflight({ json }: Options): Promise<void> {
  const aws = openAwsAccount();
  try {
    const findings = await runPreflight(aws, stageSettings(stage), process.env);
    process.exitCode = exitCodeOf(findings);
    if (json) printJson({ stage, ready: process.exitCode === EXIT_READY, findings });
    else for (const line of preflightLines(stage, findings, screenColumns())) console.log(line);
  } finally {
    aws.close();
  }
}

async function showDirectories({ json, reviewer }: Options): Promise<void> {
  const baseUrl = stage === 'local' ? (await readLocalEndpoints(LOCAL_FOLDER))?.baseUrl : stageSettings(stage).baseUrl;
  if (baseUrl === undefined) return refuse('No local service runs here.', 'Start it first: npm start');
  const service = readService(baseUrl);
  if ((await service.page('/')) === undefined)
    return refuse(`Nothing answers at ${baseUrl}.`, 'Deploy the stage, or point its host to it.');
  const reviewers = reviewersKey(reviewer);
  const keys = { tools: reviewers ?? (await demoKey()), reviewer: reviewers };
  const lines = await checkDirectories(service, keys, JSON.parse(readFileSync(SUBMISSION, 'utf8')));
  const isReady = lines.every(({ state }) => state === 'met');
  process.exitCode = isReady ? EXIT_READY : EXIT_NOT_READY;
  if (json) printJson({ stage, base_url: baseUrl, ready: isReady, lines });
  else for (const line of directoriesLines(baseUrl, lines, screenColumns())) console.log(line);
}

function reviewersKey(clientId: string | undefined): ServiceKey | undefined {
  const clientSecret = process.env[SECRET_VARIABLE];
  if (clientId === undefined) return undefined;
  if (clientSecret === undefined)
    return refuse(`${SECRET_VARIABLE} is not set.`, `read -rs ${SECRET_VARIABLE}; export ${SECRET_VARIABLE}`);
  return { clientId, clientSecret };
}

/** A key that is never billed. */
async function demoKey(): Promise<ServiceKey | undefined> {
  if (stage !== 'local') return undefined;
  const known = await readPrivateJson(path.join(LOCAL_FOLDER, 'credentials.json'), knownCredentialsSchema);
  const test = known?.['test'];
  return test === undefined ? undefined : { clientId: test.client_id, clientSecret: test.client_secret };
}
