import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signatureRefusal } from '../../../../core/access/payments/billing-signature.ts';
import { NOON_MS } from '../../../support/fixtures/callers.ts';

const SECRET = 'whsec_test';
const SECONDS = NOON_MS / 1000;
const BODY = Buffer.from('{"id":"evt_1"}');

const sign = (body: Uint8Array | string = BODY, seconds: number | string = SECONDS, secret = SECRET) =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
const fault = (header: string | undefined, { body = BODY, secret = SECRET, nowMs = NOON_MS } = {}) =>
  signatureRefusal(header, body, secret, nowMs);

describe('a billing signature', () => {
  test('over the time and the body under the secret is valid, with other schemes and spaces around it', () => {
    expect(fault(`t=${SECONDS},v1=${sign()}`)).toBeUndefined();
    expect(fault(`t=${SECONDS}, v1=${sign()}, v0=abc`)).toBeUndefined();
  });

  test('matches a signature that another program computed', () => {
    // printf '1492774577.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_test
    const known = 't=1492774577,v1=7656fc2882a7ca0a651666b36bf2f2f22ee204f54f608f227498a2419f2890b2';
    expect(fault(known, { nowMs: 1_492_774_577_000 })).toBeUndefined();
  });

  test('is valid next to one of another secret that is being replaced', () => {
    expect(fault(`t=${SECONDS},v1=${sign(BODY, SECONDS, 'whsec_old')},v1=${sign()}`)).toBeUndefined();
  });

  test.each<[string, string]>([
    ['of another secret', `t=${SECONDS},v1=${sign(BODY, SECONDS, 'whsec_other')}`],
    ['of another body', `t=${SECONDS},v1=${sign('{"id":"evt_2"}')}`],
    ['of the body alone', `t=${SECONDS},v1=${createHmac('sha256', SECRET).update(BODY).digest('hex')}`],
    ['of another time', `t=${SECONDS + 1},v1=${sign()}`],
    ['of the same time written differently', `t=0${SECONDS},v1=${sign()}`],
    ['by another hash', `t=${SECONDS},v1=${createHmac('sha512', SECRET).update(BODY).digest('hex').slice(0, 64)}`],
  ])('%s is invalid', (_, header) => expect(fault(header)).toBe('wrong_signature'));

  test.each<[string, string | undefined]>([
    ['is absent', undefined],
    ['is empty', ''],
    ['has no time', `v1=${sign()}`],
    ['has two times', `t=${SECONDS},t=${SECONDS},v1=${sign()}`],
    ['has a time without digits', `t=${SECONDS}.0,v1=${sign(BODY, `${SECONDS}.0`)}`],
    ['has only another scheme', `t=${SECONDS},v0=${sign()}`],
    ['is truncated', `t=${SECONDS},v1=${sign().slice(0, 63)}`],
    ['is in capitals', `t=${SECONDS},v1=${sign().toUpperCase()}`],
    ['appears nine times', `t=${SECONDS}${`,v1=${sign()}`.repeat(9)}`],
    ['is longer than any from the billing system', `t=${SECONDS},v1=${sign()},v0=${'x'.repeat(1_000)}`],
  ])('that %s is malformed', (_, header) => expect(fault(header)).toBe('no_signature'));

  test('is valid for five minutes, before and after', () => {
    const header = `t=${SECONDS},v1=${sign()}`;
    for (const ms of [-300_000, 300_000]) expect(fault(header, { nowMs: NOON_MS + ms })).toBeUndefined();
    for (const ms of [-301_000, 301_000]) expect(fault(header, { nowMs: NOON_MS + ms })).toBe('too_old');
  });

  test('covers the bytes as received, valid text or not', () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x7b]);
    const header = `t=${SECONDS},v1=${sign(bytes)}`;
    expect(fault(header, { body: bytes })).toBeUndefined();
    expect(fault(header, { body: Buffer.from(bytes.toString('utf8')) })).toBe('wrong_signature');
  });
});
