/** Corrects a closed statement by a line in the next statement. Repeating a correction does not add another. */
import { createHash } from 'node:crypto';
import { fail, succeed, type Result } from '../../result.ts';
import type { Correction } from './statement.ts';
import type { StatementStore } from './statement-store.ts';

/** A million dollars. */
const MAX_CORRECTION_CENTS = 100_000_000;
const MAX_REASON_CHARACTERS = 200;

export type CorrectionRefusal =
  | { readonly kind: 'no_statement' }
  | { readonly kind: 'no_amount' }
  | { readonly kind: 'no_reason' }
  | { readonly kind: 'corrected_already' };

interface WantedCorrection {
  readonly accountId: string;
  readonly periodKey: string;
  /** A negative amount is a credit. */
  readonly amountCents: number;
  readonly reason: string;
}

export async function correctStatement(
  store: Pick<StatementStore, 'readStatement' | 'addCorrection'>,
  { accountId, periodKey, amountCents, reason: given }: WantedCorrection,
  { who }: { readonly who: string },
  nowMs: number,
): Promise<Result<Correction, CorrectionRefusal>> {
  const reason = given.trim();
  const isAmount = Number.isSafeInteger(amountCents) && Math.abs(amountCents) <= MAX_CORRECTION_CENTS;
  if (!isAmount || amountCents === 0) return fail({ kind: 'no_amount' });
  if (reason === '' || reason.length > MAX_REASON_CHARACTERS) return fail({ kind: 'no_reason' });
  if ((await store.readStatement(accountId, periodKey)) === undefined) return fail({ kind: 'no_statement' });
  const correctionId = correctionIdOf({ accountId, periodKey, amountCents, reason });
  const correction = { correctionId, periodKey, amountCents, reason, atMs: nowMs };
  const details = { period: periodKey, amount_cents: amountCents, reason, correction_id: correctionId };
  const audit = { who, what: 'statement.corrected' as const, details, atMs: nowMs };
  return (await store.addCorrection(accountId, correction, audit))
    ? succeed(correction)
    : fail({ kind: 'corrected_already' });
}

function correctionIdOf({ accountId, periodKey, amountCents, reason }: WantedCorrection): string {
  const identity = JSON.stringify([accountId, periodKey, amountCents, reason]);
  return `cor_${createHash('sha256').update(identity).digest('hex').slice(0, 16)}`;
}
