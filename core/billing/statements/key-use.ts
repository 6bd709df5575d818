/**
 * Adds up the use of each key and sign-in in a period. Tokens are those that the meter counted, so that they and those
 * of others are the account's; calls are those of the days of assistants. Sign-ins with the same client number are one,
 * by the name of the last.
 */
import type { ClientRecord } from '../accounts/caller.ts';
import type { ClientCounts } from '../accounts/usage.ts';
import type { Period } from '../meter/periods.ts';
import { readClientId } from '../../identifiers.ts';
import type { KeyUse } from './statement.ts';

/** The calls that a program made with a client on one day. */
interface AssistantCalls {
  readonly clientId: string;
  /** Such as `2026-11-27`. */
  readonly day: string;
  readonly calls: number;
  readonly billed: number;
}

/** The keys and sign-ins of an account, and their calls by day. */
export interface ClientDays {
  readonly clients: readonly Pick<ClientRecord, 'clientId' | 'name' | 'number' | 'createdAtMs'>[];
  readonly days: readonly AssistantCalls[];
}

/** Returns the keys with a use; most tokens first. @param counts of the period's row */
export function keyUseOf(
  { startMs, endMs }: Pick<Period, 'startMs' | 'endMs'>,
  { clients, days }: ClientDays,
  counts: ClientCounts | undefined,
): readonly KeyUse[] {
  const ordered = clients.toSorted((a, b) => a.createdAtMs - b.createdAtMs);
  const lastOf = new Map(ordered.map((client) => [client.number, client]));
  const byId = new Map(ordered.map((client) => [client.clientId, client]));
  const used = new Map<string, KeyUse>();
  const add = ({ clientId, name }: Pick<ClientRecord, 'clientId' | 'name'>, more: Partial<KeyUse>) => {
    const { tokens, billedCalls, calls } = { ...NO_USE, ...used.get(clientId) };
    used.set(clientId, {
      clientId,
      name,
      tokens: tokens + (more.tokens ?? 0),
      billedCalls: billedCalls + (more.billedCalls ?? 0),
      calls: calls + (more.calls ?? 0),
    });
  };
  for (const [number, { tokens }] of counts?.clients ?? NO_CLIENTS) {
    const client = lastOf.get(number);
    if (client !== undefined && tokens > 0) add(client, { tokens });
  }
  for (const { clientId, day, billed, calls } of days) {
    const dayMs = Date.parse(day);
    if (dayMs < startMs || dayMs >= endMs || readClientId(clientId)?.kind === 'test') continue;
    const number = byId.get(clientId)?.number;
    const client = (number === undefined ? byId.get(clientId) : lastOf.get(number)) ?? { clientId, name: '' };
    add(client, { billedCalls: billed, calls });
  }
  return [...used.values()].sort(
    // Stryker disable next-line EqualityOperator: no two clients have the same id
    (a, b) => b.tokens - a.tokens || b.calls - a.calls || (a.clientId < b.clientId ? -1 : 1),
  );
}

const NO_CLIENTS: ClientCounts['clients'] = new Map();
const NO_USE = { tokens: 0, billedCalls: 0, calls: 0 };
