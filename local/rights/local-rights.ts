/**
 * Decides what each function may do, from the policies of its role in the template. The local services check this
 * before they answer a function, so that a forgotten grant fails on this machine and not after a deploy. A caller that
 * is not a function (the runtime itself, the operator's command line) may do everything.
 */
export interface Statement {
  readonly Effect: string;
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  /** The one condition that the stack uses: on the partition keys of the rows. */
  readonly Condition?:
    { readonly 'ForAllValues:StringLike': { readonly 'dynamodb:LeadingKeys': readonly string[] } } | undefined;
}

export interface NeededRight {
  readonly action: string;
  readonly arn: string;
  /** The partition keys of the named DynamoDB rows. */
  readonly leadingKeys?: readonly string[];
}

export class LocalRights {
  private readonly onRefused: (functionName: string, sentence: string) => void;
  private statements: ReadonlyMap<string, readonly Statement[]> = new Map();

  constructor(onRefused: (functionName: string, sentence: string) => void) {
    this.onRefused = onRefused;
  }

  /** @param statements maps a function's name to its role's statements; a function without rights has an empty list */
  load(statements: ReadonlyMap<string, readonly Statement[]>): void {
    this.statements = statements;
  }

  /**
   * @param authorization the request's header; its access key id is the function's name
   * @returns the reason for a refusal, or undefined when every right is granted
   */
  refuse(authorization: string | undefined, needed: readonly NeededRight[]): string | undefined {
    const caller = /Credential=([^/]+)\//.exec(authorization ?? '')?.[1] ?? '';
    const statements = this.statements.get(caller);
    const missing = statements && needed.find((right) => !isAllowed(statements, right));
    if (missing === undefined) return undefined;
    const sentence = `is not authorized to perform: ${missing.action} on resource: ${missing.arn}`;
    this.onRefused(caller, sentence);
    return `User: ${caller} ${sentence}`;
  }
}

function isAllowed(statements: readonly Statement[], { action, arn, leadingKeys = [] }: NeededRight): boolean {
  const fitting = statements.filter(
    ({ Action, Resource, Condition }) =>
      Action.some((pattern) => fits(pattern, action)) &&
      Resource.some((pattern) => fits(pattern, arn)) &&
      hold(Condition, leadingKeys),
  );
  return fitting.length > 0 && fitting.every(({ Effect }) => Effect === 'Allow');
}

/** Returns whether every key matches one of the patterns; true for a call without keys, as in IAM. */
function hold(condition: Statement['Condition'], leadingKeys: readonly string[]): boolean {
  const patterns = condition?.['ForAllValues:StringLike']['dynamodb:LeadingKeys'];
  return patterns === undefined || leadingKeys.every((key) => patterns.some((pattern) => fits(pattern, key)));
}

/** A star matches any text and a question mark any character, as in IAM. */
export function fits(pattern: string, value: string): boolean {
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's').test(value);
}
