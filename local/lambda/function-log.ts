/** A function's log: every line to `.local/logs/<function>.log`, and errors in brief to whoever watches the terminal. */
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const BRIEF_LENGTH = 200;

export interface FunctionLog {
  /** Takes the lines of a stream until it ends. */
  readonly follow: (stream: Readable) => void;
  /** A line of the runtime's own, for example that the process was killed. */
  readonly error: (message: string) => void;
  readonly close: () => Promise<void>;
}

/** @param onError hears every error, as one short line of printable text */
export function openFunctionLog(file: string, onError: (brief: string) => void): FunctionLog {
  const stream = createWriteStream(file, { flags: 'w', mode: 0o600 });
  // A full disk must not end the service; the errors still reach the terminal.
  stream.on('error', () => undefined);
  const write = (line: string): void => {
    if (!stream.writableEnded) stream.write(`${line}\n`);
    const brief = errorInBrief(line);
    if (brief !== undefined) onError(brief);
  };
  return {
    follow: (source) => void createInterface({ input: source }).on('line', write),
    error: (message) => write(JSON.stringify({ level: 'ERROR', message })),
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}

function errorInBrief(line: string): string | undefined {
  const entry = parseEntry(line);
  if (entry === undefined || (entry.level !== 'ERROR' && entry.level !== 'CRITICAL')) return undefined;
  const requestId = typeof entry.requestId === 'string' ? ` (${entry.requestId})` : '';
  // Log lines may quote what a stranger sent: nothing of it may steer the terminal.
  return `${String(entry.message)}${requestId}`.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ').slice(0, BRIEF_LENGTH);
}

function parseEntry(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
