/** The preflight over the SDK's own clients, with documented responses of AWS. */
import { execFile } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openAwsAccount, type AwsAccount } from '../../../bin/preflight/aws-account.ts';
import { exitCodeOf, type Finding } from '../../../bin/preflight/finding.ts';
import { preflightLines } from '../../../bin/preflight/preflight-screen.ts';
import { runPreflight } from '../../../bin/preflight/run-preflight.ts';
import { stageSettings, type StageSettings } from '../../../lib/settings/stage-settings.ts';
import { programFile } from '../../support/processes/programs.ts';
import { startAws, type AwsStandIn, type RecordedAnswers } from './aws-stand-in.ts';
import * as recorded from './recorded-answers.ts';

const { ALL_READY, CERTIFICATE, DOMAIN_TARGET, NOTHING_READY } = recorded;

let aws: AwsStandIn;

beforeAll(async () => {
  aws = await startAws();
});
afterAll(() => aws.stop());
beforeEach(() => {
  aws.asked.splice(0);
  for (const [name, value] of Object.entries(environment())) vi.stubEnv(name, value);
});
afterEach(() => vi.unstubAllEnvs());

function environment(): Record<string, string> {
  return {
    AWS_ENDPOINT_URL: aws.endpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'never-printed-secret',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: '/nonexistent',
    AWS_SHARED_CREDENTIALS_FILE: '/nonexistent',
  };
}

const HOST = 'mcp.acme-parts.net';
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  [HOST]: ['192.0.2.7'],
  [DOMAIN_TARGET]: ['192.0.2.7'],
};

/** Production, with names that somebody owns. */
function ownSettings(changes: { certificateArn?: string | undefined; hostAnswers?: boolean } = {}): StageSettings {
  const own = JSON.stringify(stageSettings('production'))
    .replaceAll('productdata.example', 'acme-parts.net')
    .replaceAll(':123456789012:', ':222233334444:');
  const settings = JSON.parse(own) as StageSettings;
  const mail = { mailer: 'ses', identity: 'mail.acme-parts.net', from: 'Acme <no-reply@mail.acme-parts.net>' } as const;
  const { certificateArn, hostAnswers } = { certificateArn: CERTIFICATE, hostAnswers: true, ...changes };
  return { ...settings, mail, hostAnswers, ...(certificateArn !== undefined && { certificateArn }) };
}

interface Preflight {
  readonly findings: readonly Finding[];
  readonly exitCode: number;
  readonly screen: string;
  of(check: string): Finding | undefined;
}

/** Runs the preflight without DNS; the test provides the addresses. */
async function preflight(
  answers: RecordedAnswers,
  settings: StageSettings = ownSettings(),
  {
    addresses = ADDRESSES,
    region = 'eu-central-1',
    commandLine = 'aws-cli/2.31.0 Python/3.13.7 Linux/6.8.0 exe/x86_64.ubuntu.24',
  }: { addresses?: typeof ADDRESSES; region?: string; commandLine?: string | null } = {},
): Promise<Preflight> {
  aws.answers = answers;
  const account: AwsAccount = {
    ...openAwsAccount(),
    addressesOf: async (host) => ({ answered: true, value: addresses[host] ?? [] }),
    commandLine: async () => ({ answered: true, value: commandLine ?? undefined }),
  };
  const findings = await runPreflight(account, settings, { AWS_REGION: region });
  account.close();
  return {
    findings,
    exitCode: exitCodeOf(findings),
    screen: preflightLines(settings.stage, findings, 80).join('\n'),
    of: (name) => findings.find(({ check }) => check === name),
  };
}

function changed(answers: RecordedAnswers): RecordedAnswers {
  return { ...ALL_READY, ...answers };
}

