/** The options of `npm start`: flags, and variables for what a shell may set once. */
import { parseArgs } from 'node:util';
import { LocalError } from './process/local-error.ts';

export interface RunOptions {
  readonly fresh: boolean;
  /** Adds accounts with a finished month. */
  readonly month: boolean;
  /** Prints no line for each call. */
  readonly quiet: boolean;
  /** 0 for any free port. */
  readonly port: number;
  readonly ipLimitPerMinute: number | undefined;
  /** Whether assistant sign-in is on; it is off by default. */
  readonly signIn: boolean;
  readonly help: boolean;
}

export const USAGE = `npm start [-- OPTIONS]

  --fresh              delete everything in .local/ first
  --port PORT          port on 127.0.0.1, by default 3000; 0 takes any free one
  --month              add two accounts with a finished month: one to close, as
                       docs/operate/month.md does, and one whose payment failed
  --quiet              print no line for each call

  IP_LIMIT_PER_MINUTE  requests a minute for each address, by default 240
  SIGN_IN              on: assistants connect by one-click sign-in
  PORT                 the same as --port
`;

const DEFAULT_PORT = 3000;

/** @throws {LocalError} for an invalid option */
export function readRunOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): RunOptions {
  const { port: asked, ...flags } = flagsOf(args);
  const port =
    wholeNumber('--port', asked, 0, 65_535) ?? wholeNumber('PORT', environment.PORT, 0, 65_535) ?? DEFAULT_PORT;
  const ipLimitPerMinute = wholeNumber('IP_LIMIT_PER_MINUTE', environment.IP_LIMIT_PER_MINUTE, 1, 999_999_999);
  return { ...flags, port, ipLimitPerMinute, signIn: isOn('SIGN_IN', environment.SIGN_IN) };
}

function isOn(name: string, value = ''): boolean {
  if (value === 'on') return true;
  if (value === '' || value === 'off') return false;
  throw new LocalError(`${name} must be on or off, not "${value}".`);
}

const FLAG = { type: 'boolean', default: false } as const;
const OPTIONS = { fresh: FLAG, month: FLAG, quiet: FLAG, help: FLAG, port: { type: 'string' } } as const;

function flagsOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch {
    throw new LocalError(`npm start does not understand: ${args.join(' ')}\n\n${USAGE}`);
  }
}

function wholeNumber(name: string, value: string | undefined, min: number, max: number): number | undefined {
  if (value === undefined || value === '') return undefined;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN;
  if (number >= min && number <= max) return number;
  throw new LocalError(`${name} must be a whole number from ${min} to ${max}, not "${value}".`);
}
