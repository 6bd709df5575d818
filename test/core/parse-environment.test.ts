import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { parseEnvironment } from '../../core/parse-environment.ts';
import { discoveryEnvironmentSchema } from '../../functions/discovery/environment.ts';
import { enrichmentWorkerEnvironmentSchema } from '../../functions/enrichment-worker/environment.ts';
import { toolEnvironmentSchema } from '../../adapters/lambda-http/tool-environment.ts';
import { tokenEnvironmentSchema } from '../../functions/token/environment.ts';

const COMPLETE = {
  STAGE: 'test',
  PRODUCT_INDEX_TABLE: 'products',
  ACCOUNTS_TABLE: 'accounts',
  BASE_URL: 'https://api.example',
  ALLOWED_ORIGINS: 'https://a.example, https://b.example',
  DASHBOARD_URL: 'https://dashboard.example',
  UPGRADE_URL: 'https://dashboard.example/upgrade',
  BILLING_PORTAL_URL: 'none',
  DOCS_BASE_URL: 'https://docs.example',
  SUPPORT_EMAIL: 'support@example.com',
  SERVICE_NAME: 'Product Data',
  IP_LIMIT_PER_MINUTE: '240',
  TEST_RECORDS_PER_DAY: 'unlimited',
  SHARED_ADDRESS_RANGES: 'none',
  SIGNING_SECRET_ID: 'arn:secret',
  RESEARCH_QUEUE_URL: 'https://queue.example/research',
  SIGN_IN: 'off',
  TERMS_URL: 'https://company.example/terms',
  PRIVACY_URL: 'none',
  OPENAI_CHALLENGE: 'none',
  REGISTRY_PROOF: 'none',
};

const FUNCTIONS: [string, z.ZodMiniObject][] = [
  ['mcp', toolEnvironmentSchema],
  ['token', tokenEnvironmentSchema],
  ['discovery', discoveryEnvironmentSchema],
];

describe.each(FUNCTIONS)('the environment of the %s function', (_, schema) => {
  test('is parsed when complete', () => {
    expect(parseEnvironment(schema, COMPLETE)).toMatchObject({
      ALLOWED_ORIGINS: ['https://a.example', 'https://b.example'],
    });
  });

  test.each(Object.keys(schema.shape))('is refused without %s, which the error names', (name) => {
    const { [name as 'BASE_URL']: _left, ...rest } = COMPLETE;
    expect(() => parseEnvironment(schema, rest)).toThrow(`Environment: ${name} is missing.`);
  });
});

test('parseEnvironment names every problem together, and repeats no value', () => {
  const environment = { ...COMPLETE, BASE_URL: 'ftp://secret', IP_LIMIT_PER_MINUTE: '0', SIGNING_SECRET_ID: undefined };
  expect(() => parseEnvironment(toolEnvironmentSchema, environment)).toThrow(
    /^Environment: BASE_URL is wrong, IP_LIMIT_PER_MINUTE is wrong, SIGNING_SECRET_ID is missing\.$/,
  );
});

test('an empty ALLOWED_ORIGINS is an empty list', () => {
  const { ALLOWED_ORIGINS } = parseEnvironment(toolEnvironmentSchema, { ...COMPLETE, ALLOWED_ORIGINS: '' });
  expect(ALLOWED_ORIGINS).toEqual([]);
});

test('an address that ends with a slash is refused, because paths are appended to it', () => {
  expect(() => parseEnvironment(toolEnvironmentSchema, { ...COMPLETE, BASE_URL: 'https://api.example/' })).toThrow(
    'BASE_URL is wrong',
  );
});

test('the worker needs the address and the key of a provider, or a file', () => {
  const file = { ...COMPLETE, RESEARCHER: 'file', RESEARCH_FILE: 'parts.json' };
  expect(parseEnvironment(enrichmentWorkerEnvironmentSchema, file)).toMatchObject({ RESEARCHER: 'file' });
  expect(() => parseEnvironment(enrichmentWorkerEnvironmentSchema, { ...COMPLETE, RESEARCHER: 'http' })).toThrow(
    'RESEARCH_URL is missing, RESEARCH_SECRET_ID is missing',
  );
});

test.each(['no JSON', '[]', '[{"provider":"icecat","secretName":"a secret"}]', '{}'])(
  'a provider chain that is %s is named in the error, and not shown',
  (RESEARCH_CHAIN) => {
    const chain = { ...COMPLETE, RESEARCH_QUEUE_URL: 'queue', RESEARCHER: 'chain', RESEARCH_CHAIN };
    expect(() => parseEnvironment(enrichmentWorkerEnvironmentSchema, chain)).toThrow(
      /^Environment: RESEARCH_CHAIN is wrong\.$/,
    );
  },
);

test('an external page must have an https address', () => {
  const parse = (TERMS_URL: string) =>
    parseEnvironment(discoveryEnvironmentSchema, { ...COMPLETE, TERMS_URL }).TERMS_URL;
  expect([parse('https://company.example/terms?lang=en'), parse('none')]).toEqual([
    'https://company.example/terms?lang=en',
    undefined,
  ]);
  for (const wrong of ['http://company.example/terms', 'javascript:alert(1)', '/terms', 'company.example', ''])
    expect(() => parse(wrong)).toThrow('Environment: TERMS_URL is wrong.');
});
