/**
 * Decides what happens to a resource with data when the stack no longer contains it. Data is kept unless the deploy
 * that created the resource is rolled back: otherwise the resource would be orphaned, and the next attempt would create
 * a second one.
 */
import { RemovalPolicy } from 'aws-cdk-lib';

export function removalPolicyOf(keepsData: boolean): RemovalPolicy {
  return keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}
