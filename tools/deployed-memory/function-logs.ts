/**
 * Finds the functions of a deployed stack with their log groups. lib/constructs/service-function.ts names both: the
 * group of `Mcp` is `McpLogs` and a hash.
 */

export interface StackResource {
  readonly id: string | undefined;
  readonly type: string | undefined;
  readonly name: string | undefined;
}

interface FunctionLog {
  /** The function's logical id. */
  readonly name: string;
  readonly logGroup: string;
  /** Whether a client waits for the function's answer. */
  readonly isWaitedFor: boolean;
}

const LOGS = /Logs[0-9A-F]{8}$/;
export const WAITED_FOR: ReadonlySet<string> = new Set([
  'Mcp',
  'V1',
  'Token',
  'Discovery',
  'Dashboard',
  'Authorization',
]);

export function functionLogs(resources: readonly StackResource[]): readonly FunctionLog[] {
  const functions = new Set(resources.flatMap(({ id, type }) => (type === 'AWS::Lambda::Function' ? [id] : [])));
  return resources.flatMap(({ id = '', type, name: logGroup = '' }) => {
    const name = id.replace(LOGS, '');
    if (type !== 'AWS::Logs::LogGroup' || name === id || !functions.has(name)) return [];
    return [{ name, logGroup, isWaitedFor: WAITED_FOR.has(name) }];
  });
}
