/**
 * Lists the connected assistants (docs/reference/behavior.md#authentication): the key or sign-in that each uses, its
 * permissions, and its calls and tokens of the last 30 days.
 */
import type { ClientRecord } from '../../billing/accounts/caller.ts';
import type { Member } from '../people/person.ts';
import { isSignInInForce } from '../oauth/assistant-sign-in.ts';
import { permissionsOf, type Permission } from '../auth/permissions.ts';
import { DAY_MS, dayOf } from '../../time.ts';

/** First and last use of an assistant with a key. */
export interface AssistantRecord {
  readonly clientId: string;
  readonly name: string;
  readonly firstUsedMs: number;
  readonly lastUsedMs: number;
}

/** The use of an assistant with a key on one day. */
export interface AssistantDay extends Omit<AssistantRecord, 'firstUsedMs'> {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly calls: number;
  /** Those that debited the account's period. */
  readonly billed: number;
  readonly tokens: number;
}

/** Port: reads recorded activity. */
export interface AssistantListStore {
  /** The members, to name the owner of each sign-in; read only if there are sign-ins. */
  listMembers(accountId: string): Promise<readonly Pick<Member, 'personId' | 'email'>[]>;
  listClients(accountId: string): Promise<readonly ClientRecord[]>;
  listAssistants(accountId: string): Promise<readonly AssistantRecord[]>;
  /** The days that are still stored, at least 30. */
  listAssistantDays(accountId: string): Promise<readonly AssistantDay[]>;
}

export interface ConnectedAssistant extends Pick<AssistantRecord, 'clientId' | 'name'> {
  /** null if the assistant is signed in but has not called yet. */
  readonly firstUsedMs: number | null;
  readonly lastUsedMs: number | null;
  /** For a sign-in, the name that the assistant gives itself. */
  readonly keyName: string;
  /** The member of the sign-in; absent for a key. */
  readonly signInOf?: { readonly personId: string; readonly email: string | null };
  readonly permissions: readonly Permission[];
  readonly billedCallsLast30Days: number;
  /** All calls, billed or not. */
  readonly callsLast30Days: number;
  readonly tokensLast30Days: number;
  readonly revoked: boolean;
}

/** Returns every assistant that used a key of the account, and every sign-in in force, most recently used first. */
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
  // A process that ends between its two writes leaves a day without a record, so days count too.
  const ids = new Map(
    [...records, ...days].map(({ clientId, name }) => [JSON.stringify([clientId, name]), { clientId, name }]),
  );
  const used = new Set([...ids.values()].map(({ clientId }) => clientId));
  for (const client of clients) {
    const { clientId, name } = client;
    if (!used.has(clientId) && isSignInInForce(client, nowMs)) ids.set(clientId, { clientId, name });
  }
  // Stryker disable next-line ArrayDeclaration: signInOf() reads the members only for a sign-in
  const members = clients.some(({ signIn }) => signIn !== undefined) ? await store.listMembers(accountId) : [];
  const firstDay = dayOf(nowMs - 29 * DAY_MS);
  return [...ids.values()]
    .flatMap((id) => {
      const client = clients.find(({ clientId }) => clientId === id.clientId);
      if (client === undefined) return [];
      const described = describe(client, id.name, records.filter(isOf(id)), days.filter(isOf(id)), firstDay);
      return [{ ...described, ...signInOf(client, members), revoked: hasEnded(client, nowMs) }];
    })
    .sort((a, b) => (b.lastUsedMs ?? 0) - (a.lastUsedMs ?? 0));
}

/** A sign-in also ends when it is not used for a long time. */
function hasEnded(client: ClientRecord, nowMs: number): boolean {
  return client.signIn === undefined ? client.revokedAtMs !== null : !isSignInInForce(client, nowMs);
}

/** The email address is null for a person who is no longer a member. */
function signInOf(
  { signIn }: ClientRecord,
  members: readonly Pick<Member, 'personId' | 'email'>[],
): Pick<ConnectedAssistant, 'signInOf'> {
  if (signIn === undefined) return {};
  const { personId } = signIn;
  return { signInOf: { personId, email: members.find((one) => one.personId === personId)?.email ?? null } };
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
): Omit<ConnectedAssistant, 'signInOf' | 'revoked'> {
  const recent = days.filter(({ day }) => day >= firstDay);
  return {
    clientId: client.clientId,
    name,
    keyName: client.name,
    permissions: permissionsOf(client.scopes),
    firstUsedMs: orNull(
      Math.min(...records.map(({ firstUsedMs }) => firstUsedMs), ...days.map(({ lastUsedMs }) => lastUsedMs)),
    ),
    lastUsedMs: orNull(Math.max(...[...records, ...days].map(({ lastUsedMs }) => lastUsedMs))),
    billedCallsLast30Days: recent.reduce((sum, { billed }) => sum + billed, 0),
    callsLast30Days: recent.reduce((sum, { calls }) => sum + calls, 0),
    tokensLast30Days: recent.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

/** `Math.min` and `Math.max` of no values are infinite. */
function orNull(ms: number): number | null {
  return Number.isFinite(ms) ? ms : null;
}
