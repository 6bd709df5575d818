import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { stageSettings } from '../lib/settings/stage-settings.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** The rules of the MCP Registry's schema of 2025-12-11 for a server that is only reached from afar. */
const inputSchema = z.strictObject({
  description: z.string(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  placeholder: z.string().optional(),
});
const serverSchema = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/),
  websiteUrl: z.url(),
  remotes: z.tuple([
    z.strictObject({
      type: z.literal('streamable-http'),
      url: z.url({ protocol: /^https$/ }),
      headers: z.array(
        inputSchema.extend({ name: z.string(), value: z.string(), variables: z.record(z.string(), inputSchema) }),
      ),
    }),
  ]),
});

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(path.join(ROOT, name), 'utf8'));
}

test('server.json keeps the rules of the registry’s schema', () => {
  expect(serverSchema.safeParse(readJson('server.json')).error).toBeUndefined();
});

test('its version is the package’s, and its address the one of production', () => {
  const { version, remotes } = serverSchema.parse(readJson('server.json'));
  expect(version).toBe((readJson('package.json') as { version: string }).version);
  expect(remotes[0].url).toBe(`${stageSettings('production').baseUrl}/mcp`);
});

test('the credential is asked for as a secret, and every variable of its value is declared', () => {
  const [header] = serverSchema.parse(readJson('server.json')).remotes[0].headers;
  expect(header).toMatchObject({ name: 'Authorization', isRequired: true, isSecret: true });
  expect(header?.variables.client_secret).toMatchObject({ isRequired: true, isSecret: true });
  const used = [...(header?.value ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  expect(used).toEqual(Object.keys(header?.variables ?? {}));
});
