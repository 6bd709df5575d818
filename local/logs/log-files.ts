/** Reads the lines of a function's log files: the current one, and those that were renamed when they were full. */
import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { KEPT_LOG_FILES, logFile } from '../lambda/function-log.ts';

/** @param folder of the local run */
export async function* linesOfFunction(folder: string, functionName: string): AsyncGenerator<string> {
  const file = logFile(folder, functionName);
  const aside = Array.from({ length: KEPT_LOG_FILES }, (_, index) => `${file}.${index + 1}`);
  for (const one of [file, ...aside].filter((each) => existsSync(each)))
    yield* createInterface({ input: createReadStream(one) });
}
