/**
 * Who is calling, and whether they may: address limit, then credentials, then account. The rules are judged in this order, but what they need is read
 * in parallel: the address window (which the pipeline has begun), the caller's rows and, for a well-formed credential, the keys of the parts that the
 * call asks for (docs/reference/storage.md#round-trips).
 */
import type { Exchange } from '../../adapters/lambda-http/exchange.ts';
import type { Caller } from '../../core/accounts/caller.ts';
import type { AuthRefusal } from '../../core/auth/auth-refusal.ts';
import { authenticateCaller } from '../../core/auth/authenticate-caller.ts';
import { readBearerCredential, type NoCredential } from '../../core/auth/bearer-credential.ts';
import { padRefusalTime } from '../../core/auth/pad-refusal-time.ts';
import { readCall, type NamedCall } from '../../core/mcp/tools-call.ts';
import type { ReadRequest } from '../../core/mcp/read-request.ts';
import type { Refusal } from '../../core/refusals/refusal.ts';
import { addressRefusedFromMemory } from '../../core/rate-limit/limit-address.ts';
import { fail, succeed, type Result } from '../../core/result.ts';
import type { McpDependencies } from './dependencies.ts';

/** A request whose caller is proven. Whether its message may be served is judged after that. */
export interface AuthenticatedRequest {
  readonly caller: Caller;
  readonly message: ReadRequest['message'];
  /** Of a tools/call, its reads begun; undefined for every other message. */
  readonly call: NamedCall | undefined;
}

export async function authenticate(
  { http, startedMs, logFields, addressCounted }: Exchange,
  { message }: ReadRequest,
  dependencies: McpDependencies,
): Promise<Result<AuthenticatedRequest, Refusal>> {
  const { services, clock, rates, addressLimitPerMinute } = dependencies;
  // An address that is known to be over its limit begins no read.
  if (addressRefusedFromMemory(rates, http.sourceAddress, addressLimitPerMinute, startedMs)) await addressCounted;
  const credential = readBearerCredential(http.headers['authorization']);
  if (!credential.ok) {
    await addressCounted;
    return fail({ kind: 'not_authorized', refusal: unusable(credential.reason) });
  }

  const authenticating = authenticateCaller(credential.value, dependencies, startedMs);
  authenticating.catch(() => undefined);
  // Arguments can be made to take long: those of a flood, or without a credential, are not looked at.
  const call = message.ok ? readCall(message.value) : undefined;
  if (call?.kind === 'named' && call.prepared.ok) call.prepared.value.prefetch(services);

  await addressCounted;
  const caller = await authenticating;
  if (!caller.ok) {
    if (credential.value.kind === 'key') logFields.claimedClient = credential.value.clientId;
    await padRefusalTime(caller.reason, startedMs, clock);
    return fail({ kind: 'not_authorized', refusal: caller.reason });
  }
  return succeed({ caller: caller.value, message, call });
}

function unusable(reason: NoCredential): AuthRefusal {
  return reason.kind === 'no_credentials'
    ? reason
    : { kind: 'invalid_credentials', cause: 'malformed_credentials', form: 'key' };
}
