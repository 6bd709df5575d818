/** Finds the names of keys, for the lines of calls at the terminal. */
import { openAdministrationStore } from '../adapters/dynamodb/open-stores.ts';
import { documentsOf } from '../adapters/dynamodb/client/document-client.ts';
import { readClientId } from '../core/identifiers.ts';
import type { SeedStores } from './start-service.ts';

/** Most names are read once; a renamed key keeps its old name until the next start. */
export function keyNames({ client, outputs }: SeedStores): (clientId: string) => Promise<string> {
  const store = openAdministrationStore({ client: documentsOf(client), accounts: outputs.AccountsTable ?? '' });
  const known = new Map<string, string>();
  return async (clientId) => {
    const identity = readClientId(clientId);
    if (identity === undefined) return clientId;
    const name = known.get(clientId) ?? (await store.readClient(identity))?.value.client.name;
    if (name === undefined) return clientId;
    known.set(clientId, name);
    return name;
  };
}
