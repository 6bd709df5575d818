/** Reads the operator's own provider credentials from a private file: `{ "icecat": "…", "http": "…" }`. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import * as z from 'zod';
import { errorCode } from '../../../../local/process/local-error.ts';
import { OperatorError } from '../../console/operator-error.ts';

const MAX_BYTES = 20_000;
const secretsSchema = z.record(z.string(), z.string().trim().min(1).max(4000));

/**
 * Returns the credentials by provider. No error contains anything from the file.
 * @throws {OperatorError} when the file does not exist, is readable by others, or has another format
 */
export async function readSecretFile(path: string): Promise<ReadonlyMap<string, string>> {
  const text = await readOwn(path);
  const parsed = secretsSchema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new OperatorError(`${path} is not a JSON object of strings.`, {
      code: 'secrets_damaged',
      fix: 'Write it as {"icecat": "TOKEN"}.',
    });
  return new Map(Object.entries(parsed.data));
}

async function readOwn(path: string): Promise<string> {
  // The open file is checked, so that it cannot be swapped between check and read. Symbolic links are not followed.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: unknown) => {
    throw new OperatorError(`${path} cannot be read (${errorCode(error) ?? 'unknown reason'}).`, {
      code: 'secrets_missing',
      fix: 'Write your credentials to it as {"icecat": "TOKEN"}, and run `chmod 600` on it.',
    });
  });
  try {
    const { mode, size, uid } = await file.stat();
    const isOthers = process.getuid !== undefined && uid !== process.getuid();
    if (isOthers || (mode & 0o077) !== 0)
      throw new OperatorError(`${path} can be read by others.`, {
        code: 'secrets_readable',
        fix: `Run chmod 600 ${path}, and replace the credentials if somebody may have read them.`,
      });
    if (size > MAX_BYTES) throw new OperatorError(`${path} is too large for credentials.`, { code: 'secrets_damaged' });
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
