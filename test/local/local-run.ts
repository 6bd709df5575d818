/** Runs `npm start` as a separate process in a separate folder. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { programFile } from '../support/processes/programs.ts';

export interface LocalRun {
  /** Returns the output so far, of both streams. */
  readonly said: () => string;
  /**
   * Waits until it has printed the text.
   * @throws {Error} if the program ends first
   */
  readonly untilSaid: (text: string) => Promise<void>;
  readonly send: (signal: NodeJS.Signals) => void;
  /** The exit code of the process. */
  readonly ended: Promise<number | null>;
}

export async function startLocalRun(
  folder: string,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<LocalRun> {
  const child = spawn(process.execPath, [await programFile('local'), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    said: () => text,
    untilSaid: (wanted) => untilSaid(child, ended, () => text, wanted),
    send: (signal) => void child.kill(signal),
    ended,
  };
}

async function untilSaid(
  child: ChildProcess,
  ended: Promise<number | null>,
  said: () => string,
  wanted: string,
): Promise<void> {
  const heard = new Promise<void>((resolve) => {
    const look = (): void => {
      if (said().includes(wanted)) resolve();
    };
    child.stdout?.on('data', look);
    look();
  });
  const over = ended.then((code) => {
    throw new Error(`It ended with ${code} before it said "${wanted}":\n${said()}`);
  });
  await Promise.race([heard, over]);
}
