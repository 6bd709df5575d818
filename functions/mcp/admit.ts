/**
 * Who is calling, and whether they may: address limit, then credentials, then account. The rules are judged in this order,
 * but what they need is read at once: the address window, the caller's rows and, for a well-formed credential, the keys of
 * the parts that the call asks for (design.md section 2).
 */
import type { MiddlewareObj } from '@middy/core';
import { admitCaller } from '../core/auth/admit-caller.ts';
import type { AuthRefusal } from '../core/auth/auth-refusal.ts';
import { readBearerCredential, type NoCredential } from '../core/auth/bearer-credential.ts';
import type { Caller } from '../core/auth/caller.ts';
import { evenOutRefusal } from '../adapters/lambda/even-out-refusal.ts';
import type { Exchange } from '../adapters/lambda/exchange.ts';
import { Refused } from '../adapters/lambda/refused.ts';
import { nameCall, type NamedCall } from '../core/protocol/methods/tools-call.ts';
import { readRequest, type ReadRequest } from '../core/protocol/read-request.ts';
import { addressRefusedFromMemory, limitAddress } from '../core/rate-limit/limit-address.ts';
import type { McpDependencies } from './dependencies.ts';

/** What the handler finds: the request as it was read, and the caller, proven. */
export interface AdmittedExchange extends Exchange {
  read?: ReadRequest;
  call?: NamedCall | undefined;
  caller?: Caller;
}

export function admit(dependencies: McpDependencies): MiddlewareObj<AdmittedExchange> {
  return {
    async before({ event: exchange }) {
      const { http, startedMs } = exchange;
      exchange.read = readRequest(http);
      const credential = readBearerCredential(http.headers['authorization']);

      const window = [dependencies.services.rates, http.sourceAddress, dependencies.addressLimitPerMinute] as const;
      const flooding = addressRefusedFromMemory(...window, startedMs);
      if (flooding !== undefined) throw new Refused({ kind: 'rate_limited', limit: 'address', ...flooding });
      // Arguments can be made to take long: whoever floods, or shows no credential, does not have his looked at.
      if (credential.ok) exchange.call = namedCall(exchange.read);
      const limiting = limitAddress(...window, startedMs);
      const admitting = credential.ok ? admitCaller(credential.value, dependencies, startedMs) : undefined;
      admitting?.catch(() => undefined);
      if (credential.ok && exchange.call?.kind === 'named' && exchange.call.prepared.ok) {
        exchange.call.prepared.value.prefetch(dependencies.services);
      }

      const address = await limiting;
      if (!address.allowed) throw new Refused({ kind: 'rate_limited', limit: 'address', ...address });
      if (!credential.ok) throw new Refused({ kind: 'not_authorized', refusal: unusable(credential.reason) });
      const caller = await admitting;
      if (caller === undefined) throw new Error('A credential that was read is always judged.');
      if (!caller.ok) {
        await evenOutRefusal(caller.reason, startedMs, dependencies.clock);
        throw new Refused({ kind: 'not_authorized', refusal: caller.reason });
      }
      exchange.caller = caller.value;
      exchange.logFields['account'] = caller.value.account.accountId;
      exchange.logFields['client'] = caller.value.client.clientId;
    },
  };
}

function namedCall({ message }: ReadRequest): NamedCall | undefined {
  if (!message.ok || message.value.kind !== 'request' || message.value.request.method !== 'tools/call')
    return undefined;
  return nameCall(message.value.request.params);
}

function unusable(reason: NoCredential): AuthRefusal {
  return reason.kind === 'no_credentials'
    ? reason
    : { kind: 'invalid_credentials', cause: 'malformed_credentials', form: 'key' };
}
