/** The operator's own credentials with research providers, in a file that no one else may read: `{ "icecat": "…", "http": "…" }`. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import * as z from 'zod';
import { errorCode } from '../../../local/process/local-error.ts';
import { OperatorError } from '../console/operator-error.ts';

const MAX_BYTES = 20_000;
const secretsSchema = z.record(z.string(), z.string().trim().min(1).max(4000));

/**
 * Returns the credentials by provider. No error contains anything from the file.
 * @throws {OperatorError} when there is no such file, others may read it, or it is not of this shape
 */
export async function readSecretFile(path: string): Promise<ReadonlyMap<string, string>> {
  const text = await readOwn(path);
  const parsed = secretsSchema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new OperatorError(`${path} is not an object of texts.`, {
      code: 'secrets_damaged',
      fix: 'Write it as {"icecat": "TOKEN"}.',
    });
  return new Map(Object.entries(parsed.data));
}

async function readOwn(path: string): Promise<string> {
  // The file is opened before it is checked, so that the checked file is the one read; links are not followed.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: unknown) => {
    throw new OperatorError(`${path} cannot be read (${errorCode(error) ?? 'unknown reason'}).`, {
      code: 'secrets_missing',
      fix: 'Write your credentials there, as {"icecat": "TOKEN"}, and `chmod 600` it.',
    });
  });
  try {
    const { mode, size, uid } = await file.stat();
    const isOthers = process.getuid !== undefined && uid !== process.getuid();
    if (isOthers || (mode & 0o077) !== 0)
      throw new OperatorError(`${path} can be read by others.`, {
        code: 'secrets_readable',
        fix: `chmod 600 ${path}, and have the credentials changed if somebody may have read them.`,
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
