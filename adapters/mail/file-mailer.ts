/** Writes emails as files for the local run: one file per email, named by its time. Nothing leaves the machine. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { randomAlphanumeric } from '../../core/identifiers.ts';
import type { Email, Mailer, NoticeKey } from '../../core/dashboard/mail/email-order.ts';
import { timeText, type Clock } from '../../core/time.ts';

export class FileMailer implements Mailer {
  readonly #folder: string;
  readonly #clock: Clock;

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  async deliver({ to, subject, text, notice }: Email): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = path.join(this.#folder, `${await this.#name(notice)}.txt`);
    // A reader of the folder finds only complete files.
    await writeFile(`${file}.part`, `To: ${to}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 });
    await rename(`${file}.part`, file);
  }

  /** Returns a name that sorts by time. Two emails about one event have the same file. */
  async #name(notice: NoticeKey | undefined): Promise<string> {
    const time = timeText(this.#clock.nowMs()).replaceAll(':', '-');
    if (notice === undefined) return `${time}-${randomAlphanumeric(4)}`;
    const event = createHash('sha256').update(JSON.stringify(notice)).digest('hex').slice(0, 16);
    const before = (await readdir(this.#folder)).find((file) => file.endsWith(`-${event}.txt`));
    return before === undefined ? `${time}-${event}` : path.basename(before, '.txt');
  }
}
