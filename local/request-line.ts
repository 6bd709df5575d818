/**
 * Writes, for the person at the terminal, one line for each call of an assistant or a program: what was called, by
 * which key, and what came of it. It contains what the request log contains: no product text, no arguments, no secret.
 * Whoever prints it escapes the key's name.
 */
import type { ServedRequest } from './lambda/served-request.ts';
import { numberText } from '../core/number-text.ts';

/** How the lines name the functions that serve calls; other functions' requests are not shown. */
const DOORS: ReadonlyMap<string, string> = new Map([
  ['Mcp', 'mcp'],
  ['V1', 'v1'],
]);

/** @param nameOfKey returns the name of a client id's key @returns undefined for a request that is not a call */
export async function requestLine(
  functionName: string,
  served: ServedRequest,
  nameOfKey: (clientId: string) => Promise<string>,
): Promise<string | undefined> {
  const door = DOORS.get(functionName);
  if (door === undefined) return undefined;
  const { requestId, status, milliseconds, client, tool, rpcMethod, method, tokensBilled, outcome } = served;
  const words = [
    door,
    tool ?? rpcMethod ?? (status === 202 ? 'notification' : (method ?? '?')),
    client === undefined ? undefined : await nameOfKey(client),
    String(status),
    `${Math.round(milliseconds)} ms`,
    outcome === 'answered' ? `${numberText(tokensBilled ?? 0)} tokens` : outcome,
    requestId,
  ];
  return words.filter((word) => word !== undefined).join('  ');
}
