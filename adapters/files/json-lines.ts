/**
 * Reads the rows of a JSON Lines file: one JSON object per line. An invalid line is reported as broken; reading
 * continues with the next line.
 */
import { MAX_RECORD_BYTES } from './csv-records.ts';

type JsonLine =
  | { readonly kind: 'members'; readonly members: Readonly<Record<string, unknown>> }
  | { readonly kind: 'blank' }
  | { readonly kind: 'broken'; readonly reason: string };

const LINE_FEED = 0x0a;

/** @param text UTF-8 without a byte order mark */
export async function* readJsonLines(text: AsyncIterable<Buffer>): AsyncGenerator<JsonLine> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const finish = (): JsonLine => {
    const line = bytes > MAX_RECORD_BYTES ? undefined : Buffer.concat(parts).toString('utf8').trim();
    [parts, bytes] = [[], 0];
    return line === undefined
      ? { kind: 'broken', reason: `the line is longer than ${MAX_RECORD_BYTES} bytes` }
      : readLine(line);
  };
  const hold = (part: Buffer): void => {
    bytes += part.length;
    if (bytes <= MAX_RECORD_BYTES) parts.push(part);
    else parts = [];
  };
  for await (const chunk of text) {
    let start = 0;
    for (let feed = chunk.indexOf(LINE_FEED); feed >= 0; feed = chunk.indexOf(LINE_FEED, start)) {
      hold(chunk.subarray(start, feed));
      yield finish();
      start = feed + 1;
    }
    if (start < chunk.length) hold(chunk.subarray(start));
  }
  if (bytes > 0) yield finish();
}

function readLine(line: string): JsonLine {
  if (line === '') return { kind: 'blank' };
  try {
    const value = JSON.parse(line) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { kind: 'members', members: { ...value } };
    return { kind: 'broken', reason: 'the line is not a JSON object' };
  } catch {
    return { kind: 'broken', reason: 'the line is not JSON' };
  }
}
