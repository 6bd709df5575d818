// Slow: starts processes.
/** docs/openapi.json is current, valid by third-party validators, and describes exactly these endpoints. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, test } from 'vitest';
import { openApiText } from '../../../../tools/docs/openapi/openapi-document.ts';
import { METERED_ROUTES } from '../../../../core/api/http-api/endpoints.ts';
import { API_ROUTES } from '../../../../core/api/http-api/api-routes.ts';
import { ENDPOINT_TOOLS } from '../../../../core/api/http-api/endpoints.ts';
import { TOOLS } from '../../../../core/api/tools/definitions/all-tools.ts';
import { stageSettings } from '../../../../lib/settings/stage-settings.ts';
import { OPENAPI_FILE } from '../../../support/service/documented-answers.ts';

const run = promisify(execFile);
const BIN = path.resolve(import.meta.dirname, '../../../../node_modules/.bin');
const folder = mkdtempSync(path.join(tmpdir(), 'openapi-'));
afterAll(() => rmSync(folder, { recursive: true }));

const written = readFileSync(OPENAPI_FILE, 'utf8');
const read = () => JSON.parse(written);

/** Returns whether another project's validator accepts it, by the specification's own schema. */
async function isAccepted(document: unknown): Promise<boolean> {
  const file = path.join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const { stdout } = await run(path.join(BIN, 'validate-api'), [file]).catch((error: { stdout: string }) => error);
  return (JSON.parse(stdout) as { valid: boolean }).valid;
}

describe('docs/openapi.json', () => {
  test('is what `npm run docs:openapi` writes', () => {
    expect(written).toBe(openApiText(stageSettings('production')));
  });

  test('is valid OpenAPI 3.1 by a validator from npm', async () => {
    expect(read().openapi).toMatch(/^3\.1\.\d+$/);
    expect(await isAccepted(read())).toBe(true);
  });

  test.each<[string, (document: any) => void]>([
    ['a parameter without a place', (document) => delete document.paths['/v1/catalogs'].get.parameters[0].in],
    ['a response without a description', (document) => delete document.components.responses.NotFound.description],
    ['an unknown member', (document) => (document.paths['/v1/usage'].fetch = {})],
    ['a scheme without its type', (document) => delete document.components.securitySchemes.key.type],
  ])('with %s is not valid', async (_name, spoil) => {
    const document = read();
    spoil(document);
    expect(await isAccepted(document)).toBe(false);
  });

  test('describes exactly the endpoints, each with its scope', () => {
    const described = Object.entries<object>(read().paths).flatMap(([path, item]) =>
      Object.entries<any>(item).map(([method, { security }]) => [`${method.toUpperCase()} ${path}`, security]),
    );
    const scopes = (route: (typeof API_ROUTES)[number]) => [ENDPOINT_TOOLS[route].scope];
    expect(Object.fromEntries(described)).toEqual(
      Object.fromEntries(API_ROUTES.map((route) => [route, [{ key: scopes(route) }, { token: scopes(route) }]])),
    );
    expect(described).toHaveLength(API_ROUTES.length);
  });

  test('offers an Idempotency-Key and the billing refusals only if an answer may be billed', () => {
    for (const route of API_ROUTES) {
      const [method = '', path = ''] = route.split(' ');
      const { parameters = [], responses } = read().paths[path][method.toLowerCase()];
      const takesKey = parameters.some(({ $ref }: { $ref?: string }) => $ref?.endsWith('/Idempotency-Key') === true);
      const isMetered = METERED_ROUTES.has(route);
      expect([route, takesKey, '402' in responses, '422' in responses]).toEqual([
        route,
        isMetered,
        isMetered,
        isMetered,
      ]);
    }
  });

  test('uses no terms of MCP', () => {
    const names = [...TOOLS.map(({ name }) => name), 'part_number'];
    const pattern = new RegExp(`(?<![A-Za-z0-9_])(${names.join('|')})(?![A-Za-z0-9_])`);
    expect(written.match(pattern)?.[0]).toBeUndefined();
  });

  test('has examples that its own schemas accept', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    ajv.addSchema(read(), 'openapi.json');
    let count = 0;
    const judge = (value: unknown, pointer: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('example' in value && 'schema' in value) {
        count += 1;
        const isValid = ajv.validate({ $ref: `openapi.json#${pointer}/schema` }, value.example);
        expect([pointer, isValid ? [] : ajv.errors]).toEqual([pointer, []]);
      }
      for (const [name, member] of Object.entries(value))
        judge(member, `${pointer}/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
    };
    judge(read(), '');
    expect(count).toBeGreaterThan(30);
  });
});
