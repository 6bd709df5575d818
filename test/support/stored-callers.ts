/** What is stored about callers, in memory, for tests of admission. */
import { hashClientSecret } from '../../core/auth/client-secret.ts';
import type { ClientStore, StoredCaller } from '../../core/auth/client-store.ts';
import { callerIn, type CallerSituation } from './callers.ts';

/** The secret of every key here. */
export const SECRET = 'sec_planted_secret_value';

export function storedCaller(
  situation: CallerSituation = {},
  client: Partial<StoredCaller['client']> = {},
  secrets: StoredCaller['secrets'] = [{ sha256: hashClientSecret(SECRET), validUntilMs: null }],
): StoredCaller {
  const caller = callerIn(situation);
  return { account: caller.account, client: { ...caller.client, ...client }, secrets, usage: caller.usage };
}

export function clientStoreOf(...callers: readonly StoredCaller[]): ClientStore {
  return { readCaller: async ({ clientId }) => callers.find(({ client }) => client.clientId === clientId) };
}
