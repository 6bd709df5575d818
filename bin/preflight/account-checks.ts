/** What the account itself must have before a first deploy: credentials, region, bootstrap, a stack that can be made, concurrency. */
import type { StageSettings } from '../../lib/settings/stage-settings.ts';
import type { Answer, CallerIdentity, Concurrency, FoundStack } from './aws-account.ts';
import { later, missing, ready, type Finding } from './finding.ts';

/** The template's assets need it: `requiresBootstrapStackVersion` of the cloud assembly. */
const LEAST_BOOTSTRAP = 6;
/** AWS keeps so much for functions that have reserved nothing. */
const KEPT_UNRESERVED = 100;
const WANTED_CONCURRENCY = 1_000;

/** The names of the SDK's errors for missing or invalid credentials. */
const NO_CREDENTIALS = new Set(['CredentialsProviderError', 'TokenProviderError']);
const BAD_CREDENTIALS = new Set([
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'InvalidClientTokenIdException',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
]);

export function notAsked(check: string, error: string): Finding {
  return {
    check,
    state: 'unknown',
    found: `AWS could not be asked: ${error}.`,
    command: 'aws sts get-caller-identity',
  };
}

export function credentialsCheck(identity: Answer<CallerIdentity>): Finding {
  const check = 'credentials';
  if (identity.answered) return ready(check, `Account ${identity.value.accountId}, as ${identity.value.arn}.`);
  if (NO_CREDENTIALS.has(identity.error))
    return missing(check, 'There are none, or their session has ended.', 'aws configure sso');
  if (BAD_CREDENTIALS.has(identity.error))
    return missing(check, `AWS does not accept them: ${identity.error}.`, 'aws sso login');
  return notAsked(check, identity.error);
}

/** @param environment where the AWS command line and the SDK look for a region under two names */
export function regionCheck(
  region: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Finding {
  const { AWS_DEFAULT_REGION: ofCommandLine } = environment;
  if (region === undefined)
    return missing(
      'region',
      'None is set in AWS_REGION or the profile.',
      `export AWS_REGION=${ofCommandLine ?? 'eu-central-1'}`,
    );
  if (ofCommandLine !== undefined && ofCommandLine !== region)
    return missing(
      'region',
      `${region} for the SDK, but AWS_DEFAULT_REGION is ${ofCommandLine}: commands would not see the stack.`,
      `export AWS_DEFAULT_REGION=${region}`,
    );
  return ready('region', `${region}.`);
}

export function bootstrapCheck(
  toolkit: Answer<FoundStack | undefined>,
  { accountId, region }: { readonly accountId: string; readonly region: string },
): Finding {
  const check = 'bootstrap';
  const command = `npx cdk bootstrap aws://${accountId}/${region}`;
  if (!toolkit.answered) return notAsked(check, toolkit.error);
  if (toolkit.value === undefined)
    return missing(check, `The CDK has not prepared this account in ${region}.`, command);
  const { status, outputs } = toolkit.value;
  const version = Number(outputs['BootstrapVersion'] ?? 0);
  if (!isUsable(status)) return missing(check, `The stack CDKToolkit is ${status}.`, command);
  if (version < LEAST_BOOTSTRAP)
    return missing(check, `Version ${version}; the template needs ${LEAST_BOOTSTRAP} or later.`, command);
  return ready(check, `Version ${version}.`);
}

/** A first create that failed leaves a stack that can only be deleted. */
export function stackCheck(stack: Answer<FoundStack | undefined>, name: string): Finding {
  const check = 'stack';
  if (!stack.answered) return notAsked(check, stack.error);
  if (stack.value === undefined) return ready(check, `${name} is not deployed yet.`);
  const { status } = stack.value;
  if (isUsable(status)) return ready(check, `${name} is deployed: ${status}.`);
  if (status.endsWith('_IN_PROGRESS'))
    return missing(
      check,
      `${name} is ${status}.`,
      `aws cloudformation describe-stack-events --stack-name ${name} --max-items 5`,
    );
  return missing(check, `${name} is ${status}.`, `aws cloudformation delete-stack --stack-name ${name}`);
}

function isUsable(status: string): boolean {
  return ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'].includes(status);
}

/** @param isDeployed the stack's own reservations are already among those of the account */
export function concurrencyCheck(
  answer: Answer<Concurrency>,
  { reservedConcurrency = {} }: Pick<StageSettings, 'reservedConcurrency'>,
  isDeployed: boolean,
): Finding {
  const check = 'concurrency';
  if (!answer.answered) return notAsked(check, answer.error);
  const { limit, unreserved } = answer.value;
  const reserved = Object.values(reservedConcurrency).reduce((sum, each) => sum + each, 0);
  const free = isDeployed ? limit : unreserved;
  const command = `aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${WANTED_CONCURRENCY}`;
  if (reserved > 0 && free < reserved + KEPT_UNRESERVED)
    return missing(
      check,
      `Lambda allows ${free}; the stage reserves ${reserved} and AWS keeps ${KEPT_UNRESERVED}.`,
      command,
    );
  if (limit < KEPT_UNRESERVED)
    return later(
      check,
      `Lambda runs ${limit} functions in parallel: enough to deploy and to try, not to serve.`,
      command,
    );
  return ready(check, `Lambda runs ${limit} functions in parallel; the stage reserves ${reserved}.`);
}
