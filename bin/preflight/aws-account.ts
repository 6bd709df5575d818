/**
 * Reads the state of an AWS account for a preflight. Each answer is a value, undefined if the resource does not exist,
 * or an error. Only the name of an error is reported, because AWS messages can quote what was signed.
 */
import { execFile } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { promisify } from 'node:util';
import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DescribeSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';

/** The value `undefined` means that AWS reports no such resource. */
export type Answer<Value> =
  | { readonly answered: true; readonly value: Value }
  /** The name of the error, such as `AccessDeniedException`. */
  | { readonly answered: false; readonly error: string };

export interface CallerIdentity {
  readonly accountId: string;
  readonly arn: string;
}

export interface FoundStack {
  readonly status: string;
  readonly isTerminationProtected: boolean;
  readonly outputs: Readonly<Record<string, string>>;
}

export interface Concurrency {
  readonly limit: number;
  /** Concurrency that no function of the account has reserved. */
  readonly unreserved: number;
}

export interface FoundCertificate {
  readonly status: string;
  readonly names: readonly string[];
}

interface FoundSecret {
  readonly hasValue: boolean;
  /** Whether deletion is scheduled; until then the secret can be restored. */
  readonly isDeleted: boolean;
}

export interface AwsAccount {
  region(): Promise<string | undefined>;
  /** What `aws --version` prints; undefined if it is not installed. */
  commandLine(): Promise<Answer<string | undefined>>;
  identity(): Promise<Answer<CallerIdentity>>;
  stack(name: string): Promise<Answer<FoundStack | undefined>>;
  concurrency(): Promise<Answer<Concurrency>>;
  /** Whether SES sends to all addresses, not only to verified ones. */
  sendsToEveryone(): Promise<Answer<boolean>>;
  /** Whether SES may send from the identity. */
  mayMailFrom(identity: string): Promise<Answer<boolean | undefined>>;
  certificate(arn: string): Promise<Answer<FoundCertificate | undefined>>;
  isTableProtected(table: string): Promise<Answer<boolean | undefined>>;
  /** Never reads the value of the secret. */
  secret(name: string): Promise<Answer<FoundSecret | undefined>>;
  /** Returns the addresses of the host, empty if it is unknown. */
  addressesOf(host: string): Promise<Answer<readonly string[]>>;
  close(): void;
}

const run = promisify(execFile);

/** Short time-outs, because a person waits. */
const PATIENCE = { maxAttempts: 2, requestHandler: { connectionTimeout: 5_000, requestTimeout: 10_000 } };

export function openAwsAccount(): AwsAccount {
  const cloudFormation = new CloudFormationClient(PATIENCE);
  const [sts, lambda, ses] = [new STSClient(PATIENCE), new LambdaClient(PATIENCE), new SESv2Client(PATIENCE)];
  const [acm, dynamodb] = [new ACMClient(PATIENCE), new DynamoDBClient(PATIENCE)];
  const secrets = new SecretsManagerClient(PATIENCE);
  return {
    // The client throws if neither the environment nor the profile has a region.
    region: () => cloudFormation.config.region().catch(() => undefined),
    commandLine: () =>
      askFor('ENOENT', async () => (await run('aws', ['--version'], { timeout: 20_000 })).stdout.trim()),
    identity: () =>
      ask(async () => {
        const { Account = '', Arn = '' } = await sts.send(new GetCallerIdentityCommand({}));
        return { accountId: Account, arn: Arn };
      }),
    stack: (name) => askForStack(cloudFormation, name),
    concurrency: () =>
      ask(async () => {
        const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
        const { ConcurrentExecutions = 0, UnreservedConcurrentExecutions = 0 } = AccountLimit ?? {};
        return { limit: ConcurrentExecutions, unreserved: UnreservedConcurrentExecutions };
      }),
    sendsToEveryone: () =>
      ask(async () => (await ses.send(new GetAccountCommand({}))).ProductionAccessEnabled === true),
    mayMailFrom: (identity) =>
      askFor('NotFoundException', async () => {
        const { VerifiedForSendingStatus } = await ses.send(new GetEmailIdentityCommand({ EmailIdentity: identity }));
        return VerifiedForSendingStatus === true;
      }),
    certificate: (arn) =>
      askFor('ResourceNotFoundException', async () => {
        const { Certificate } = await acm.send(new DescribeCertificateCommand({ CertificateArn: arn }));
        const { Status = 'UNKNOWN', DomainName = '', SubjectAlternativeNames = [] } = Certificate ?? {};
        return { status: Status, names: [...new Set([DomainName, ...SubjectAlternativeNames])] };
      }),
    isTableProtected: (table) =>
      askFor('ResourceNotFoundException', async () => {
        const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: table }));
        return Table?.DeletionProtectionEnabled === true;
      }),
    secret: (name) =>
      askFor('ResourceNotFoundException', async () => {
        const { VersionIdsToStages = {}, DeletedDate } = await secrets.send(
          new DescribeSecretCommand({ SecretId: name }),
        );
        const hasValue = Object.values(VersionIdsToStages).some((stages) => stages.includes('AWSCURRENT'));
        return { hasValue, isDeleted: DeletedDate !== undefined };
      }),
    addressesOf: async (host) => {
      const found = await askFor('ENOTFOUND', () => lookup(host, { all: true }));
      return found.answered ? { ...found, value: (found.value ?? []).map(({ address }) => address) } : found;
    },
    close: () => [cloudFormation, sts, lambda, ses, acm, dynamodb, secrets].forEach((client) => client.destroy()),
  };
}

function askForStack(client: CloudFormationClient, name: string): Promise<Answer<FoundStack | undefined>> {
  return ask(async () => {
    try {
      const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: name }));
      const [stack] = Stacks;
      if (stack === undefined) return undefined;
      return {
        status: stack.StackStatus ?? 'UNKNOWN',
        isTerminationProtected: stack.EnableTerminationProtection === true,
        outputs: Object.fromEntries(
          (stack.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
        ),
      };
    } catch (error) {
      // CloudFormation has no specific error name for a missing stack.
      if (error instanceof Error && error.name === 'ValidationError' && error.message.includes('does not exist'))
        return undefined;
      throw error;
    }
  });
}

async function ask<Value>(question: () => Promise<Value>): Promise<Answer<Value>> {
  try {
    return { answered: true, value: await question() };
  } catch (error) {
    return { answered: false, error: nameOf(error) };
  }
}

/** @param absent name of the error that means "does not exist" */
async function askFor<Value>(absent: string, question: () => Promise<Value>): Promise<Answer<Value | undefined>> {
  const answer = await ask(question);
  return !answer.answered && answer.error === absent ? { answered: true, value: undefined } : answer;
}

/** Returns the code of socket and DNS errors, which have no specific name. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UnknownError';
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && error.name.endsWith('Error') && /^E[A-Z_]+$/.test(code) ? code : error.name;
}
