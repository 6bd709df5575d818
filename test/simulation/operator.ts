/**
 * An operator of a simulated world: the commands of `npm run admin` for money, without their command line. They run
 * like a function, so that faults reach them and kill them.
 */
import { createDocumentClient } from '../../adapters/dynamodb/client/document-client.ts';
import { openAdministrationStore, openDoubtStore, openStatementStore } from '../../adapters/dynamodb/open-stores.ts';
import { setAccount, type AccountChanges } from '../../core/access/administration/administer-accounts.ts';
import { notePaymentFailed, notePaymentSettled } from '../../core/access/administration/administer-payments.ts';
import { resolveDoubt } from '../../core/billing/meter/charge-in-doubt.ts';
import { correctStatement } from '../../core/billing/statements/correct-statement.ts';
import type { Handler } from './simulated-function.ts';
import type { SimulatedService } from './simulated-service.ts';

const OPERATOR = { who: 'simulated operator' };
const COMMAND_TIMEOUT_MS = 120_000;

type Command = (accountId: string, nowMs: number) => Promise<unknown>;

/** Acts now and then until the world ends. */
export async function operate(service: SimulatedService, accountIds: readonly string[]): Promise<never> {
  const { world } = service;
  for (;;) {
    await world.wait(world.chance.integer(20, 400) * 60_000);
    const accountId = accountIds[world.chance.integer(0, accountIds.length - 1)] ?? '';
    const open = (): Handler => async () => commandOf(service)(accountId, world.nowMs());
    await service.invoke('operator', open, { accountId }, COMMAND_TIMEOUT_MS);
  }
}

function commandOf({ world: { chance }, tables: { accounts } }: SimulatedService): Command {
  const tables = { client: createDocumentClient({ maxAttempts: 3 }), accounts };
  switch (chance.integer(0, 5)) {
    case 0: {
      const changes = chance.pick<AccountChanges>([
        { terms: { overagePriceNanoUsdPerToken: 10_000 } },
        { planCode: 'growth' },
        { planCode: 'starter' },
        { terms: { tokensIncluded: 500 } },
      ]);
      return (accountId, nowMs) => setAccount(openAdministrationStore(tables), accountId, changes, OPERATOR, nowMs);
    }
    case 1:
      return (accountId, nowMs) =>
        notePaymentFailed(openAdministrationStore(tables), accountId, { ...OPERATOR, because: 'simulated' }, nowMs);
    case 2:
      return (accountId, nowMs) =>
        notePaymentSettled(openAdministrationStore(tables), accountId, { ...OPERATOR, because: 'simulated' }, nowMs);
    case 3: {
      const amountCents = chance.integer(-50, 50);
      return async (accountId, nowMs) => {
        const store = openStatementStore(tables);
        const last = (await store.listStatements(accountId)).at(-1);
        if (last === undefined) return undefined;
        const wanted = { accountId, periodKey: last.periodKey, amountCents, reason: 'simulated' };
        return correctStatement(store, wanted, OPERATOR, nowMs);
      };
    }
    default:
      return async (accountId, nowMs) => {
        const store = openDoubtStore(tables);
        for (const charge of await store.listCharges(accountId)) {
          if (charge.resolution !== undefined) continue;
          const resolution = chance.pick(['taken_back', 'stands'] as const);
          await resolveDoubt(store, charge, { resolution }, OPERATOR, nowMs);
        }
      };
  }
}
