import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { registryManifest } from '../core/api/front-door/registry-manifest.ts';
import { OUR_NAME } from '../core/service-face.ts';
import { stageSettings } from '../lib/settings/stage-settings.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** The MCP Registry’s own schema, as modelcontextprotocol/static publishes it under the address in `$schema`. */
const SCHEMA = 'test/fixtures/mcp-registry/server.schema.json';

/** The members of a valid file that the tests below read. */
const headerSchema = z.object({
  name: z.string(),
  value: z.string(),
  variables: z.record(z.string(), z.object({ isRequired: z.boolean(), isSecret: z.boolean().optional() })),
});
const serverSchema = z.object({
  $schema: z.string(),
  version: z.string(),
  remotes: z.tuple([z.object({ url: z.string(), headers: z.array(headerSchema.loose()) })]),
});

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(path.join(ROOT, name), 'utf8'));
}

describe('server.json', () => {
  const ajv = new Ajv({ strict: false, allErrors: true, formats: { uri: (text: string) => URL.canParse(text) } });
  const validate = ajv.compile(readJson(SCHEMA) as object);

  test('matches the schema that it names', () => {
    const server = readJson('server.json');
    expect(serverSchema.parse(server).$schema).toBe((readJson(SCHEMA) as { $id: string }).$id);
    expect([validate(server), validate.errors]).toEqual([true, null]);
  });

  test('has the title and description of the service', () => {
    expect(readJson('server.json')).toEqual(
      registryManifest({ baseUrl: stageSettings('production').baseUrl, serviceName: OUR_NAME }),
    );
  });

  test.each([
    ['a name without a namespace', { name: 'product-data' }],
    ['a description of more than a hundred characters', { description: 'x'.repeat(101) }],
    ['an invalid URL', { remotes: [{ type: 'streamable-http', url: 'nonsense' }] }],
    ['an unknown transport', { remotes: [{ type: 'carrier-pigeon', url: 'https://mcp.example/mcp' }] }],
    ['no version', { version: undefined }],
  ])('is refused with %s', (_, change) => {
    expect(validate(JSON.parse(JSON.stringify({ ...(readJson('server.json') as object), ...change })))).toBe(false);
  });
});

test('the version in server.json is the package’s, and the address is production’s', () => {
  const { version, remotes } = serverSchema.parse(readJson('server.json'));
  expect(version).toBe((readJson('package.json') as { version: string }).version);
  expect(remotes[0].url).toBe(`${stageSettings('production').baseUrl}/mcp`);
});

test('the credential in server.json is marked as a secret, and every variable in its value is declared', () => {
  const [header] = serverSchema.parse(readJson('server.json')).remotes[0].headers;
  expect(header).toMatchObject({ name: 'Authorization', isRequired: true, isSecret: true });
  expect(header?.variables.client_secret).toMatchObject({ isRequired: true, isSecret: true });
  const used = [...(header?.value ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  expect(used).toEqual(Object.keys(header?.variables ?? {}));
});
