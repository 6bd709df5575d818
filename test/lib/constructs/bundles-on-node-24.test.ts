// Slow: starts processes.
/**
 * Every bundle as Lambda runs it: on Node 24, in a folder with no node_modules above it, called once. DynamoDB is
 * real; other services are out of reach.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPages } from '../../../lib/constructs/build-pages.ts';
import { bundleFunction } from '../../../lib/constructs/function-code.ts';
import { openTables, type OpenTables } from '../../support/stores/tables.ts';

/** Prints what the handler returns or throws. */
const CALL = `
const [, , bundle, event] = process.argv;
const { handler } = await import(bundle);
const context = { awsRequestId: 'r', functionName: 'f', getRemainingTimeInMillis: () => 30000 };
const outcome = await handler(JSON.parse(event), context).then(
  (answer) => ({ answer }),
  ({ name, message }) => ({ threw: name + ': ' + message }),
);
process.stdout.write('\\nOUTCOME ' + JSON.stringify({ node: process.versions.node, ...outcome }) + '\\n');
process.exit(0);
`;

let tables: OpenTables;
let folder: string;
beforeAll(async () => {
  tables = await openTables();
  folder = await mkdtemp(path.join(tmpdir(), 'bundles-'));
  await writeFile(path.join(folder, 'call.mjs'), CALL);
});
afterAll(async () => {
  await tables.stop();
  await rm(folder, { recursive: true });
});

const request = (method: string, rawPath: string, headers: Record<string, string> = {}, body = '') => ({
  version: '2.0',
  rawPath,
  rawQueryString: '',
  headers,
  body,
  isBase64Encoded: false,
  requestContext: { http: { method, path: rawPath, sourceIp: '203.0.113.7' } },
});
const KEY = `Basic ${Buffer.from('cli_test_0000000000_000000000000:sec_x').toString('base64')}`;
const NO_MESSAGES = { Records: [] };

interface Outcome {
  readonly node: string;
  readonly answer?: unknown;
  readonly threw?: string;
}

async function call(name: string, event: unknown): Promise<Outcome> {
  const bundle = path.join(folder, name);
  bundleFunction(path.resolve(import.meta.dirname, `../../../functions/${name}/handler.ts`), bundle);
  if (name === 'dashboard') buildPages(bundle);
  const nowhere = 'http://127.0.0.1:9';
  const env = {
    PATH: '/nowhere',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_MAX_ATTEMPTS: '1',
    AWS_ENDPOINT_URL: nowhere,
    AWS_ENDPOINT_URL_DYNAMODB: tables.endpoint,
    STAGE: 'test',
    PRODUCT_INDEX_TABLE: tables.productIndexTable,
    ACCOUNTS_TABLE: tables.accountsTable,
    BASE_URL: 'https://mcp.test.example',
    PAGE_ORIGINS: 'https://mcp.test.example',
    ALLOWED_ORIGINS: '',
    DASHBOARD_URL: 'https://mcp.test.example/dashboard',
    UPGRADE_URL: 'https://mcp.test.example/plans',
    DOCS_BASE_URL: 'https://mcp.test.example',
    SUPPORT_EMAIL: 'support@test.example',
    SERVICE_NAME: 'Product Data',
    IP_LIMIT_PER_MINUTE: '240',
    TEST_RECORDS_PER_DAY: 'unlimited',
    SHARED_ADDRESS_RANGES: 'none',
    SIGNING_SECRET_ID: 'signing',
    RESEARCH_QUEUE_URL: `${nowhere}/research`,
    RESEARCHER: 'http',
    RESEARCH_URL: 'https://127.0.0.1:9/parts',
    RESEARCH_SECRET_ID: 'research',
    MAIL_QUEUE_URL: `${nowhere}/mail`,
    MAILER: 'ses',
    MAIL_FROM: 'no-reply@test.example',
    MAIL_CONFIGURATION_SET: 'set',
    UPLOADS_BUCKET: 'uploads',
    UPLOAD_QUEUE_URL: `${nowhere}/uploads`,
    CALL_LOG_GROUPS: 'McpLogs,V1Logs',
    SIGN_IN: 'off',
    BILLING_PORTAL_URL: 'none',
    BILLING_LIVEMODE: 'off',
    TERMS_URL: 'none',
    PRIVACY_URL: 'none',
    OPENAI_CHALLENGE: 'none',
    REGISTRY_PROOF: 'none',
    OWNER_NAME: 'none',
    OWNER_VAT_ID: 'none',
    LOG_RETENTION_DAYS: '7',
    RESEARCH_PROVIDERS: '',
    EXAMPLE_ITEM: 'none',
    LOOPBACK_DOCUMENTS: 'off',
    SERVICE_URL: nowhere,
    CANARY_KEY_SECRET_ID: 'canary',
    HANDLER: 'mcp',
    BILLING_SECRET_NAME: 'billing',
    VERSION_ARN: 'arn:aws:lambda:us-east-1:000000000000:function:Mcp:1',
  };
  const args = [path.join(folder, 'call.mjs'), path.join(bundle, 'handler.mjs'), JSON.stringify(event)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env, timeout: 60_000 });
  return JSON.parse(stdout.split('\nOUTCOME ')[1] ?? '') as Outcome;
}

describe('a bundle on Node 24, outside the project', () => {
  test.each([
    ['mcp', request('POST', '/mcp', { authorization: KEY, 'content-type': 'application/json' }, '{}'), 4],
    ['token', request('POST', '/v1/oauth/token', { authorization: KEY }, 'grant_type=client_credentials'), 4],
    ['discovery', request('GET', '/.well-known/oauth-protected-resource/mcp'), 2],
    ['dashboard', request('GET', '/'), 2],
    ['authorization', request('GET', '/v1/oauth/authorize'), 4],
    ['billing-events', request('GET', '/v1/billing/events'), 4],
  ])('of the function %s answers a request', async (name, event, statusClass) => {
    const { node: version, answer, threw } = await call(name, event);
    expect(threw).toBeUndefined();
    expect(version).toMatch(/^24\./);
    expect(Math.floor((answer as { statusCode: number }).statusCode / 100)).toBe(statusClass);
  });

  test.each([
    ['catalog-import', NO_MESSAGES],
    ['mail', NO_MESSAGES],
    ['enrichment-worker', NO_MESSAGES],
    ['enrichment-dead-letters', NO_MESSAGES],
    ['enrichment-sweeper', {}],
    ['notice-watch', {}],
    ['statement-close', {}],
  ])('of the function %s finishes its work', async (name, event) => {
    const { node: version, threw } = await call(name, event);
    expect(threw).toBeUndefined();
    expect(version).toMatch(/^24\./);
  });

  test.each([
    ['service-canary', {}],
    ['deploy-check', { DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'e-1' }],
  ])('of the function %s runs until it needs a service that is out of reach', async (name, event) => {
    const { threw = '' } = await call(name, event);
    expect(threw).not.toMatch(/ReferenceError|SyntaxError|TypeError|ERR_MODULE_NOT_FOUND|Dynamic require/);
  });
});
