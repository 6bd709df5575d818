/**
 * Records the rights that the calls of a client need, and the ones that a role with the given rights lacks.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoDbRights } from '../../../local/rights/dynamodb-rights.ts';

interface NotedRights {
  /** The actions that the role has on the Accounts table. */
  readonly allowed: readonly string[];
  /** The actions that the calls used. */
  readonly used: ReadonlySet<string>;
  /** `action of keys`, for each call that the role does not allow. */
  readonly refused: readonly string[];
}

/**
 * Records every call of the client from now on.
 * @param rights the rights as `rightsOf` lists them
 */
export function noteRights(client: DynamoDBDocumentClient, rights: readonly string[]): NotedRights {
  const allowed = new Map<string, string>();
  for (const right of rights) {
    const [, action, partitions = '*'] = /^(dynamodb:\w+) on Accounts(?: of (.+))?$/.exec(right) ?? [];
    if (action !== undefined) allowed.set(action, partitions);
  }
  const used = new Set<string>();
  const refused: string[] = [];
  const note = (operation: string, body: string) => {
    for (const { action, leadingKeys = [] } of dynamoDbRights(operation, JSON.parse(body) as never)) {
      used.add(action);
      const patterns = allowed.get(action)?.split(' and ') ?? [];
      const fits = (key: string) =>
        patterns.some((pattern) => (pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern));
      if (leadingKeys.length === 0 || !leadingKeys.every(fits)) refused.push(`${action} of ${leadingKeys.join()}`);
    }
  };
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        note(commandName.replace(/Command$/, ''), String((args.request as { body: unknown }).body));
        return next(args);
      },
    { step: 'finalizeRequest', name: 'noteRights', priority: 'low' },
  );
  return { allowed: [...allowed.keys()].toSorted(), used, refused };
}
