/**
 * What becomes of a resource that holds data when the stack no longer has it. Kept means: except where the very deploy that made it is rolled back.
 * A resource kept then would be orphaned, and the next try would create a second one.
 */
import { RemovalPolicy } from 'aws-cdk-lib';

export function removalPolicyOf(keepsData: boolean): RemovalPolicy {
  return keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}
