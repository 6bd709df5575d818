/**
 * What each function may do, from the policies of its role in the template. The local services ask here before they
 * answer a function, so that a forgotten grant fails on this machine and not after a deploy. A caller that is no function
 * (the runtime itself, the operator's command line) may do everything.
 */
export interface Statement {
  readonly Effect: string;
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
}

export interface NeededRight {
  readonly action: string;
  readonly arn: string;
}

export class LocalRights {
  private readonly onRefused: (functionName: string, sentence: string) => void;
  private statements: ReadonlyMap<string, readonly Statement[]> = new Map();

  constructor(onRefused: (functionName: string, sentence: string) => void) {
    this.onRefused = onRefused;
  }

  /** @param statements function name to those of its role; a function without rights has an empty list */
  load(statements: ReadonlyMap<string, readonly Statement[]>): void {
    this.statements = statements;
  }

  /**
   * @param authorization the request's header, whose access key id is the function's name
   * @returns why not, or undefined when every right is there
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

function isAllowed(statements: readonly Statement[], { action, arn }: NeededRight): boolean {
  const fitting = statements.filter(
    ({ Action, Resource }) =>
      Action.some((pattern) => fits(pattern, action)) && Resource.some((pattern) => fits(pattern, arn)),
  );
  return fitting.length > 0 && fitting.every(({ Effect }) => Effect === 'Allow');
}

/** A star stands for any text, as in IAM. */
export function fits(pattern: string, value: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(value);
}
