/**
 * Runs every command: reads its settings, opens and closes its stage, and reports failures as a sentence on stderr, or
 * with `--json` as `{"error": …}` on stdout. Exit codes: 0 done, 1 failed, and others that a command sets.
 */
import { userInfo } from 'node:os';
import { CommanderError, type Command } from 'commander';
import * as z from 'zod';
import { openStage, type OpenStage } from './open-stage.ts';
import { mistakeOf, sentenceFor } from '../console/operator-error.ts';
import { printJson, printNext } from '../console/print.ts';
import { showWide, styled } from '../console/screen.ts';
import { wrapText } from '../console/table-text.ts';
import { withoutSecrets } from '../console/without-secrets.ts';
import { isReaderGone } from '../../program/closed-output.ts';

const settingsSchema = z.object({
  stage: z.string(),
  json: z.boolean().default(false),
  wide: z.boolean().default(false),
  yes: z.boolean().default(false),
  who: z.string().min(1).max(64).optional(),
});

export interface CommandContext {
  readonly stage: OpenStage;
  /** Whether to print JSON. */
  readonly json: boolean;
  /** Whether the operator confirmed irreversible changes in advance. */
  readonly yes: boolean;
  /** The operator's name in the audit trail. */
  readonly who: string;
  /** Prints `value` as JSON, or calls `show` to print it for a person. */
  readonly answer: (value: unknown, show: () => void) => void;
  /** Prints a suggested next command for the same stage. */
  readonly next: (why: string, command: string) => void;
}

/** Adds the options that every command has. */
export function withSharedOptions(program: Command): Command {
  return program
    .option('--stage <stage>', 'local, or a deployed stage: development, production', 'local')
    .option('--json', 'print JSON, also for errors')
    .option('--wide', 'print tables with all columns side by side')
    .option('--yes', 'skip confirmation prompts')
    .option('--who <name>', 'your name in the audit trail', userName());
}

/** Runs the program; with `--json`, wrong arguments are reported as JSON too. */
export async function runProgram(program: Command, args: readonly string[]): Promise<void> {
  const json = args.includes('--json');
  if (json)
    for (const command of everyCommand(program)) command.exitOverride().configureOutput({ writeErr: () => undefined });
  try {
    await program.parseAsync(args.map(withoutSecrets), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode;
    if (error.exitCode !== 0) printJson({ error: mistakeOf(error) });
  }
}

/** Returns a command and all its subcommands. */
export function everyCommand(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

/** Returns the full command line for pasting. */
function commandLine(stage: string, command: string): string {
  return `npm run admin -- ${stage === 'local' ? '' : `--stage ${stage} `}${command}`;
}

/** Runs the body of a command that needs no stage. */
export async function runLocally(
  command: Command,
  body: (context: Pick<CommandContext, 'answer' | 'next'>) => void | Promise<void>,
): Promise<void> {
  try {
    const { stage, json, wide } = settingsSchema.parse(command.optsWithGlobals());
    showWide(wide);
    await body({
      answer: (value, show) => (json ? printJson(value) : show()),
      next: (why, line) => printNext(why, commandLine(stage, line)),
    });
  } catch (error) {
    tellFailure(command, error);
  }
}

function tellFailure(command: Command, error: unknown): void {
  if (isReaderGone(error)) return;
  process.exitCode = 1;
  if (command.optsWithGlobals()['json'] === true) printJson({ error: mistakeOf(error) });
  else
    for (const line of onStderr(asTyped(command, sentenceFor(error))))
      process.stderr.write(`${styled('red', line, process.stderr)}\n`);
  if (process.env.DEBUG === '1') console.error(error);
}

/** Returns the sentence with the commands that it names as the operator types them. */
function asTyped(command: Command, sentence: string): string {
  const program = programOf(command);
  const names = new Set(program.commands.flatMap((one) => [one.name(), ...one.aliases()]));
  const { stage } = program.opts<{ readonly stage: string }>();
  const known = /^[a-z]+$/.test(stage) ? stage : 'local';
  return sentence.replaceAll(/`(([a-z-]+) [^`]+)`/g, (written, line: string, name: string) =>
    names.has(name) ? `\`${commandLine(known, line)}\`` : written,
  );
}

function programOf(command: Command): Command {
  return command.parent === null ? command : programOf(command.parent);
}

/** Wraps a sentence on a terminal, and leaves it on one line otherwise. */
export function onStderr(sentence: string): readonly string[] {
  const { isTTY, columns } = process.stderr;
  return isTTY ? wrapText(sentence, columns) : [sentence];
}

/** Runs the body of `command` against its stage. A failure is reported and sets exit code 1. */
export async function runCommand(command: Command, body: (context: CommandContext) => Promise<void>): Promise<void> {
  let stage: OpenStage | undefined;
  try {
    const { stage: stageName, json, wide, yes, who = userName() } = settingsSchema.parse(command.optsWithGlobals());
    showWide(wide);
    stage = await openStage(stageName);
    const answer = (value: unknown, show: () => void): void => (json ? printJson(value) : show());
    const next = (why: string, line: string): void => printNext(why, commandLine(stageName, line));
    await body({ stage, json, yes, who, answer, next });
  } catch (error) {
    tellFailure(command, error);
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
