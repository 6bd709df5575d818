/**
 * How every command runs: its settings read, its stage opened and closed, its faults told in a sentence. A command itself only
 * asks, changes and prints. Exit codes: 0 done, 1 could not run, and what a command sets beyond them.
 */
import { userInfo } from 'node:os';
import type { Command } from 'commander';
import * as z from 'zod';
import { openStage, type OpenStage } from './open-stage.ts';
import { sentenceFor } from '../console/operator-error.ts';
import { printJson } from '../console/print.ts';

const settingsSchema = z.object({
  stage: z.string(),
  json: z.boolean().default(false),
  yes: z.boolean().default(false),
  who: z.string().min(1).max(64).optional(),
});

export interface CommandContext {
  readonly stage: OpenStage;
  /** Answer for a machine. */
  readonly json: boolean;
  /** The operator agreed beforehand to what cannot be undone. */
  readonly yes: boolean;
  /** Who the audit trail names. */
  readonly who: string;
  /** Prints `value` as JSON, or calls `show` to print it for a person. */
  readonly answer: (value: unknown, show: () => void) => void;
}

/** The options that every command has. */
export function withSharedOptions(program: Command): Command {
  return program
    .option('--stage <stage>', 'local, or a deployed stage: development, production', 'local')
    .option('--json', 'answer in JSON')
    .option('--yes', 'do not ask before what cannot be undone')
    .option('--who <name>', 'the name that the audit trail gets', userName());
}

/** Runs the body of `command` against its stage. Failures end in a sentence on stderr and in exit code 1. */
export async function runCommand(command: Command, body: (context: CommandContext) => Promise<void>): Promise<void> {
  // The runtime that is deployed is newer; what a person types here must answer without a warning of the SDK's.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  let stage: OpenStage | undefined;
  try {
    const { stage: stageName, json, yes, who = userName() } = settingsSchema.parse(command.optsWithGlobals());
    stage = await openStage(stageName);
    const answer = (value: unknown, show: () => void): void => (json ? printJson(value) : show());
    await body({ stage, json, yes, who, answer });
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${sentenceFor(error)}\n`);
    if (process.env.DEBUG === '1') console.error(error);
  } finally {
    stage?.close();
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}
