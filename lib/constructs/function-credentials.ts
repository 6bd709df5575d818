/**
 * What bundles get for the AWS SDK's ways to find credentials. Lambda gives a function its role's in the environment, and so does the local run; the
 * others (profiles, single sign-on, containers, instances) would be a fifth of the bundle (docs/decisions/0024-cold-start.md). SnapStart is the
 * one setting of Lambda that hands them over otherwise: remove this when it is switched on.
 */
import { fromEnv } from '@aws-sdk/credential-provider-env';

export function defaultProvider(): ReturnType<typeof fromEnv> {
  return fromEnv();
}
