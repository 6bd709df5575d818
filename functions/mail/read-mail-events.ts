/**
 * What SES tells through EventBridge: letters that it took, letters that came back for good, and complaints. Bounces that pass by themselves count as
 * nothing.
 */
import * as z from 'zod';
import { NOTICE_TAG, readNoticeTag } from '../../adapters/mail/notice-tag.ts';
import type { NoticeKey } from '../../core/mail/email-order.ts';
import { emailSchema } from '../../core/people/person.ts';

const recipients = z.array(z.object({ emailAddress: z.string() }));
const eventSchema = z.object({
  source: z.literal('aws.ses'),
  detail: z.object({
    mail: z.object({ tags: z.record(z.string(), z.array(z.string())).optional() }).optional(),
    send: z.object({}).optional(),
    bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients }).optional(),
    complaint: z.object({ complainedRecipients: recipients }).optional(),
  }),
});

export interface MailEvents {
  /** Addresses that are not to be written to any more. */
  readonly undeliverable: readonly string[];
  /** Letters about events that SES took. */
  readonly sent: readonly NoticeKey[];
}

/** Undefined for whatever is no event of SES. */
export function readMailEvents(body: string): MailEvents | undefined {
  const event = eventSchema.safeParse(parseJson(body));
  if (!event.success) return undefined;
  const { bounce, complaint, send, mail } = event.data.detail;
  const bounced = bounce?.bounceType === 'Permanent' ? bounce.bouncedRecipients : [];
  return {
    undeliverable: [...bounced, ...(complaint?.complainedRecipients ?? [])].flatMap(
      ({ emailAddress }) => emailSchema.safeParse(emailAddress).data ?? [],
    ),
    sent: send === undefined ? [] : (mail?.tags?.[NOTICE_TAG] ?? []).flatMap((tag) => readNoticeTag(tag) ?? []),
  };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
