/** The list of connected assistants (docs/behaviour.md 5.8): which assistant uses which key, what it may do, and how much it did in the last 30 days. */
import type { ClientRecord } from '../accounts/caller.ts';
import type { Scope } from '../accounts/scopes.ts';

/** First and last use of an assistant with a key. */
export interface AssistantRecord {
  readonly clientId: string;
  readonly name: string;
  readonly firstUsedMs: number;
  readonly lastUsedMs: number;
}

/** What an assistant did with a key on one day. */
export interface AssistantDay extends Omit<AssistantRecord, 'firstUsedMs'> {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly calls: number;
  readonly tokens: number;
}

/** The port to what activity left behind. */
export interface AssistantListStore {
  listClients(accountId: string): Promise<readonly ClientRecord[]>;
  listAssistants(accountId: string): Promise<readonly AssistantRecord[]>;
  /** The days that are still kept, 30 at least. */
  listAssistantDays(accountId: string): Promise<readonly AssistantDay[]>;
}

export interface ConnectedAssistant extends AssistantRecord {
  readonly keyName: string;
  readonly permissions: readonly string[];
  readonly callsLast30Days: number;
  readonly tokensLast30Days: number;
  readonly revoked: boolean;
}

const DAY_MS = 86_400_000;

/** Every assistant that ever used a key of the account, the last used first. */
export async function listConnectedAssistants(
  store: AssistantListStore,
  accountId: string,
  nowMs: number,
): Promise<readonly ConnectedAssistant[]> {
  const [clients, records, days] = await Promise.all([
    store.listClients(accountId),
    store.listAssistants(accountId),
    store.listAssistantDays(accountId),
  ]);
  // A process that ends between its two writes leaves a day without a record: the days count as well.
  const ids = new Map(
    [...records, ...days].map(({ clientId, name }) => [JSON.stringify([clientId, name]), { clientId, name }]),
  );
  const firstDay = new Date(nowMs - 29 * DAY_MS).toISOString().slice(0, 10);
  return [...ids.values()]
    .flatMap((id) => {
      const client = clients.find(({ clientId }) => clientId === id.clientId);
      return client === undefined
        ? []
        : [describe(client, id.name, records.filter(isOf(id)), days.filter(isOf(id)), firstDay)];
    })
    .sort((a, b) => b.lastUsedMs - a.lastUsedMs);
}

function isOf(id: { readonly clientId: string; readonly name: string }) {
  return (row: { readonly clientId: string; readonly name: string }) =>
    row.clientId === id.clientId && row.name === id.name;
}

function describe(
  client: ClientRecord,
  name: string,
  records: readonly AssistantRecord[],
  days: readonly AssistantDay[],
  firstDay: string,
): ConnectedAssistant {
  const recent = days.filter(({ day }) => day >= firstDay);
  return {
    clientId: client.clientId,
    name,
    keyName: client.name,
    permissions: permissionsOf(client.scopes),
    firstUsedMs: Math.min(
      ...records.map(({ firstUsedMs }) => firstUsedMs),
      ...days.map(({ lastUsedMs }) => lastUsedMs),
    ),
    lastUsedMs: Math.max(...[...records, ...days].map(({ lastUsedMs }) => lastUsedMs)),
    callsLast30Days: recent.reduce((sum, { calls }) => sum + calls, 0),
    tokensLast30Days: recent.reduce((sum, { tokens }) => sum + tokens, 0),
    revoked: client.revokedAtMs !== null,
  };
}

/** The four words of the consent screen (docs/behaviour.md 5.3). */
const PERMISSIONS: readonly (readonly [word: string, scopes: readonly Scope[]])[] = [
  ['Look up items', ['items:read', 'items:search']],
  ['Read your catalogs', ['catalogs:read']],
  ['See usage', ['usage:read']],
  ['Spend on enrichment', ['enrich:write']],
];

/** What the scopes allow, in the words that the customer was shown. */
function permissionsOf(scopes: readonly Scope[]): readonly string[] {
  return PERMISSIONS.filter(([, any]) => any.some((scope) => scopes.includes(scope))).map(([word]) => word);
}
