/**
 * `npm run preflight -- development`: what a first deploy of the stage lacks, each with the command that mends it. It only reads.
 * Exit codes: 0 ready, 1 not ready, 2 could not ask (a stage that does not exist, or AWS out of reach).
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

const command = program('npm run preflight --', 'Say what a first deploy of a stage lacks, changing nothing')
  .addArgument(new Argument('<stage>', 'the stage to deploy').choices(DEPLOYABLE_STAGES))
  .option('--json', 'answer in JSON')
  .addHelpText('after', '\nExit codes: 0 ready, 1 not ready, 2 could not ask.')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? EXIT_READY : EXIT_COULD_NOT_ASK))
  .parse();

// What a person types must answer without a warning of the SDK's; the runtime that is deployed is newer.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
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
