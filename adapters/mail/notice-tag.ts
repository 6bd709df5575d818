/** The tag of a letter about an event, which SES gives back with what became of the letter. Ids alone; SES takes 256 letters, digits, `-` and `_`. */
import { noticeKeySchema, type NoticeKey } from '../../core/mail/email-order.ts';

export const NOTICE_TAG = 'notice';

export function writeNoticeTag({ accountId, event, personId }: NoticeKey): string {
  return Buffer.from(JSON.stringify([accountId, event, personId])).toString('base64url');
}

/** Undefined for whatever is no tag of ours. */
export function readNoticeTag(tag: string): NoticeKey | undefined {
  try {
    const [accountId, event, personId] = JSON.parse(Buffer.from(tag, 'base64url').toString('utf8')) as unknown[];
    return noticeKeySchema.safeParse({ accountId, event, personId }).data;
  } catch {
    return undefined;
  }
}
