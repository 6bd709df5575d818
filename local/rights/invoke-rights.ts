/**
 * Decides which route or rule may invoke which function, from the template's permissions. API Gateway and EventBridge
 * invoke in the name of a route or a rule; Lambda refuses if no permission of the function matches. A missing or too
 * narrow permission therefore fails here and not after a deploy.
 */
import type { InvokePermission } from '../template/resource-schemas.ts';
import { fits } from './local-rights.ts';

interface Invocation {
  readonly principal: 'apigateway.amazonaws.com' | 'events.amazonaws.com';
  /** The ARN of the route or rule that invokes the function. */
  readonly sourceArn: string;
  readonly functionArn: string;
}

const ARN_PARTS = 6;

export class InvokeRights {
  private readonly permissions: readonly InvokePermission[];
  private readonly onRefused: (functionName: string, sentence: string) => void;

  constructor(
    permissions: readonly InvokePermission[],
    onRefused: (functionName: string, sentence: string) => void = () => undefined,
  ) {
    this.permissions = permissions;
    this.onRefused = onRefused;
  }

  mayInvoke({ principal, sourceArn, functionArn }: Invocation): boolean {
    // Includes the alias through which it is invoked: a permission of only the function does not cover an alias.
    const functionName = functionArn.split(':').slice(ARN_PARTS).join(':');
    const allowed = this.permissions.some(
      ({ Action, Principal, FunctionName, SourceArn }) =>
        fits(Action, 'lambda:InvokeFunction') &&
        Principal === principal &&
        [functionArn, functionName].includes(FunctionName) &&
        (SourceArn === undefined || arnLike(SourceArn, sourceArn)),
    );
    if (!allowed) this.onRefused(functionName, `may not be invoked by ${principal} for ${sourceArn}: no permission`);
    return allowed;
  }
}

/**
 * IAM's ArnLike: each part between the colons is compared separately, and a star matches any text in it, including
 * slashes.
 */
function arnLike(pattern: string, arn: string): boolean {
  const [patterns, parts] = [arnParts(pattern), arnParts(arn)];
  return patterns.length === parts.length && patterns.every((part, index) => fits(part, parts[index] ?? ''));
}

function arnParts(arn: string): string[] {
  const parts = arn.split(':');
  return [...parts.slice(0, ARN_PARTS - 1), parts.slice(ARN_PARTS - 1).join(':')];
}
