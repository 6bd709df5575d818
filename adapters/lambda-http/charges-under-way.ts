/**
 * Notes each charge of a call while its outcome is open. If the call fails meanwhile, because its time is over, its charge may stand, and nobody waits to
 * learn what became of it: then it is reported. A call that is over begins no charge: a read that outlasts the early end of its call returns when Lambda
 * thaws the process for another call, and nobody would get the answer. A process may serve many calls at once: each has notes of its own.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { UnansweredDebitError } from '../../core/billing/meter/take-back.ts';
import type { UsageDebit } from '../../core/billing/meter/usage-debit.ts';
import type { Commit, EnrichmentStore } from '../../core/sourcing/enrichment/enrichment-store.ts';

export interface ChargesUnderWay {
  /** Each makes the error to log if the call fails now. */
  readonly reports: Set<() => Error>;
  /** True once the call has its answer, if only that it failed. */
  isOver: boolean;
}

/** Nobody waits for it any more, so it is never logged. */
class CallIsOverError extends Error {
  override readonly name = 'CallIsOverError';
}

const ofThisCall = new AsyncLocalStorage<ChargesUnderWay>();

/** Handles a call, whose charges are noted in `charges`. */
export function notingCharges<Value>(charges: ChargesUnderWay, handle: () => Value): Value {
  return ofThisCall.run(charges, handle);
}

/** Carries out a write that charges, unless the call is over. @param report makes the error to log if the call fails before the write has ended */
export async function whileCharging<Value>(report: () => Error, write: () => Promise<Value>): Promise<Value> {
  const charges = ofThisCall.getStore();
  if (charges?.isOver === true) throw new CallIsOverError();
  charges?.reports.add(report);
  try {
    return await write();
  } finally {
    charges?.reports.delete(report);
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
