// Slow: starts processes.
/**
 * Third-party programs that only know docs/openapi.json: a client that openapi-typescript generates and tsc checks,
 * and the commands of /docs/api as a reader pastes them. Both walk every endpoint of the service that `npm start`
 * runs.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Parser } from 'htmlparser2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DynamoCatalogStore } from '../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { documentsOf } from '../../adapters/dynamodb/client/document-client.ts';
import { DynamoItemWriter } from '../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { API_ROUTES } from '../../core/api/http-api/api-routes.ts';
import { installOptions } from '../../core/api/front-door/install-options.ts';
import { readClientId } from '../../core/identifiers.ts';
import { generateDemoItems } from '../../local/demo/generate-demo-items.ts';
import { newCatalog } from '../support/fixtures/catalog-rows.ts';
import { recordOf } from '../support/fixtures/item-records.ts';
import { OPENAPI_FILE } from '../support/service/documented-answers.ts';
import { startRunningService, type RunningService } from '../support/service/running-service.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const BIN = path.join(ROOT, 'node_modules/.bin');
const PROGRAM = 'walk-endpoints.ts';
const folder = mkdtempSync(path.join(tmpdir(), 'api-client-'));

let service: RunningService;
let catalogId: string;

beforeAll(async () => {
  service = await startRunningService();
  const { client, outputs } = service.stores;
  const { AccountsTable = '', ProductIndexTable = '' } = outputs;
  const accountId = readClientId(service.clientId)?.accountId ?? '';
  ({ catalogId } = await newCatalog(
    new DynamoCatalogStore(documentsOf(client), AccountsTable),
    accountId,
    'parts.csv',
  ));
  // The item of the examples, as the demo index has it.
  const writer = new DynamoItemWriter(documentsOf(client), ProductIndexTable);
  for (const item of generateDemoItems()) if (item.id === 'itm_SlqPl1qt') await writer.writeItem(item);
  const shown = recordOf({
    id: 'itm_0a1b2c3d',
    manufacturer: 'Texas Instruments',
    mpn: 'LM317T',
    title: 'LM317T, adjustable voltage regulator, 1.5 A',
  });
  await writer.writeItem(shown);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(folder, PROGRAM), readFileSync(path.join(ROOT, 'test/fixtures/api-client', PROGRAM)));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service?.stop();
});

/**
 * Generates the types of a description and checks the program with them.
 * @returns what tsc reports
 */
async function typeErrors(document: unknown): Promise<string> {
  const file = path.join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  await run(path.join(BIN, 'openapi-typescript'), [file, '-o', path.join(folder, 'api-types.ts')]);
  const options = [
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    '--allowImportingTsExtensions',
    '--noUncheckedIndexedAccess',
  ];
  const modules = ['--module', 'nodenext', '--target', 'es2023', '--lib', 'es2024,dom,dom.iterable', '--types', 'node'];
  const checked = run(path.join(BIN, 'tsc'), [...options, ...modules, PROGRAM], { cwd: folder });
  return checked.then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

const read = () => JSON.parse(readFileSync(OPENAPI_FILE, 'utf8'));

test.each<[string, (schemas: any, document: any) => void]>([
  [
    'an item under another name',
    ({ Part }) => ((Part.properties.record = Part.properties.item), delete Part.properties.item),
  ],
  [
    'a limit as text',
    (_, { paths }) =>
      (paths['/v1/items/search'].get.parameters.find(({ name }: { name?: string }) => name === 'limit').schema.type =
        'string'),
  ],
])('a description with %s does not fit the client', async (_name, spoil) => {
  const document = read();
  spoil(document.components.schemas, document);
  expect(await typeErrors(document)).toContain('error TS');
});

test('the generated client fits a program that calls every endpoint, and each answers', async () => {
  expect(await typeErrors(read())).toBe('');
  const key = `${service.clientId}:${service.clientSecret}`;
  const args = ['--import', import.meta.resolve('tsx'), PROGRAM, service.baseUrl, key, catalogId];
  const { stdout } = await run(process.execPath, args, { cwd: folder });
  const [last = '', ...lines] = stdout.trimEnd().split('\n').toReversed();
  expect(new Set(lines)).toEqual(
    new Set([
      'getUsage 200',
      'lookUpPart 200',
      'lookUpPart 202',
      'lookUpParts 200',
      'searchItems 200',
      'getItem 200',
      'listCatalogs 200',
      'listCatalogRows 200',
      'requestResearch 202',
      'getResearch 200',
    ]),
  );
  expect(JSON.parse(last)).toMatchObject({ charged: false });
});

/** Returns the commands of the page with the status that it prints below each. */
async function commandsOfPage(): Promise<readonly { readonly command: string; readonly status: string }[]> {
  const html = await (await fetch(`${service.baseUrl}/docs/api`)).text();
  const texts: string[] = [];
  new Parser({ ontext: (text) => void texts.push(text) }).end(html);
  const found = texts.join('').matchAll(/(curl -s '[^]*?)answers (\d+) with/g);
  return [...found].map(([, command = '', status = '']) => ({ command, status }));
}

test('every command of /docs/api runs in a shell and gets the status that the page prints', async () => {
  const commands = await commandsOfPage();
  expect(commands).toHaveLength(API_ROUTES.length);
  for (const { command, status } of commands) {
    const filled = command
      .replace('<CLIENT_ID>', service.clientId)
      .replace('<CLIENT_SECRET>', service.clientSecret)
      .replaceAll('cat_0a1b2c3d', catalogId);
    const { stdout } = await run('sh', ['-c', `${filled} -o /dev/null -w '%{http_code}'`]);
    expect([command, stdout]).toEqual([command, status]);
  }
});

test.each(['A program, with curl', 'A program, with fetch'])('the snippet “%s” of a new key works', async (name) => {
  const { baseUrl, clientId, clientSecret } = service;
  const text =
    installOptions({ baseUrl, serviceName: 'Product Data' }, { clientId, clientSecret }).find(
      ({ client }) => client === name,
    )?.text ?? '';
  const shell = ['sh', '-c', text];
  const node = [process.execPath, '--input-type=module', '-e', text];
  const [program = '', ...args] = name.endsWith('curl') ? shell : node;
  expect((await run(program, args)).stdout).toContain('plan_code');
});
