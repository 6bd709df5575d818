/**
 * Responses of AWS in their documented form: an account in which everything is missing, and one in which nothing is.
 */
import type { RecordedAnswer, RecordedAnswers } from './aws-stand-in.ts';

export const CERTIFICATE = 'arn:aws:acm:eu-central-1:111122223333:certificate/12345678-1234-1234-1234-123456789012';
export const DOMAIN_TARGET = 'd-abcdef1234.execute-api.eu-central-1.amazonaws.com';
const XML = { 'content-type': 'text/xml' };
const REQUEST_ID = '01234567-89ab-cdef-0123-456789abcdef';

const json = (value: object): RecordedAnswer => ({ body: JSON.stringify(value) });

/** JSON services name the error in a header or in `__type`. */
export const jsonError = (status: number, name: string, message = ''): RecordedAnswer => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': name },
  body: JSON.stringify({ __type: name, message }),
});

export const xmlError = (status: number, code: string, message: string): RecordedAnswer => ({
  status,
  headers: XML,
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>${REQUEST_ID}</RequestId></ErrorResponse>`,
});

const identity: RecordedAnswer = {
  headers: XML,
  body: `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>
    <Arn>arn:aws:sts::111122223333:assumed-role/Deployer/anna</Arn><UserId>AROA:anna</UserId><Account>111122223333</Account>
    </GetCallerIdentityResult><ResponseMetadata><RequestId>${REQUEST_ID}</RequestId></ResponseMetadata></GetCallerIdentityResponse>`,
};

export function stack(
  status: string,
  outputs: Readonly<Record<string, string>> = {},
  isTerminationProtected = false,
): RecordedAnswer {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return {
    headers: XML,
    body: `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>
      <StackName>any</StackName><CreationTime>2026-01-01T00:00:00Z</CreationTime><StackStatus>${status}</StackStatus>
      <EnableTerminationProtection>${String(isTerminationProtected)}</EnableTerminationProtection>
      <Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  };
}

export const noStack = xmlError(400, 'ValidationError', 'Stack with id any does not exist');

export const concurrency = (limit: number, unreserved = limit): RecordedAnswer =>
  json({
    AccountLimit: {
      TotalCodeSize: 80_530_636_800,
      CodeSizeUnzipped: 262_144_000,
      CodeSizeZipped: 52_428_800,
      ConcurrentExecutions: limit,
      UnreservedConcurrentExecutions: unreserved,
    },
    AccountUsage: { TotalCodeSize: 0, FunctionCount: 0 },
  });

export const mailAccount = (ProductionAccessEnabled: boolean): RecordedAnswer =>
  json({
    DedicatedIpAutoWarmupEnabled: false,
    EnforcementStatus: 'HEALTHY',
    ProductionAccessEnabled,
    SendQuota: { Max24HourSend: 200, MaxSendRate: 1, SentLast24Hours: 0 },
    SendingEnabled: true,
  });

export const mailIdentity = (VerifiedForSendingStatus: boolean): RecordedAnswer =>
  json({
    IdentityType: 'DOMAIN',
    FeedbackForwardingStatus: true,
    VerifiedForSendingStatus,
    DkimAttributes: { SigningEnabled: true, Status: 'PENDING', Tokens: ['one', 'two', 'three'] },
  });

export const certificate = (Status: string, ...names: readonly string[]): RecordedAnswer =>
  json({
    Certificate: {
      CertificateArn: CERTIFICATE,
      DomainName: names[0],
      SubjectAlternativeNames: names,
      Status,
      Type: 'AMAZON_ISSUED',
    },
  });

export const table = (DeletionProtectionEnabled: boolean): RecordedAnswer =>
  json({ Table: { TableName: 'any', TableStatus: 'ACTIVE', DeletionProtectionEnabled } });

export const secret = (changes: object = {}): RecordedAnswer =>
  json({
    ARN: 'arn:aws:secretsmanager:eu-central-1:111122223333:secret:product-data/production/billing-events-AbCdEf',
    Name: 'product-data/production/billing-events',
    VersionIdsToStages: { '01234567-89ab-cdef-0123-456789abcdef': ['AWSCURRENT'] },
    ...changes,
  });

export const NOTHING_READY: RecordedAnswers = {
  GetCallerIdentity: identity,
  DescribeStacks: noStack,
  'GET /2016-08-19/account-settings': concurrency(10),
  'GET /v2/email/account': mailAccount(false),
  'GET /v2/email/identities/mail.acme-parts.net': jsonError(404, 'NotFoundException'),
};

export const ALL_READY: RecordedAnswers = {
  GetCallerIdentity: identity,
  'DescribeStacks CDKToolkit': stack('UPDATE_COMPLETE', { BootstrapVersion: '30' }),
  'DescribeStacks product-data-production': stack(
    'UPDATE_COMPLETE',
    { ProductIndexTable: 'index', AccountsTable: 'accounts', DomainTarget: DOMAIN_TARGET },
    true,
  ),
  'GET /2016-08-19/account-settings': concurrency(1_000, 896),
  'GET /v2/email/account': mailAccount(true),
  'GET /v2/email/identities/mail.acme-parts.net': mailIdentity(true),
  DescribeCertificate: certificate('ISSUED', 'mcp.acme-parts.net'),
  DescribeTable: table(true),
};
