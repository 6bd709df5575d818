/**
 * Notes each charge of a call, from before its write until the answer: a call that fails meanwhile, for example because
 * its time is over, reports it. A charge that the store refused or took back is forgotten, and one that may stand for
 * another reason is reported by the store's own error. A call that is over begins no charge: a read that outlasts the
 * early end of its call returns when Lambda thaws the process for another call, and nobody would get the answer. A
 * process may serve many calls at once: each has notes of its own.
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

/**
 * Carries out a write that charges, unless the call is over.
 * @param report makes the error to log if the call fails after this
 * @param charged the outcome after which the charge stands; undefined if none leaves a charge that an answer is owed
 * for
 */
export async function whileCharging<Outcome extends { readonly kind: string }>(
  report: () => Error,
  charged: Outcome['kind'] | undefined,
  write: () => Promise<Outcome>,
): Promise<Outcome> {
  const charges = ofThisCall.getStore();
  if (charges?.isOver === true) throw new CallIsOverError();
  charges?.reports.add(report);
  let stands = false;
  try {
    const outcome = await write();
    stands = outcome.kind === charged;
    return outcome;
  } finally {
    if (!stands) charges?.reports.delete(report);
  }
}

export function whileDebiting<Outcome extends { readonly kind: string }>(
  debit: UsageDebit,
  charged: Outcome['kind'] | undefined,
  write: () => Promise<Outcome>,
): Promise<Outcome> {
  return whileCharging(() => new UnansweredDebitError(debit, 'unfinished', undefined), charged, write);
}

/**
 * Lets the store note what requests of research reserve. A reserve alone is no charge once it is written: its request
 * remains, and is charged only if the part is found.
 */
export function notingReserves(store: EnrichmentStore): EnrichmentStore {
  const commit = store.commit.bind(store);
  const noted = (wanted: Commit) => {
    if (wanted.usage?.kind !== 'debit') return commit(wanted);
    const { debit } = wanted.usage;
    const { tokens, items } = debit.wanted;
    return whileDebiting(debit, tokens + items > 0 ? 'committed' : undefined, () => commit(wanted));
  };
  return Object.assign(store, { commit: noted });
}
