/** Letters as files, for the local run: one a letter, named by its time. Nothing leaves the machine. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { randomAlphanumeric } from '../../core/identifiers.ts';
import type { Letter, Mailer } from '../../core/mail/mail-order.ts';

export class FileMailer implements Mailer {
  readonly #folder: string;
  readonly #clock: Clock;

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  async deliver({ to, subject, text }: Letter): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const time = new Date(this.#clock.nowMs()).toISOString().replaceAll(':', '-');
    const file = path.join(this.#folder, `${time}-${randomAlphanumeric(4)}.txt`);
    // Whoever looks for files finds whole ones.
    await writeFile(`${file}.part`, `To: ${to}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 });
    await rename(`${file}.part`, file);
  }
}
