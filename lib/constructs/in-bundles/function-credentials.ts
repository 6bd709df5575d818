/**
 * Replaces the AWS SDK's credential providers in bundles. Lambda and the local run pass the role's credentials in the
 * environment; the other providers (profiles, single sign-on, containers, instances) would be a fifth of the bundle
 * (docs/decisions/0024-cold-start.md). Only SnapStart passes credentials differently: remove this file when it is
 * switched on.
 */
import { fromEnv } from '@aws-sdk/credential-provider-env';

export function defaultProvider(): ReturnType<typeof fromEnv> {
  return fromEnv();
}
