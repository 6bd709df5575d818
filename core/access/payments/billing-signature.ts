/**
 * Verifies that a message is from the billing system, by Stripe's scheme: in the header `Stripe-Signature:
 * t=<seconds>,v1=<hex>,…`, one `v1` is the HMAC-SHA256 of `<t>.<body>` under the endpoint's secret. While a secret is
 * being replaced there are several. Other schemes in the header (`v0`) prove nothing. A time outside the tolerance is
 * refused, because the message may be a replay.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_HEADER = 'stripe-signature';
const TOLERANCE_SECONDS = 300;
/**
 * A header has one signature for each valid secret, so two during a replacement. The billing system never sends more
 * than this.
 */
const MAX_SIGNATURES = 8;
const MAX_HEADER_CHARACTERS = 1_000;

/** The reason a message is refused, which the caller does not learn. */
export type SignatureRefusal = 'no_signature' | 'too_old' | 'wrong_signature';

/** Returns undefined if the message is from the billing system. @param body the bytes as received */
export function signatureRefusal(
  header: string | undefined,
  body: Uint8Array,
  secret: string,
  nowMs: number,
): SignatureRefusal | undefined {
  const signed = readHeader(header ?? '');
  if (signed === undefined) return 'no_signature';
  const expected = createHmac('sha256', secret).update(`${signed.seconds}.`).update(body).digest();
  // All are compared, so that the time does not reveal which one was right.
  const fitting = signed.signatures.filter((signature) => timingSafeEqual(signature, expected));
  if (fitting.length === 0) return 'wrong_signature';
  const ageSeconds = nowMs / 1000 - Number(signed.seconds);
  return Math.abs(ageSeconds) > TOLERANCE_SECONDS ? 'too_old' : undefined;
}

interface Signed {
  /** As written in the header, because that text was signed. */
  readonly seconds: string;
  readonly signatures: readonly Buffer[];
}

function readHeader(header: string): Signed | undefined {
  if (header.length > MAX_HEADER_CHARACTERS) return undefined;
  const parts = header.split(',').map((part) => part.trim());
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [seconds = '', ...furtherTimes] = valuesOf('t');
  const signatures = valuesOf('v1').filter((value) => /^[0-9a-f]{64}$/.test(value));
  if (!/^\d{1,12}$/.test(seconds) || furtherTimes.length > 0) return undefined;
  if (signatures.length === 0 || signatures.length > MAX_SIGNATURES) return undefined;
  return { seconds, signatures: signatures.map((value) => Buffer.from(value, 'hex')) };
}
