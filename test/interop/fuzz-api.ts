/**
 * `npm run fuzz:api`: schemathesis, which others wrote, reads docs/openapi.json and calls every endpoint of a running
 * service with what the description allows and forbids, with and without credentials; all its checks apply but those
 * named here. Three planted faults must be found first. Exit codes: 0 nothing found, 1 something found or too little
 * asked, 3 skipped because this machine has no Python 3.10 or cannot install the tool.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { documentsOf } from '../../adapters/dynamodb/client/document-client.ts';
import { DynamoCatalogStore } from '../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { program, readWholeNumber } from '../../bin/program/program.ts';
import { API_ROUTES } from '../../core/api/http-api/api-routes.ts';
import { findPython, installPrograms } from '../../tools/python-programs.ts';
import { newCatalog } from '../support/fixtures/catalog-rows.ts';
import { REGULATOR } from '../support/fixtures/item-records.ts';
import { bearerKey, startRunningService } from '../support/service/running-service.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DESCRIPTION = path.join(ROOT, 'docs/openapi.json');
const REQUIREMENTS = path.join(import.meta.dirname, 'schemathesis.txt');
const EXIT_SKIPPED = 3;
const LEAST_OF_AN_ENDPOINT = 200;
const MAX_LIMITED = 0.01;
/** Endpoints that reach less, each for its reason. */
const REACHES_LESS: Readonly<Record<string, string>> = {
  'GET /v1/usage': 'it has no parameters to vary',
};
/** The same cases in every run. */
const SEED = '49';

/** Checks that do not apply, each for its reason. */
const NOT_APPLIED: Readonly<Record<string, string>> = {
  positive_data_acceptance:
    'the tool uses an Idempotency-Key for several requests and invents cursors; both are refused with a documented status, as are barcodes of other lengths',
  negative_data_rejection: 'an empty query parameter counts as an absent one, which JSON Schema cannot say',
};

const { cases: leastCases } = program('npm run fuzz:api --', 'Fuzz the HTTP API with its published description')
  .option('--cases <count>', 'requests that must be sent', readWholeNumber(100, 1_000_000), 5_000)
  .parse()
  .opts<{ cases: number }>();

