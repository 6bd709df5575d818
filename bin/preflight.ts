/**
 * `npm run preflight -- development`: lists what is missing for a first deploy of the stage, with the commands that fix it. It only reads.
 * Exit codes: 0 ready, 1 not ready, 2 could not check (unknown stage, or AWS unreachable).
 */
import { Argument } from 'commander';
import { DEPLOYABLE_STAGES, stageSettings } from '../lib/settings/stage-settings.ts';
import { printJson } from './admin/console/print.ts';
import { screenColumns } from './admin/console/screen.ts';
import { openAwsAccount } from './preflight/aws-account.ts';
import { EXIT_COULD_NOT_ASK, EXIT_READY, exitCodeOf } from './preflight/finding.ts';
import { preflightLines } from './preflight/preflight-screen.ts';
import { runPreflight } from './preflight/run-preflight.ts';
import { program } from './program/program.ts';

const command = program('npm run preflight --', 'List what is missing for a first deploy of a stage; changes nothing')
  .addArgument(new Argument('<stage>', 'the stage to deploy').choices(DEPLOYABLE_STAGES))
  .option('--json', 'print JSON')
  .addHelpText('after', '\nExit codes: 0 ready, 1 not ready, 2 could not check.')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? EXIT_READY : EXIT_COULD_NOT_ASK))
  .parse();

const [stage = ''] = command.args;
const aws = openAwsAccount();
try {
  const findings = await runPreflight(aws, stageSettings(stage), process.env);
  process.exitCode = exitCodeOf(findings);
  if (command.opts<{ json?: true }>().json) printJson({ stage, ready: process.exitCode === EXIT_READY, findings });
  else for (const line of preflightLines(stage, findings, screenColumns())) console.log(line);
} finally {
  aws.close();
}
