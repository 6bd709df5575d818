/**
 * Notes each charge of a call while its outcome is open. If the call fails meanwhile, because its time is over, its charge may stand, and nobody waits to
 * learn what became of it: then it is reported. A process may serve many calls at once: each has notes of its own.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { UnansweredDebitError } from '../../core/billing/meter/take-back.ts';
import type { UsageDebit } from '../../core/billing/meter/usage-debit.ts';
import type { Commit, EnrichmentStore } from '../../core/sourcing/enrichment/enrichment-store.ts';

/** Each makes the error to log if the call fails now. */
export type ChargesUnderWay = Set<() => Error>;

const ofThisCall = new AsyncLocalStorage<ChargesUnderWay>();

/** Handles a call, whose charges are noted in `charges`. */
export function notingCharges<Value>(charges: ChargesUnderWay, handle: () => Value): Value {
  return ofThisCall.run(charges, handle);
}

/** Carries out a write that charges. @param report makes the error to log if the call fails before the write has ended */
export async function whileCharging<Value>(report: () => Error, write: () => Promise<Value>): Promise<Value> {
  const charges = ofThisCall.getStore();
  charges?.add(report);
  try {
    return await write();
  } finally {
    charges?.delete(report);
  }
}

export function whileDebiting<Value>(debit: UsageDebit, write: () => Promise<Value>): Promise<Value> {
  return whileCharging(() => new UnansweredDebitError(debit, 'unfinished', undefined), write);
}

/** Lets the store note what requests of research reserve. */
export function notingReserves(store: EnrichmentStore): EnrichmentStore {
  const commit = store.commit.bind(store);
  const noted = (wanted: Commit) =>
    wanted.usage?.kind === 'debit' ? whileDebiting(wanted.usage.debit, () => commit(wanted)) : commit(wanted);
  return Object.assign(store, { commit: noted });
}
