import { describe, expect, test } from 'vitest';
import { writeNoticeTag } from '../../../adapters/mail/notice-tag.ts';
import { readMailEvents } from '../../../functions/mail/read-mail-events.ts';

const NOTICE = { accountId: 'acc_0123456789', event: 'cap', personId: 'per_0123456789abcdef' };
const TO = { destination: ['a@b.example'] };

const read = (detail: object, source = 'aws.ses') => readMailEvents(JSON.stringify({ source, detail }));
const bounce = (bounceType: string, emailAddress = 'a@b.example') => ({
  mail: TO,
  bounce: { bounceType, bouncedRecipients: [{ emailAddress }] },
});

describe('an event of SES', () => {
  test('stops email to an address after a permanent bounce or a complaint', () => {
    expect(read(bounce('Permanent', 'A@B.example'))?.undeliverable).toEqual(['a@b.example']);
    const complaint = { complainedRecipients: [{ emailAddress: 'a@b.example' }] };
    expect(read({ mail: TO, complaint })?.undeliverable).toEqual(['a@b.example']);
  });

  test('stops nothing after a temporary bounce', () => {
    expect(read(bounce('Transient'))).toEqual({ undeliverable: [], sent: [] });
  });

  test('stops no address that the email was not sent to, whatever the bounce names', () => {
    expect(read(bounce('Permanent', 'stranger@b.example'))?.undeliverable).toEqual([]);
  });

  test('reports a notice as sent by its tag, and no tag of another sender', () => {
    const tags = { notice: [writeNoticeTag(NOTICE), 'x', Buffer.from('["acc_1"]').toString('base64url')] };
    expect(read({ mail: { ...TO, tags }, send: {} })?.sent).toEqual([NOTICE]);
    expect(read({ mail: { ...TO, tags } })?.sent).toEqual([]);
  });

  test.each(['', '{}', '[1]', '{"source":"aws.ses"}'])('is not read from other text: %s', (body) => {
    expect(readMailEvents(body)).toBeUndefined();
  });

  test('is not read from another source', () => {
    expect(read(bounce('Permanent'), 'aws.s3')).toBeUndefined();
  });
});
