/**
 * Prepares a thrown value for the log, so that the stack names places in the sources, not in the minified bundle. Node
 * can do this itself, but then reads every source map at every cold start, about 20 ms; this file reads them only after
 * an internal error.
 */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

const PLACE = /(?:file:\/\/)?(?<file>\/[^\s():]+\.mjs):(?<line>\d+):(?<column>\d+)/g;
/** An error's cause may have a cause; a cycle must end. */
const MAX_CAUSES = 5;

export function loggableError(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error('A value that is not an error was thrown.');
  const maps = new Map<string, SourceMap | undefined>();
  let error: unknown = thrown;
  for (let depth = 0; depth < MAX_CAUSES && error instanceof Error; depth += 1) {
    if (error.stack !== undefined) error.stack = inSources(error.stack, maps);
    error = error.cause;
  }
  return thrown;
}

function inSources(stack: string, maps: Map<string, SourceMap | undefined>): string {
  return stack.replace(PLACE, (place, file: string, line: string, column: string) => {
    if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
    const found = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (found === undefined || !('originalSource' in found)) return place;
    return `${found.originalSource}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  });
}

/** Returns undefined when there is no readable source map: a position in the bundle is better than no log line. */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as ConstructorParameters<typeof SourceMap>[0]);
  } catch {
    return undefined;
  }
}
