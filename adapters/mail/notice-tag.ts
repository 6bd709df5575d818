/**
 * The tag of a notice, which SES returns with its delivery events. It contains only ids; SES allows 256 characters:
 * letters, digits, `-` and `_`.
 */
import { noticeKeySchema, type NoticeKey } from '../../core/dashboard/mail/email-order.ts';

export const NOTICE_TAG = 'notice';

export function writeNoticeTag({ accountId, event, personId }: NoticeKey): string {
  return Buffer.from(JSON.stringify([accountId, event, personId])).toString('base64url');
}

/** Returns undefined unless the text is a tag of this service. */
export function readNoticeTag(tag: string): NoticeKey | undefined {
  try {
    const [accountId, event, personId] = JSON.parse(Buffer.from(tag, 'base64url').toString('utf8')) as unknown[];
    return noticeKeySchema.safeParse({ accountId, event, personId }).data;
  } catch {
    return undefined;
  }
}
