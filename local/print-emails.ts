/** Prints each email that the mail function writes into a folder, for the person at the terminal. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const LOOK_EVERY_MS = 400;

/** Prints only new emails, not those that already exist. */
export async function printEmails(folder: string, print: (email: string) => void): Promise<{ stop: () => void }> {
  const known = new Set(await emailsIn(folder));
  const look = async (): Promise<void> => {
    for (const file of await emailsIn(folder)) {
      if (known.has(file)) continue;
      known.add(file);
      print(await readFile(path.join(folder, file), 'utf8'));
    }
  };
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

async function emailsIn(folder: string): Promise<readonly string[]> {
  const files = await readdir(folder).catch(() => []);
  return files.filter((file) => file.endsWith('.txt')).sort();
}
