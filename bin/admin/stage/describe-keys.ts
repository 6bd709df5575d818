/**
 * Describes keys to an operator before they are revoked: their account, their last use, and the assistants that use
 * them.
 */
import { minuteText } from '../../../core/time.ts';
import { openAccountReports } from '../../../adapters/dynamodb/open-stores.ts';
import { listConnectedAssistants, type ConnectedAssistant } from '../../../core/access/assistants/list-assistants.ts';
import { accountState } from '../console/account-state.ts';
import { printable } from '../console/printable.ts';
import { tablesOf, type OpenStage } from './open-stage.ts';
import { accountStore, requireAccount } from './require-account.ts';

/** @param clientIds keys and assistant sign-ins of the account */
export async function describeKeys(stage: OpenStage, accountId: string, clientIds: readonly string[]): Promise<string> {
  const [account, clients, assistants] = await Promise.all([
    requireAccount(stage, accountId),
    accountStore(stage).listClients(accountId),
    readAssistants(stage, accountId),
  ]);
  const keys = clientIds.map((clientId) => {
    const client = clients.find((one) => one.clientId === clientId);
    const using = assistants.filter((assistant) => assistant.clientId === clientId);
    return `${clientId} ("${printable(client?.name ?? '')}")${revokedText(client?.revokedAtMs)}: ${useText(using)}`;
  });
  const owner = `${printable(account.name)} (${accountId}, ${accountState(account)})`;
  return `Account ${owner}: ${keys.join('; ')}.`;
}

/** Reads the assistants of the account, most recently used first. */
export function readAssistants(stage: OpenStage, accountId: string): Promise<readonly ConnectedAssistant[]> {
  const reports = openAccountReports(tablesOf(stage));
  return listConnectedAssistants(reports, accountId, Date.now());
}

function useText(using: readonly ConnectedAssistant[]): string {
  const lastUsedMs = Math.max(...using.map((assistant) => assistant.lastUsedMs ?? 0));
  if (lastUsedMs <= 0) return 'never used';
  const names = [...new Set(using.map(({ name }) => printable(name)))];
  return `last used ${minuteText(lastUsedMs)}, by ${names.join(', ')}`;
}

function revokedText(revokedAtMs: number | null | undefined): string {
  return typeof revokedAtMs === 'number' ? `, revoked at ${minuteText(revokedAtMs)}` : '';
}
