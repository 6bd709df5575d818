/**
 * Decides who is calling and whether they may: address limit, then credentials, then account. The rules are judged in
 * this order, but what they need is read in parallel: the address limit (the pipeline has started its read), the
 * caller's rows and, for a well-formed credential, the keys of the parts that the call asks for
 * (docs/reference/storage.md#round-trips). The keys of a long list, and those that an address with failed credentials
 * asks for, are read only once the caller is proven.
 */
import type { Exchange } from './exchange.ts';
import type { Caller } from '../../core/billing/accounts/caller.ts';
import type { AuthRefusal } from '../../core/access/auth/auth-refusal.ts';
import { authenticateCaller } from '../../core/access/auth/authenticate-caller.ts';
import { readBearerCredential, type NoCredential } from '../../core/access/auth/bearer-credential.ts';
import { padRefusalTime } from '../../core/access/auth/pad-refusal-time.ts';
import type { NamedCall } from '../../core/api/tools/define-tool.ts';
import { started } from '../../core/started.ts';
import type { Refusal } from '../../core/api/refusals/refusal.ts';
import {
  addressRefusedFromMemory,
  limitAccountAtAddress,
  limitAddress,
} from '../../core/billing/rate-limit/limit-address.ts';
import type { RateVerdict } from '../../core/billing/rate-limit/rate-window.ts';
import { fail, succeed, type Result } from '../../core/result.ts';
import { addressRefusal } from './start-address-limit.ts';
import type { ToolDependencies } from './tool-dependencies.ts';

/** The most parts whose keys are read for a caller that is not proven yet: about five read units. */
const PARTS_BEFORE_PROOF = 10;

/** A request with a proven caller. Its account is active; rate limit, scope and payment are judged later. */
export interface AuthenticatedRequest<Read> {
  readonly caller: Caller;
  readonly read: Read;
}

/** How an interface reads a request. */
export interface RequestReader<Read> {
  /** Called only if the request has a well-formed credential; waits if its tool's code must be loaded. */
  readonly read: () => Read | Promise<Read>;
  /** Returns the call that was read, whose reads start before the caller is proven. */
  readonly callOf: (read: Read) => NamedCall | undefined;
}

/** @param keyHash of the request's Idempotency-Key, whose receipt is read with the caller */
export async function authenticate<Read>(
  { http, startedMs, logFields, addressCounted }: Exchange,
  reader: RequestReader<Read>,
  dependencies: ToolDependencies,
  keyHash?: string,
): Promise<Result<AuthenticatedRequest<Read>, Refusal>> {
  const { ports, clock, rates, failures, addressLimitPerMinute } = dependencies;
  // No read starts for an address that is known to be over its limit.
  if (addressRefusedFromMemory(rates, http.sourceAddress, addressLimitPerMinute, startedMs)) await addressCounted;
  // Many customers send from this address: each proven account is counted for itself, all other callers together.
  const countsAfterProof = addressCounted === undefined;
  const limitUnproven = async () =>
    countsAfterProof
      ? refusedBy(await limitAddress(rates, http.sourceAddress, addressLimitPerMinute, startedMs))
      : undefined;
  const credential = readBearerCredential(http.headers['authorization']);
  if (!credential.ok) {
    await addressCounted;
    const limited = await limitUnproven();
    return fail(limited ?? { kind: 'not_authorized', refusal: unusable(credential.reason) });
  }

  const authenticating = started(authenticateCaller(credential.value, dependencies, startedMs, keyHash));
  // Arguments can be crafted to take long, so those of a flood or without a credential are not read.
  const reading = reader.read();
  const read = reading instanceof Promise ? await reading : reading;
  const call = reader.callOf(read);
  if (
    call?.kind === 'named' &&
    call.prepared.ok &&
    !countsAfterProof &&
    !failures.includes(http.sourceAddress, startedMs)
  ) {
    const prepared = call.prepared.value;
    if (prepared.parts <= PARTS_BEFORE_PROOF) prepared.prefetch(ports);
  }

  await addressCounted;
  const caller = await authenticating;
  if (!caller.ok) {
    const limited = await limitUnproven();
    if (limited !== undefined) return fail(limited);
    if (caller.reason.kind === 'invalid_credentials') failures.note(http.sourceAddress, startedMs);
    if (credential.value.kind === 'key') logFields.claimedClient = credential.value.clientId;
    await padRefusalTime(caller.reason, startedMs, clock);
    return fail({ kind: 'not_authorized', refusal: caller.reason });
  }
  if (countsAfterProof) {
    const { accountId } = caller.value.account;
    const limited = refusedBy(
      await limitAccountAtAddress(rates, http.sourceAddress, accountId, addressLimitPerMinute, startedMs),
    );
    if (limited !== undefined) return fail(limited);
  }
  return succeed({ caller: caller.value, read });
}

function refusedBy(verdict: RateVerdict): Refusal | undefined {
  return verdict.allowed ? undefined : addressRefusal(verdict, 'programs');
}

function unusable(reason: NoCredential): AuthRefusal {
  return reason.kind === 'no_credentials'
    ? reason
    : { kind: 'invalid_credentials', cause: 'malformed_credentials', form: 'key' };
}
