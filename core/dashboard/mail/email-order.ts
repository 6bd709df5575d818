/**
 * Defines the entries of the mail queue and the ports for mail. An entry contains the recipient and the facts, never
 * the finished email: links are created when the email is written, so that no queue contains the secret of a link.
 */
import * as z from 'zod/mini';
import { accountIdSchema } from '../../identifiers.ts';
import { emailSchema, NOTICE_KINDS, personIdSchema } from '../../access/people/person.ts';

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const emailOrderSchema = z.discriminatedUnion('kind', [
  /** A request for a sign-in link; it is not yet checked whether the address is known. */
  z.strictObject({
    kind: z.literal('link'),
    email: emailSchema,
    browserSha256: sha256,
    askedAtMs: z.int(),
    isKnownBrowser: z.optional(z.boolean()),
  }),
  z.strictObject({ kind: z.literal('invitation'), accountId: accountIdSchema, personId: personIdSchema }),
  z.strictObject({
    kind: z.literal('notice'),
    accountId: accountIdSchema,
    about: z.enum(NOTICE_KINDS),
    /** Names the event; only one email about it is sent. */
    event: z.string().check(z.minLength(1), z.maxLength(100)),
    /** Describes the event. Names that the customer gave are its only customer text. The first line is the subject. */
    sentence: z.string().check(z.minLength(1), z.maxLength(1_000)),
    facts: z.optional(
      z.array(z.tuple([z.string().check(z.maxLength(40)), z.string().check(z.maxLength(300))])).check(z.maxLength(12)),
    ),
  }),
]);

export type EmailOrder = z.infer<typeof emailOrderSchema>;

/** The port to the queue. */
export interface MailQueue {
  send(order: EmailOrder): Promise<void>;
}

export interface Email {
  readonly to: string;
  readonly subject: string;
  /** Plain text, shown unchanged. */
  readonly text: string;
  /** The same facts and links as the text. */
  readonly html: string;
  /** Identifies the email in delivery events; an email without it may be sent twice. */
  readonly notice?: NoticeKey;
}

/** One notice to one person. */
export const noticeKeySchema = z.strictObject({
  accountId: accountIdSchema,
  event: z.string().check(z.minLength(1), z.maxLength(100)),
  personId: personIdSchema,
});
export type NoticeKey = z.infer<typeof noticeKeySchema>;

/** The email was refused and not sent. After any other error it may have been sent. */
export class EmailRefusedError extends Error {
  override readonly name = 'EmailRefusedError';
}

/** The port to the service that delivers emails. */
export interface Mailer {
  /**
   * Sends the email once, without a retry.
   * @throws {EmailRefusedError} when it was certainly not accepted; after any other error it may have been accepted
   */
  deliver(email: Email): Promise<void>;
}
