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
  z.strictObject({ kind: z.literal('link'), email: emailSchema, browserSha256: sha256, askedAtMs: z.int() }),
  z.strictObject({ kind: z.literal('invitation'), accountId: accountIdSchema, personId: personIdSchema }),
  z.strictObject({
    kind: z.literal('notice'),
    accountId: accountIdSchema,
    about: z.enum(NOTICE_KINDS),
    /** Names the event; of all orders about it one is carried out. */
    event: z.string().min(1).max(200),
    /** What happened, in a sentence of ours. */
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
}

/** The port to the service that delivers letters. */
export interface Mailer {
  /** @throws when it was not taken; it may be sent again */
  deliver(letter: Letter): Promise<void>;
}