describe('the preflight screens', () => {
  test.each([
    ['a row of examples in an unprepared account', 'nothing-ready', stageSettings('production')],
    ['a completed row in the same account', 'account-not-prepared', ownSettings({ certificateArn: undefined })],
  ])('show %s', async (_, file, settings) => {
    const { screen, exitCode } = await preflight(NOTHING_READY, settings);
    expect(exitCode).toBe(1);
    await expect(`${screen}\n`).toMatchFileSnapshot(`screens/${file}.txt`);
  });

  test('show an account that is completely ready', async () => {
    const { screen, exitCode } = await preflight(ALL_READY);
    expect(exitCode).toBe(0);
    await expect(`${screen}\n`).toMatchFileSnapshot('screens/all-ready.txt');
  });

  test('are never wider than 80 columns', async () => {
    const screens = [await preflight(NOTHING_READY, stageSettings('production')), await preflight(ALL_READY)];
    const lines = screens.flatMap(({ screen }) => screen.split('\n'));
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  test('give a command for everything that is not ready', async () => {
    const { findings } = await preflight(NOTHING_READY, stageSettings('production'));
    const mended = findings.filter(({ state }) => state !== 'ready');
    expect(mended.length).toBeGreaterThan(5);
    for (const { command } of mended) expect(command).toMatch(/^(aws|npx|npm|export|\$\{EDITOR)/);
  });

  test('contain no secret', async () => {
    const { screen } = await preflight(
      changed({ GetCallerIdentity: recorded.xmlError(403, 'SignatureDoesNotMatch', 'never-printed-secret') }),
    );
    expect(screen).not.toContain('never-printed-secret');
  });
});

test('a destroy of a stage without data that failed is repeated after its bucket is emptied, which is why it failed', async () => {
  const { of } = await preflight(
    changed({ 'DescribeStacks product-data-development': recorded.stack('DELETE_FAILED') }),
    stageSettings('development'),
  );
  expect(of('stack')).toMatchObject({ state: 'missing', found: expect.stringContaining('its bucket is not empty') });
  expect(of('stack')?.command).toMatch(
    /^aws s3 rm s3:\/\/\$\(aws .* --logical-resource-id Uploads .*\) --recursive && aws cloudformation delete-stack/,
  );
});

test.each([
  ['is version 1', 'aws-cli/1.45.11 Python/3.11.7', 'aws-cli/1.45.11: the commands of the runbook need version 2.'],
  ['is absent', null, 'It is not installed: the commands of the runbook need version 2.'],
])('an AWS command line that %s is told, and does not stop a deploy', async (_, commandLine, found) => {
  const { of, exitCode } = await preflight(ALL_READY, ownSettings(), { commandLine });
  expect(of('AWS CLI')).toMatchObject({ state: 'later', found });
  expect(exitCode).toBe(0);
});

test('preflight only reads from AWS', async () => {
  await preflight(ALL_READY);
  await preflight(NOTHING_READY);
  expect(aws.asked.length).toBeGreaterThan(10);
  expect(aws.asked.filter((action) => !/^(Describe|Get|GET )/.test(action))).toEqual([]);
});

describe('a check is missing', () => {
  test.each<[string, string, RecordedAnswers, RegExp, RegExp]>([
    [
      'expired credentials',
      'credentials',
      { GetCallerIdentity: recorded.xmlError(403, 'ExpiredToken', '') },
      /not accept the credentials: ExpiredToken/,
      /^aws sso login$/,
    ],
    [
      'an account that is not bootstrapped',
      'bootstrap',
      { 'DescribeStacks CDKToolkit': recorded.noStack },
      /not bootstrapped for the CDK in eu-central-1/,
      /^npx cdk bootstrap aws:\/\/111122223333\/eu-central-1$/,
    ],
    [
      'a bootstrap of an old version',
      'bootstrap',
      { 'DescribeStacks CDKToolkit': recorded.stack('CREATE_COMPLETE', { BootstrapVersion: '5' }) },
      /Version 5; the template needs 6/,
      /cdk bootstrap/,
    ],
    [
      'a bootstrap that failed',
      'bootstrap',
      { 'DescribeStacks CDKToolkit': recorded.stack('ROLLBACK_COMPLETE') },
      /ROLLBACK_COMPLETE/,
      /cdk bootstrap/,
    ],
    [
      'a first create that failed',
      'stack',
      { 'DescribeStacks product-data-production': recorded.stack('ROLLBACK_COMPLETE') },
      /is ROLLBACK_COMPLETE/,
      /delete-stack --stack-name product-data-production$/,
    ],
    [
      'a destroy that failed in a stage that keeps data',
      'stack',
      { 'DescribeStacks product-data-production': recorded.stack('DELETE_FAILED') },
      /is DELETE_FAILED/,
      /^aws cloudformation delete-stack --stack-name product-data-production$/,
    ],
    [
      'a running deploy',
      'stack',
      { 'DescribeStacks product-data-production': recorded.stack('UPDATE_IN_PROGRESS') },
      /is UPDATE_IN_PROGRESS/,
      /describe-stack-events/,
    ],
    [
      'concurrency below what the stage reserves',
      'concurrency',
      { 'GET /2016-08-19/account-settings': recorded.concurrency(863, 99) },
      /allows 863; the stage reserves 764/,
      /L-B99A9384 --desired-value 1000$/,
    ],
    [
      'an unknown mail identity',
      'mail identity',
      { 'GET /v2/email/identities/mail.acme-parts.net': recorded.jsonError(404, 'NotFoundException') },
      /does not know mail.acme-parts.net/,
      /create-email-identity/,
    ],
    [
      'an unverified mail identity',
      'mail identity',
      { 'GET /v2/email/identities/mail.acme-parts.net': recorded.mailIdentity(false) },
      /not verified/,
      /DkimAttributes.Tokens/,
    ],
    [
      'an account in the sandbox of SES',
      'mail sandbox',
      { 'GET /v2/email/account': recorded.mailAccount(false) },
      /only to verified addresses/,
      /--production-access-enabled/,
    ],
    [
      'a missing certificate',
      'certificate',
      { DescribeCertificate: recorded.jsonError(400, 'ResourceNotFoundException') },
      /no certificate with that ARN/,
      /request-certificate --domain-name mcp.acme-parts.net/,
    ],
    [
      'a certificate without its DNS record',
      'certificate',
      { DescribeCertificate: recorded.certificate('PENDING_VALIDATION', HOST) },
      /DNS record for its validation is missing/,
      /DomainValidationOptions/,
    ],
    [
      'a certificate for another host',
      'certificate',
      { DescribeCertificate: recorded.certificate('ISSUED', 'www.acme-parts.net', '*.mcp.acme-parts.net') },
      /not for mcp.acme-parts.net/,
      /request-certificate/,
    ],
    [
      'an expired certificate',
      'certificate',
      { DescribeCertificate: recorded.certificate('EXPIRED', HOST) },
      /is EXPIRED/,
      /request-certificate/,
    ],
    [
      'a stack that may be deleted',
      'protections',
      {
        'DescribeStacks product-data-production': recorded.stack('CREATE_COMPLETE', {
          ProductIndexTable: 'index',
          AccountsTable: 'accounts',
        }),
      },
      /deletion: the stack/,
      /stage protect$/,
    ],
    [
      'a table that may be deleted',
      'protections',
      { 'DescribeTable accounts': recorded.table(false) },
      /deletion: the table accounts/,
      /stage protect$/,
    ],
  ])('for %s', async (_, check, answers, found, command) => {
    const result = await preflight(changed(answers));
    expect(result.of(check)).toMatchObject({
      state: 'missing',
      found: expect.stringMatching(found) as string,
      command: expect.stringMatching(command) as string,
    });
    expect(result.exitCode).toBe(1);
  });

  test('for a certificate of another region, without reading it', async () => {
    const certificateArn = CERTIFICATE.replace('eu-central-1', 'us-east-1');
    const { of } = await preflight(ALL_READY, ownSettings({ certificateArn }));
    expect(of('certificate')?.found).toBe(
      'The certificate is in us-east-1, but the gateway needs one in eu-central-1.',
    );
    expect(aws.asked.join()).not.toContain('DescribeCertificate');
  });

  test('for a certificate of another account', async () => {
    const certificateArn = CERTIFICATE.replace('111122223333', '444455556666');
    expect((await preflight(ALL_READY, ownSettings({ certificateArn }))).of('certificate')?.state).toBe('missing');
  });

  test('for a host that points elsewhere', async () => {
    const addresses = { ...ADDRESSES, [HOST]: ['198.51.100.1'] };
    const { of } = await preflight(ALL_READY, ownSettings(), { addresses });
    expect(of('domain')).toMatchObject({
      state: 'missing',
      found: expect.stringContaining(`does not resolve to ${DOMAIN_TARGET}`) as string,
    });
  });

  test('for maintenance mode, which would refuse every request', async () => {
    const { of } = await preflight(ALL_READY, { ...ownSettings(), maintenance: true });
    expect(of('settings')).toMatchObject({
      state: 'missing',
      found: expect.stringContaining('maintenance is on') as string,
    });
  });

  test('for every setting that is still an example', async () => {
    const { of } = await preflight(ALL_READY, stageSettings('production'));
    expect(of('settings')?.found).toBe(
      'Still example values: baseUrl, allowedOrigins, supportEmail, mail.identity, mail.from, research.url, accountsCopy.vaultArn, alarms.email, alarms.wakeEmail, alarms.runbookUrl.',
    );
    expect(of('mail identity')?.found).toBe('productdata.example is an example value.');
  });
});

describe('the secret of the billing system', () => {
  const secretName = 'product-data/production/billing-events';
  const settings = { ...ownSettings(), billingEvents: { secretName } };
  const NO_SECRET = recorded.jsonError(400, 'ResourceNotFoundException');

  test.each<[string, RecordedAnswers, string, RegExp | undefined]>([
    ['ready if it has a value', { DescribeSecret: recorded.secret() }, 'ready', undefined],
    ['missing if there is none', { DescribeSecret: NO_SECRET }, 'missing', /create-secret --name product-data/],
    [
      'missing if it has no value',
      { DescribeSecret: recorded.secret({ VersionIdsToStages: {} }) },
      'missing',
      /put-secret-value --secret-id product-data/,
    ],
    [
      'missing if it is about to be deleted',
      { DescribeSecret: recorded.secret({ DeletedDate: 1_700_000_000 }) },
      'missing',
      /restore-secret --secret-id product-data/,
    ],
    [
      'unknown if AWS does not say',
      { DescribeSecret: recorded.jsonError(400, 'AccessDeniedException') },
      'unknown',
      /get-caller-identity/,
    ],
  ])('is %s', async (_, answers, state, command) => {
    const { of, screen } = await preflight(changed(answers), settings);
    expect(of('billing secret')?.state).toBe(state);
    expect(of('billing secret')?.command ?? '').toMatch(command ?? /^$/);
    expect(screen.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(aws.asked.join()).not.toContain('GetSecretValue');
  });

  test('is not checked if the stage names none or there are no credentials', async () => {
    expect((await preflight(ALL_READY)).of('billing secret')).toBeUndefined();
    expect(aws.asked.join()).not.toContain('DescribeSecret');
    const { of } = await preflight(
      changed({ GetCallerIdentity: recorded.xmlError(403, 'ExpiredToken', '') }),
      settings,
    );
    expect(of('billing secret')?.state).toBe('unknown');
  });
});

describe('a check is ready', () => {
  test('for a wildcard certificate', async () => {
    const { of } = await preflight(
      changed({ DescribeCertificate: recorded.certificate('ISSUED', '*.acme-parts.net') }),
    );
    expect(of('certificate')?.state).toBe('ready');
  });

  test('for a first deploy with enough unreserved concurrency', async () => {
    const first = { 'DescribeStacks product-data-production': recorded.noStack };
    const enough = { ...first, 'GET /2016-08-19/account-settings': recorded.concurrency(1_000, 864) };
    const less = { ...first, 'GET /2016-08-19/account-settings': recorded.concurrency(1_000, 863) };
    expect((await preflight(changed(enough))).of('concurrency')?.state).toBe('ready');
    expect((await preflight(changed(less))).of('concurrency')?.state).toBe('missing');
  });
});

test('development deploys with ten functions in parallel and in the sandbox, and its missing parts are listed as later', async () => {
  const row = stageSettings('development');
  const { reservedConcurrency: _, ...own } = ownSettings({ certificateArn: undefined });
  const development = { ...own, stage: row.stage, keepsData: row.keepsData };
  const bootstrapped = {
    ...NOTHING_READY,
    'DescribeStacks CDKToolkit': ALL_READY['DescribeStacks CDKToolkit'] as never,
    'GET /v2/email/identities/mail.acme-parts.net': recorded.mailIdentity(true),
  };
  const { findings, exitCode } = await preflight(bootstrapped, development);
  expect(findings.filter(({ state }) => state === 'later').map(({ check }) => check)).toEqual([
    'concurrency',
    'mail sandbox',
    'certificate',
    'domain',
  ]);
  expect(exitCode).toBe(0);
});

test('a host that points to the gateway is reported as a setting for later', async () => {
  const { of, exitCode } = await preflight(ALL_READY, ownSettings({ hostAnswers: false }));
  expect(of('domain')).toMatchObject({ state: 'later', found: expect.stringContaining('set hostAnswers') as string });
  expect(exitCode).toBe(0);
});

describe('a check that AWS refuses', () => {
  test('is neither ready nor missing, and ends with exit code 2', async () => {
    const denied = recorded.jsonError(403, 'AccessDeniedException', 'arn:aws:iam::111122223333:user/anna may not');
    const { of, exitCode, screen } = await preflight(
      changed({ 'GET /2016-08-19/account-settings': denied, DescribeTable: denied }),
    );
    expect(of('concurrency')).toMatchObject({
      state: 'unknown',
      found: 'The request to AWS failed: AccessDeniedException.',
    });
    expect(of('protections')?.state).toBe('unknown');
    expect(exitCode).toBe(2);
    expect(screen).toContain('Nothing is known to be missing, but 2 checks could not be made.');
  });

  test('does not hide missing ones', async () => {
    const { GetCallerIdentity: _, ...answers } = ALL_READY;
    const { of, exitCode } = await preflight(answers, stageSettings('production'));
    expect(of('credentials')?.state).toBe('unknown');
    expect(exitCode).toBe(1);
  });

  test('includes every check if there is no region', async () => {
    vi.stubEnv('AWS_REGION', undefined);
    const { of, findings } = await preflight(ALL_READY);
    expect(of('region')).toMatchObject({ state: 'missing', command: 'export AWS_REGION=eu-central-1' });
    expect(findings.filter(({ state }) => state === 'unknown')).toHaveLength(9);
    expect(aws.asked).toEqual([]);
  });
});

test('an environment without credentials is reported, and nothing else is checked', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', undefined);
  const { of, findings, exitCode } = await preflight(ALL_READY);
  expect(of('credentials')).toMatchObject({ state: 'missing', command: 'aws configure sso' });
  expect(findings.filter(({ state }) => state === 'unknown')).toHaveLength(8);
  expect(exitCode).toBe(1);
  expect(aws.asked).toEqual([]);
});

test('two different regions in the environment are reported as missing', async () => {
  aws.answers = ALL_READY;
  const account = openAwsAccount();
  const findings = await runPreflight(account, stageSettings('development'), { AWS_DEFAULT_REGION: 'us-east-1' });
  account.close();
  expect(findings.find(({ check }) => check === 'region')?.command).toBe('export AWS_DEFAULT_REGION=eu-central-1');
});

describe('the preflight program', () => {
  test('answers in JSON and ends with exit code 1 if something is missing', async () => {
    aws.answers = NOTHING_READY;
    const { code, stdout, stderr } = await run('development', '--json');
    const answer = JSON.parse(stdout) as { stage: string; ready: boolean; findings: readonly Finding[] };
    expect(answer).toMatchObject({ stage: 'development', ready: false });
    expect(answer.findings.find(({ check }) => check === 'credentials')?.state).toBe('ready');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  });

  test.each([
    ['an unknown stage', ['staging']],
    ['no stage', []],
  ])('ends with exit code 2 for %s', async (_, args) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: /);
  });
});

async function run(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const program = await programFile('preflight');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...args],
      { env: { ...process.env, ...environment() } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}
