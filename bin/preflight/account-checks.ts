/** Checks the AWS account before a first deploy: credentials, region, bootstrap, stack state, concurrency. */
import type { StageSettings } from '../../lib/settings/stage-settings.ts';
import type { Answer, CallerIdentity, Concurrency, FoundStack } from './aws-account.ts';
import { later, missing, ready, type Finding } from './finding.ts';

/** The template's assets require it; see `requiresBootstrapStackVersion` in the cloud assembly. */
const LEAST_BOOTSTRAP = 6;
/** AWS keeps this much for functions without reserved concurrency. */
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
    found: `The request to AWS failed: ${error}.`,
    command: 'aws sts get-caller-identity',
  };
}

export function credentialsCheck(identity: Answer<CallerIdentity>): Finding {
  const check = 'credentials';
  if (identity.answered) return ready(check, `Account ${identity.value.accountId}, as ${identity.value.arn}.`);
  if (NO_CREDENTIALS.has(identity.error))
    return missing(check, 'No credentials, or the session has expired.', 'aws configure sso');
  if (BAD_CREDENTIALS.has(identity.error))
    return missing(check, `AWS does not accept the credentials: ${identity.error}.`, 'aws sso login');
  return notAsked(check, identity.error);
}

/** @param environment may have a region under two names, one for the AWS CLI and one for the SDK */
export function regionCheck(
  region: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Finding {
  const { AWS_DEFAULT_REGION: ofCommandLine } = environment;
  if (region === undefined)
    return missing(
      'region',
      'No region is set in AWS_REGION or the profile.',
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

/**
 * The runbook's commands follow logs with `aws logs tail`, which version 1 does not have. A deploy works without it.
 */
export function commandLineCheck(version: Answer<string | undefined>): Finding {
  const check = 'AWS CLI';
  const command = 'aws --version';
  const found = version.answered ? /^aws-cli\/(\d+)\.\S+/.exec(version.value ?? '') : null;
  if (found === null) return later(check, 'It is not installed: the commands of the runbook need version 2.', command);
  const [name, major] = found;
  if (Number(major) < 2) return later(check, `${name}: the commands of the runbook need version 2.`, command);
  return ready(check, `${name}.`);
}

export function bootstrapCheck(
  toolkit: Answer<FoundStack | undefined>,
  { accountId, region }: { readonly accountId: string; readonly region: string },
): Finding {
  const check = 'bootstrap';
  const command = `npx cdk bootstrap aws://${accountId}/${region}`;
  if (!toolkit.answered) return notAsked(check, toolkit.error);
  if (toolkit.value === undefined)
    return missing(check, `This account is not bootstrapped for the CDK in ${region}.`, command);
  const { status, outputs } = toolkit.value;
  const version = Number(outputs['BootstrapVersion'] ?? 0);
  if (!isUsable(status)) return missing(check, `The stack CDKToolkit is ${status}.`, command);
  if (version < LEAST_BOOTSTRAP)
    return missing(check, `Version ${version}; the template needs ${LEAST_BOOTSTRAP} or later.`, command);
  return ready(check, `Version ${version}.`);
}

/** A failed first create leaves a stack that can only be deleted. */
export function stackCheck(
  stack: Answer<FoundStack | undefined>,
  { stage, keepsData }: Pick<StageSettings, 'stage' | 'keepsData'>,
): Finding {
  const name = `product-data-${stage}`;
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
  const remove = `aws cloudformation delete-stack --stack-name ${name}`;
  // A bucket with objects refuses deletion, and one that keeps data is not deleted.
  if (status === 'DELETE_FAILED' && !keepsData) {
    const bucket = `aws cloudformation describe-stack-resource --stack-name ${name} --logical-resource-id Uploads --query StackResourceDetail.PhysicalResourceId --output text`;
    return missing(
      check,
      `${name} is DELETE_FAILED: usually its bucket is not empty.`,
      `aws s3 rm s3://$(${bucket}) --recursive && ${remove}`,
    );
  }
  return missing(check, `${name} is ${status}.`, remove);
}

function isUsable(status: string): boolean {
  return ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'].includes(status);
}

/** @param isDeployed the account's reservations already include those of the stack */
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
      `Lambda runs ${limit} functions in parallel: enough to deploy and test, not to serve customers.`,
      command,
    );
  return ready(check, `Lambda runs ${limit} functions in parallel; the stage reserves ${reserved}.`);
}
