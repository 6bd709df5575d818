/**
 * Reads the SES events that arrive through EventBridge: accepted emails, permanent bounces, and complaints. Temporary
 * bounces are ignored.
 */
import * as z from 'zod/mini';
import { NOTICE_TAG, readNoticeTag } from '../../adapters/mail/notice-tag.ts';
import type { NoticeKey } from '../../core/dashboard/mail/email-order.ts';
import { emailSchema } from '../../core/access/people/person.ts';
import { readJsonText } from '../../core/json.ts';

const recipients = z.array(z.object({ emailAddress: z.string() }));
const eventSchema = z.object({
  source: z.literal('aws.ses'),
  detail: z.object({
    mail: z.object({
      destination: z._default(z.array(z.string()), []),
      tags: z.optional(z.record(z.string(), z.array(z.string()))),
    }),
    send: z.optional(z.object({})),
    bounce: z.optional(z.object({ bounceType: z.string(), bouncedRecipients: recipients })),
    complaint: z.optional(z.object({ complainedRecipients: recipients })),
  }),
});

interface MailEvents {
  /** Addresses that must not get any more email. */
  readonly undeliverable: readonly string[];
  /** Notices that SES accepted. */
  readonly sent: readonly NoticeKey[];
}

/** Returns undefined unless the message is an SES event. */
export function readMailEvents(body: string): MailEvents | undefined {
  const event = eventSchema.safeParse(readJsonText(body));
  if (!event.success) return undefined;
  const { bounce, complaint, send, mail } = event.data.detail;
  const bounced = bounce?.bounceType === 'Permanent' ? bounce.bouncedRecipients : [];
  const named = [...bounced, ...(complaint?.complainedRecipients ?? [])].map(({ emailAddress }) => emailAddress);
  // The recipient's server wrote the bounce and may name any address, so it counts only for the email's own address.
  const written = new Set(addressesIn(mail.destination));
  return {
    undeliverable: addressesIn(named).filter((address) => written.has(address)),
    sent: send === undefined ? [] : (mail.tags?.[NOTICE_TAG] ?? []).flatMap((tag) => readNoticeTag(tag) ?? []),
  };
}

function addressesIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => emailSchema.safeParse(text).data ?? []);
}
