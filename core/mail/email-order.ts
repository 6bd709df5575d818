/**
 * What waits in the mail queue: who is to be written to about what, never the finished letter. Links are made where the letter is written, so
 * that no token lies in a queue.
 */
import * as z from 'zod';
import { accountIdSchema } from '../identifiers.ts';
import { emailSchema, NOTICE_KINDS, personIdSchema } from '../people/person.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const mailOrderSchema = z.discriminatedUnion('kind', [
  /** A link to sign in with was asked for; whether the address is known is not checked yet. */
  z.strictObject({
    kind: z.literal('link'),
    email: emailSchema,
    browserSha256: sha256,
    askedAtMs: z.int(),
    isKnownBrowser: z.boolean().optional(),
  }),
  z.strictObject({ kind: z.literal('invitation'), accountId: accountIdSchema, personId: personIdSchema }),
  z.strictObject({
    kind: z.literal('notice'),
    accountId: accountIdSchema,
    about: z.enum(NOTICE_KINDS),
    /** Names the event; of all orders about it one is carried out. */
    event: z.string().min(1).max(100),
    /** What happened, in the service's words, with ids and figures; nothing that a customer named. The first line is the subject. */
    sentence: z.string().min(1).max(1_000),
  }),
]);

export type MailOrder = z.infer<typeof mailOrderSchema>;

/** The port to the queue. */
export interface MailQueue {
  send(order: MailOrder): Promise<void>;
}

export interface Letter {
  readonly to: string;
  readonly subject: string;
  /** Plain text: whatever stands in it is read as it is. */
  readonly text: string;
  /** Names the letter where its fate is told; letters without one may come twice. */
  readonly notice?: NoticeKey;
}

/** One letter about an event: to one person. */
export const noticeKeySchema = z.strictObject({
  accountId: accountIdSchema,
  event: z.string().min(1).max(100),
  personId: personIdSchema,
});
export type NoticeKey = z.infer<typeof noticeKeySchema>;

/** The letter was refused, so it went nowhere. After any other error it may have gone out. */
export class LetterRefusedError extends Error {
  override readonly name = 'LetterRefusedError';
}

/** The port to the service that delivers letters. */
export interface Mailer {
  /**
   * Hands it over once, without trying again.
   * @throws {LetterRefusedError} when it certainly was not taken; any other error leaves that open
   */
  deliver(letter: Letter): Promise<void>;
}
