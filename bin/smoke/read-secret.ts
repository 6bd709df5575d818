/** Reads the smoke test's secret from the environment, or from a prompt that does not echo it. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** @throws {Error} when neither the variable nor a terminal is available */
export async function readSecret(): Promise<string> {
  const given = process.env['SMOKE_CLIENT_SECRET'];
  if (given !== undefined && given !== '') return given;
  if (!process.stdin.isTTY)
    throw new Error('There is no secret, and no terminal to prompt on. Run: SMOKE_CLIENT_SECRET=… npm run smoke -- …');
  process.stderr.write('Client secret: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const questions = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return (await questions.question('')).trim();
  } finally {
    questions.close();
    process.stderr.write('\n');
  }
}
