import { describe } from 'vitest';
import { administrationStoreContract } from './access/administration/administration-store-contract.ts';
import { assistantStoreContract } from './access/assistants/assistant-store-contract.ts';
import { usageStoreContract } from './billing/meter/usage-store-contract.ts';
import { signInStoreContract } from './access/oauth/assistant-sign-in-store-contract.ts';
import { memberStoreContract } from './access/people/member-store-contract.ts';
import { registeredClientStoreContract } from './access/oauth/registered-client-store-contract.ts';
import { createClient } from '../../core/access/administration/administer-clients.ts';
import { createAccount } from '../../core/access/administration/administer-accounts.ts';
import { newPersonId } from '../../core/access/people/person.ts';
import { newAccountId } from '../../core/identifiers.ts';
import { callerIn, NOON_MS } from '../support/fixtures/callers.ts';
import { MemoryAdministration } from '../support/stores/memory-administration.ts';
import { MemoryAssistants } from '../support/stores/memory-assistants.ts';
import { MemorySignIns, MemoryRegisteredClients } from '../support/stores/memory-sign-ins.ts';
import { MemoryMembers } from '../support/stores/memory-members.ts';
import { MemoryUsageStore } from '../support/stores/memory-usage-store.ts';
import { valueOf } from '../support/fixtures/value-of.ts';

const OPERATOR = { who: 'test' };

describe('the in-memory stores keep the rules of the real ones', () => {
  const keys = new MemoryAdministration();
  administrationStoreContract(
    () => keys,
    async ({ clientId }, name) => keys.addAssistantName(clientId, name, 20),
  );

  const assistants = new MemoryAssistants(keys);
  assistantStoreContract(async () => {
    const { accountId } = valueOf(await createAccount(keys, { name: 'x' }, OPERATOR, NOON_MS));
    const wanted = { accountId, kind: 'live', name: 'x', scopes: [] } as const;
    const { client } = valueOf(await createClient(keys, wanted, OPERATOR, NOON_MS));
    return { activity: assistants, list: assistants, key: { accountId, clientId: client.clientId } };
  });

  const signIns = new MemorySignIns(keys);
  signInStoreContract(async () => {
    const { accountId } = valueOf(await createAccount(keys, { name: 'x' }, OPERATOR, NOON_MS));
    const person = { accountId, personId: newPersonId() };
    signIns.addMember(person);
    const wanted = { accountId, kind: 'live', name: 'x', scopes: [] } as const;
    const { client: key } = valueOf(await createClient(keys, wanted, OPERATOR, NOON_MS));
    return { signIns, administration: keys, ...person, key, leave: async () => signIns.removeMember(person) };
  });

  const members = new MemoryMembers();
  memberStoreContract(async () => {
    const accountId = newAccountId();
    members.putAccount({ ...callerIn().account, accountId });
    return { store: members, accountId, linesOf: async (id) => members.linesOf(id).map(({ what }) => what) };
  });

  const registered = new MemoryRegisteredClients();
  registeredClientStoreContract(() => registered);

  const usageStore = new MemoryUsageStore();
  usageStoreContract(() => usageStore);
});