const python = await findPython();
if (python === undefined) {
  console.log('SKIPPED: schemathesis needs Python 3.10 or newer, and this machine has none.');
  process.exit(EXIT_SKIPPED);
}
const bin = await installPrograms(python, 'schemathesis', REQUIREMENTS).catch((error: unknown) => {
  // Another file than the pinned one is never a reason to skip.
  if (!(error instanceof Error) || error.message.includes('HASHES')) throw error;
  console.log('SKIPPED: pip cannot install schemathesis here. Is a package index reached?');
  process.exit(EXIT_SKIPPED);
});
const folder = mkdtempSync(path.join(tmpdir(), 'fuzz-api-'));
const service = await startRunningService();
const catalogId = await addCatalog();
const sent = new Map<string, Map<number, number>>();
let failed = false;
try {
  await findPlantedFaults();
  const front = await startFront();
  for (const [name, options] of Object.entries(runs())) {
    const { code, printed } = await fuzz(urlOf(front), options);
    console.log(`\n== ${name}\n${code === 0 ? summaryOf(printed) : printed}`);
    failed ||= code !== 0;
  }
  front.close();
  failed = report() || failed;
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

/** With a key: free values, then values that exist; without: every request is refused. */
function runs(): Readonly<Record<string, readonly string[]>> {
  const known = path.join(folder, 'known.toml');
  const parameters = {
    'path.item_id': REGULATOR.id,
    'path.catalog_id': catalogId,
    'query.manufacturer': REGULATOR.manufacturer,
    'query.mpn': REGULATOR.mpn,
  };
  writeFileSync(
    known,
    [
      '[parameters]',
      ...Object.entries(parameters).map(([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`),
    ].join('\n'),
  );
  const key = ['-H', `Authorization: ${bearerKey(service)}`];
  return {
    'with a key, any values': ['--max-examples', '300', ...key],
    'with a key, values that exist': ['--max-examples', '60', '--mode', 'positive', ...key, '--config', known],
    'without credentials': [
      '--max-examples',
      '40',
      '--mode',
      'positive',
      '--exclude-checks',
      'positive_data_acceptance',
    ],
  };
}

/** A catalog, so that reading its rows answers 2xx. @returns its id */
async function addCatalog(): Promise<string> {
  const { client, outputs } = service.stores;
  const catalogs = new DynamoCatalogStore(documentsOf(client), outputs['AccountsTable'] ?? '');
  return (await newCatalog(catalogs, service.accountId)).catalogId;
}

async function fuzz(url: string, options: readonly string[]): Promise<{ code: number | null; printed: string }> {
  const excluded = Object.keys(NOT_APPLIED);
  const config = options.includes('--config') ? ['--config-file', options[options.indexOf('--config') + 1] ?? ''] : [];
  const own = options.filter((option, place) => option !== '--config' && options[place - 1] !== '--config');
  const args = [
    ...config,
    'run',
    DESCRIPTION,
    '--url',
    url,
    '--seed',
    SEED,
    '--no-color',
    '--continue-on-failure',
    '--generation-database',
    'none',
    '--suppress-health-check',
    'all',
    '--exclude-checks',
    excluded.join(',') || 'none',
    ...own,
  ];
  const child = spawn(path.join(bin, 'schemathesis'), args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (printed += data.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, printed };
}

type Answer = { status: number; headers: IncomingMessage['headers']; body: string };

/** Passes requests on to the service and counts the answers by endpoint; `change` plants a fault. */
async function startFront(change?: (route: string, answer: Answer) => Answer): Promise<Server> {
  const { hostname, port } = new URL(service.baseUrl);
  const front = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    const passed = request(
      { hostname, port, method, path: url, headers: { ...headers, host: `${hostname}:${port}` } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const route = routeOf(method, url);
          const plain = {
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          };
          const answer = change === undefined ? plain : change(route, plain);
          const { 'content-length': _length, 'transfer-encoding': _encoding, ...rest } = answer.headers;
          if (change === undefined) count(route, answer.status);
          outgoing.writeHead(answer.status, rest).end(method === 'HEAD' ? undefined : answer.body);
        });
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  return front;
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function routeOf(method: string, url: string): string {
  const { pathname } = new URL(url, 'http://127.0.0.1');
  const exact = API_ROUTES.find((route) => route === `${method} ${pathname}`);
  if (exact !== undefined) return exact;
  const matched = API_ROUTES.find((route) =>
    new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]*')}$`).test(`${method} ${pathname}`),
  );
  return matched ?? 'other paths and methods';
}

function count(route: string, status: number): void {
  const statuses = sent.get(route) ?? new Map<number, number>();
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  sent.set(route, statuses);
}

/** @throws {Error} when schemathesis does not see a fault that is there */
async function findPlantedFaults(): Promise<void> {
  const faults: Readonly<Record<string, (answer: Answer) => Answer>> = {
    // Every endpoint has a default answer, which has the form of an error: another status is found by its body.
    'status code 418': (answer) => ({ ...answer, status: 418 }),
    'Response violates schema': (answer) => ({ ...answer, body: answer.body.replace('"meta":', '"mata":') }),
    'Server error': (answer) => ({ ...answer, status: 500 }),
  };
  for (const [found, change] of Object.entries(faults)) {
    const front = await startFront((route, answer) => (route === 'GET /v1/usage' ? change(answer) : answer));
    const key = `Authorization: ${bearerKey(service)}`;
    const { code, printed } = await fuzz(urlOf(front), [
      '--max-examples',
      '5',
      '--include-path',
      '/v1/usage',
      '-H',
      key,
    ]);
    front.close();
    if (code !== 1 || !printed.includes(found)) throw new Error(`The planted "${found}" was not found:\n${printed}`);
    console.log(`planted and found: ${found}`);
  }
}

function summaryOf(printed: string): string {
  return printed.slice(Math.max(printed.indexOf('= SUMMARY'), 0)).trim();
}

/** Prints the answers by endpoint and status. @returns whether too little was asked */
function report(): boolean {
  const total = (statuses: ReadonlyMap<number, number>) => [...statuses.values()].reduce((sum, each) => sum + each, 0);
  const all = [...sent.values()].reduce((sum, statuses) => sum + total(statuses), 0);
  const limited = [...sent.values()].reduce((sum, statuses) => sum + (statuses.get(429) ?? 0), 0);
  const problems: string[] = [];
  if (all < leastCases) problems.push(`${all} requests, not ${leastCases}`);
  if (limited > all * MAX_LIMITED) problems.push(`${limited} of ${all} answered 429`);
  console.log('\nEndpoint                               requests  by status');
  for (const route of [...API_ROUTES, 'other paths and methods']) {
    const statuses = sent.get(route) ?? new Map<number, number>();
    const listed = [...statuses]
      .toSorted(([one], [other]) => one - other)
      .map(([status, many]) => `${status}: ${many}`);
    console.log(`${route.padEnd(38)} ${String(total(statuses)).padStart(8)}  ${listed.join(', ')}`);
    if (!route.includes('/')) continue;
    const excuse = REACHES_LESS[route];
    if (excuse !== undefined) {
      console.log(`  not held to the least: ${excuse}`);
      continue;
    }
    if (total(statuses) < LEAST_OF_AN_ENDPOINT) problems.push(`${route} was called ${total(statuses)} times`);
    if (![...statuses.keys()].some((status) => status >= 200 && status < 300))
      problems.push(`${route} never answered 2xx`);
  }
  console.log(`${all} requests, ${limited} answered 429.`);
  for (const problem of problems) console.log(`FAILED: ${problem}`);
  return problems.length > 0;
}
