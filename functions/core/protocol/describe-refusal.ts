/** A refusal for the log: its real reason, in words of our own only. */
import type { Refusal } from './refusal.ts';

export function describeRefusalForLog(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'not_authorized':
      return refusal.refusal.kind === 'invalid_credentials' ? refusal.refusal.cause : refusal.refusal.kind;
    case 'protocol_fault':
      return refusal.fault.kind;
    case 'rate_limited':
      return `rate_limited_${refusal.limit}`;
    default:
      return refusal.kind;
  }
}
