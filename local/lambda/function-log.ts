/**
 * Writes a function's log: every line to `.local/logs/<function>.log`, and errors in brief to the terminal. Lines of
 * earlier runs are kept, so that `admin why` finds yesterday's request: a full file is renamed to `<function>.log.1`,
 * the previous `.1` to `.2`, and the oldest is deleted.
 */
import { createWriteStream, openSync, renameSync, statSync, type WriteStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { readServedRequest, type ServedRequest } from './served-request.ts';

const BRIEF_LENGTH = 200;

/** About 8,000 requests. */
const DEFAULT_MAX_BYTES = 4_000_000;
/** Full files that are kept in addition to the current one. */
export const KEPT_LOG_FILES = 4;

/** @param folder of the local run */
export function logFile(folder: string, functionName: string): string {
  return path.join(folder, 'logs', `${functionName}.log`);
}

export interface FunctionLog {
  /** Takes the lines of a stream until it ends. */
  readonly follow: (stream: Readable) => void;
  /** Writes a line of the runtime itself, for example that the process was killed. */
  readonly error: (message: string) => void;
  readonly close: () => Promise<void>;
}

interface LogListener {
  /** Receives every error as one short line of printable text. */
  readonly onError: (brief: string) => void;
  readonly onServed?: (request: ServedRequest) => void;
}

/** @param maxBytes the limit of one file */
export function openFunctionLog(
  file: string,
  { onError, onServed }: LogListener,
  maxBytes: number = DEFAULT_MAX_BYTES,
): FunctionLog {
  let stream = openToAppend(file);
  let bytes = sizeOf(file);
  const write = (line: string): void => {
    if (!stream.writableEnded) {
      if (bytes > maxBytes) {
        stream.end();
        rotate(file);
        stream = openToAppend(file);
        bytes = 0;
      }
      stream.write(`${line}\n`);
      bytes += Buffer.byteLength(line) + 1;
    }
    const entry = parseEntry(line);
    if (entry === undefined) return;
    const brief = errorInBrief(entry);
    if (brief !== undefined) onError(brief);
    const served = onServed === undefined ? undefined : readServedRequest(entry);
    if (served !== undefined) onServed?.(served);
  };
  return {
    follow: (source) => void createInterface({ input: source }).on('line', write),
    error: (message) => write(JSON.stringify({ level: 'ERROR', message })),
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}

function openToAppend(file: string): WriteStream {
  // The file is opened immediately, because it must exist when it is renamed.
  const stream = createWriteStream(file, { fd: openSync(file, 'a', 0o600) });
  // A full disk must not stop the service; errors still reach the terminal.
  stream.on('error', () => undefined);
  return stream;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Renames files; a stream that is still written follows its file to the new name. */
function rotate(file: string): void {
  for (let number = KEPT_LOG_FILES; number >= 1; number -= 1) {
    const from = number === 1 ? file : `${file}.${number - 1}`;
    if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, `${file}.${number}`);
  }
}

function errorInBrief(entry: Readonly<Record<string, unknown>>): string | undefined {
  if (entry.level !== 'ERROR' && entry.level !== 'CRITICAL') return undefined;
  const requestId = typeof entry.requestId === 'string' ? ` (${entry.requestId})` : '';
  // Log lines may quote untrusted text, which must not control the terminal.
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
