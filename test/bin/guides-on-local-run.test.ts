// Slow: starts processes.
/**
 * Every command of docs/guides and docs/operate that can run on one machine, against the service that `npm start` runs
 * with its demo data. The transcript is guides-transcript.txt. A command that is new on a page fails until it is a step
 * here, or named with the reason why it is not.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLocalEndpoints } from '../../local/endpoints.ts';
import { startLocalRun, type LocalRun } from '../local/local-run.ts';
import { programFile } from '../support/processes/programs.ts';

const DOCS = path.resolve(import.meta.dirname, '../../docs');
/** The month is followed by test/bin/admin/month-on-local-run.test.ts. */
const FOLLOWED_ELSEWHERE = 'month.md';
const SHOWN_LINES = 12;

/** Commands that are not run here, and why. */
const NOT_HERE: readonly (readonly [form: RegExp, because: string])[] = [
  [/^(?:aws|insights|logs|events|output|resource|released\(\)) |\$\((?:output|resource) /, 'asks AWS'],
  [/^npx cdk |stage protect|deployed-memory|^npm run release/, 'changes or reads a stack on AWS'],
  [/^npm run preflight -- (?:production|development)$/, 'reads an account of AWS'],
  [/^(?:export STACK=|admin\(\) )/, 'points the commands at a stage'],
  [/research try/, 'asks a provider on the internet'],
  [/--source /, 'needs a release of open data: npm run bench:sources imports rows of its form'],
  [
    /^(?:npm install|pip install|go get|cargo add|export \w+_API_KEY)|assistant\.mjs/,
    'test/interop runs these programs',
  ],
  [/^npm (?:ci|run (?:check|docs|bench)|start)/, 'starts the service, or checks and writes the checkout'],
  [/^admin usage resolve/, 'needs a charge in doubt: test/bin/admin/billing'],
  [/^admin statements correct/, 'followed on the month page'],
];

interface Step {
  /** As the pages write it; `npm run admin --` is written `admin`. */
  readonly written: string;
  /** With ids in the place of `…`, and the parts that a page leaves out. */
  readonly run: string;
  readonly exitCode: number;
}

function step(written: string, run = written, exitCode = 0): Step {
  return { written, run, exitCode };
}

const ACCOUNT = 'acc_DemoGrowth';
const CATALOG = `${ACCOUNT} $(catalog)`;

/** In the order in which an operator may type them. */
const STEPS: readonly Step[] = [
  step('admin --help'),
  step('admin <command> --help', 'admin accounts create --help'),
  // import-items
  step('admin items import parts.csv --dry-run'),
  step('admin items import parts.csv'),
  step('admin items import', 'admin items import parts.csv'),
  step('admin items import parts.xlsx --map map.json', 'admin items import supplier.csv --map map.json'),
  step('admin items export all.jsonl'),
  step('admin items import parts.jsonl --concurrency 64', 'admin items import all.jsonl --concurrency 64'),
  step(
    'admin items set itm_… lifecycle.status=obsolete lifecycle.last_buy=2027-03-31 replacements.mpn=R-200',
    'admin items set $(item RM-1) lifecycle.status=obsolete lifecycle.last_buy=2027-03-31 replacements.mpn=R-200',
  ),
  step(
    "admin items set itm_… 'title=Relay, 24 V' keywords='relay; 24 V' section_confidence.lifecycle=95 warranty=",
    "admin items set $(item RM-1) 'title=Relay, 24 V' keywords='relay; 24 V' section_confidence.lifecycle=95 warranty=",
  ),
  step('admin items reindex'),
  // look-up-lists and connect
  step(
    'PRODUCT_DATA_KEY=<CLIENT_ID>:<CLIENT_SECRET> node docs/guides/look-up-list.mjs parts.csv answers.jsonl http://127.0.0.1:3000',
    'PRODUCT_DATA_KEY=$LIVE node $DOCS/guides/look-up-list.mjs parts.csv answers.jsonl $BASE',
  ),
  step(
    "curl -s http://127.0.0.1:3000/v1/oauth/token -u '<CLIENT_ID>:<CLIENT_SECRET>' -d grant_type=client_credentials",
    'curl -s $BASE/v1/oauth/token -u $LIVE -d grant_type=client_credentials',
  ),
  step('curl -sv https://mcp.productdata.example/mcp', 'curl -s $BASE/mcp'),
  // import-catalogs
  step('admin catalogs import', `admin catalogs import ${ACCOUNT} list.csv`),
  step('admin catalogs', `admin catalogs show ${CATALOG}`),
  step('admin catalogs accept <account> <catalog> <row> <item>', `admin catalogs accept ${CATALOG} 2 $(item RM-2)`),
  step(
    'admin catalogs fix … --manufacturer … --number …',
    `admin catalogs fix ${CATALOG} 2 --manufacturer Norvane --number RM-2`,
  ),
  step('admin catalogs undo <account> <catalog> <row>', `admin catalogs undo ${CATALOG} 2`),
  step('admin catalogs refresh', `admin catalogs refresh ${CATALOG}`),
  step('admin catalogs export … out.csv', `admin catalogs export ${CATALOG} out.csv`),
  step('admin catalogs enrich', `admin catalogs enrich ${CATALOG} --yes`),
  step('admin catalogs replace <account> <catalog> <file>', `admin catalogs replace ${CATALOG} list-2.csv --yes`),
  step('admin catalogs learned <account>', `admin catalogs learned ${ACCOUNT} --catalog $(catalog)`),
  step('admin research-requests list acc_…', `settled; admin research-requests list ${ACCOUNT}`),
  step('admin research-requests cancel acc_…', `admin research-requests cancel ${ACCOUNT} --yes`, 1),
  // deploy: accounts and payments
  step('admin accounts create "Acme Ltd" --plan starter --cap 250'),
  step('admin accounts create "Canary"'),
  step(
    'admin clients create acc_… --kind live --scopes items:read,items:search,usage:read',
    `admin clients create ${ACCOUNT} --kind live --scopes items:read,items:search,usage:read`,
  ),
  step(
    'admin clients create acc_… --kind test --scopes all',
    `admin clients create ${ACCOUNT} --kind test --scopes all`,
  ),
  step(
    'admin clients create acc_… --kind test --scopes items:read,usage:read --json',
    `admin clients create ${ACCOUNT} --kind test --scopes items:read,usage:read --json`,
  ),
  step('admin payments customer acc_… cus_…', `admin payments customer ${ACCOUNT} cus_AcmeLtd`),
  step('admin payments', `admin payments failed ${ACCOUNT} --because 'Card expired'`),
  step(
    'admin accounts set acc_… --requests-per-minute 1200',
    `admin accounts set ${ACCOUNT} --requests-per-minute 1200`,
  ),
  step('admin accounts set acc_…', `admin accounts set ${ACCOUNT} --open-parts 50 --not-found-parts-per-day 100`),
  step('admin accounts set acc_… --cap', `admin accounts set ${ACCOUNT} --cap 400`),
  step(
    'npm run smoke -- --url https://mcp.productdata.example --client cli_test_…',
    'SMOKE_CLIENT_SECRET=${TEST#*:} npm run smoke -- --url $BASE --client ${TEST%:*}',
  ),
  // directories
  step(
    'admin reviewer create reviews@productdata.example parts.csv --stage production',
    'admin reviewer create reviews@productdata.example parts.csv',
  ),
  step('npm run preflight -- production --directories', 'npm run preflight -- local --directories', 1),
  // deploy: the drill of a restore
  step('admin tables copy accounts accounts-restored'),
  step('admin accounts create "After the restore"'),
  step('admin accounts create "After the moment"'),
  step('admin tables compare accounts accounts-restored', undefined, 2),
  step('admin tables copy index index-restored'),
  step('admin tables compare index index-restored'),
  // alarms and incidents
  step('admin usage show acc_…', `admin usage show ${ACCOUNT}`),
  step('admin usage history acc_…', `admin usage history ${ACCOUNT}`),
  step('admin statements close'),
  step('admin statements close acc_…', `admin statements close ${ACCOUNT}`),
  step('admin assistants list acc_…', `admin assistants list ${ACCOUNT}`),
  step(
    'admin members invite acc_… you@productdata.example --role owner',
    `admin members invite ${ACCOUNT} you@productdata.example --role owner`,
  ),
  step('admin accounts find acc_…', `admin accounts find ${ACCOUNT}`),
  step('admin clients find cli_…', 'admin clients find ${LIVE%:*}'),
  step('admin clients list acc_…', 'admin clients list acc_DemoCapped'),
  step('admin why', 'admin why $(refused)'),
  step('admin why req_…', 'admin why $(refused)'),
  step('admin clients rotate cli_… --overlap 0', 'admin clients rotate ${LIVE%:*} --overlap 0 --yes'),
  step('admin clients revoke', 'admin clients revoke ${TEST%:*} --yes'),
  step('admin clients revoke cli_live_…', 'admin clients revoke ${LIVE%:*} --yes'),
  step('admin secrets rotate', 'admin secrets rotate --yes'),
  step('admin audit show acc_…', `admin audit show ${ACCOUNT} --limit 4`),
  step('admin accounts set acc_… --status suspended', `admin accounts set ${ACCOUNT} --status suspended --yes`),
];

let folder = '';
let service: LocalRun;
let preamble = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'guides-'));
  service = await startLocalRun(folder);
  const files: Readonly<Record<string, string>> = {
    'parts.csv': 'manufacturer,mpn,title,warranty\nNorvane,RM-1,Regulator,2 years\nNorvane,RM-2,Relay,\n',
    'supplier.csv': 'Hersteller;Art.-Nr.;Name;Size\nNorvane;RM-9;Relay;5 mm\n',
    'map.json': JSON.stringify({
      fields: { manufacturer: 'Hersteller', mpn: 'Art.-Nr.', title: { join: ['Name', 'Size'], with: ', ' } },
    }),
    'list.csv': 'Item,Manufacturer,Part number\nA-1,Norvane,RM-1\nA-2,Norvane,RM-3\nA-3,Brenholt,MS1001-B\n',
    'list-2.csv': 'Item,Manufacturer,Part number\nA-1,Norvane,RM-1\nA-2,Norvane,RM-3\nA-4,Norvane,RM-9\n',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  await service.untilSaid('Ctrl-C stops the service');
  const baseUrl = (await readLocalEndpoints(path.join(folder, '.local')))?.baseUrl ?? '';
  const credentials = await readFile(path.join(folder, '.local/credentials.json'), 'utf8');
  const keys = JSON.parse(credentials) as Record<string, { client_id: string; client_secret: string }>;
  const pair = (name: string) => `${keys[name]?.client_id}:${keys[name]?.client_secret}`;
  const programs = {
    admin: await programFile('admin'),
    smoke: await programFile('smoke'),
    preflight: await programFile('preflight'),
  };
  preamble = `
    BASE=${baseUrl} LIVE=${pair('live')} TEST=${pair('test')} DOCS='${DOCS}'
    admin() { '${process.execPath}' '${programs.admin}' "$@" --who olga; }
    npm() {
      local name=$2; shift 3
      case $name in
        smoke) '${process.execPath}' '${programs.smoke}' "$@";;
        preflight) '${process.execPath}' '${programs.preflight}' "$@";;
        *) return 64;;
      esac
    }
    item() { admin items find Norvane "$1" --json | grep -o 'itm_[A-Za-z0-9_-]*' | head -1; }
    catalog() { admin catalogs list ${ACCOUNT} --json | grep -o 'cat_[A-Za-z0-9]*' | head -1; }
    settled() { while admin research-requests list ${ACCOUNT} --json | grep -Eq '"(queued|researching)"'; do sleep 0.2; done; }
    refused() { curl -si $BASE/v1/usage -H "Authorization: Bearer \${LIVE}x" | grep -o 'req_[A-Za-z0-9]*' | head -1; }
  `;
});

afterAll(async () => {
  service.send('SIGINT');
  await service.ended;
  await rm(folder, { recursive: true, force: true });
});

const PROGRAM =
  /^(?:npm|npx|node|admin|aws|curl|insights|logs|events|output|resource|released\(\)|pip|go|cargo|export|admin\(\)|[A-Z_]+=\S+) /;

/** The lines of the shell blocks, and the commands in sentences. */
function commandsOf(page: string): readonly string[] {
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => line.replace(/\s+#.*$/, '')),
  );
  const text = page.replaceAll(/```[\s\S]*?```/g, '');
  const corrections = [...text.matchAll(/^- `((?:accept|fix|undo|refresh|export|enrich|replace|learned)\b[^`]*)`/gm)];
  const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  return [...blocks, ...named, ...corrections.map(([, code = '']) => `admin catalogs ${code}`)]
    .map((line) => line.trim().replace(/^npm run admin -- /, 'admin '))
    .filter((line) => PROGRAM.test(line) && !/^export …/.test(line));
}

async function commandsOfGuides(): Promise<ReadonlySet<string>> {
  const commands = new Set<string>();
  for (const room of ['guides', 'operate'])
    for (const name of await readdir(path.join(DOCS, room)))
      if (name.endsWith('.md') && name !== FOLLOWED_ELSEWHERE)
        for (const command of commandsOf(await readFile(path.join(DOCS, room, name), 'utf8'))) commands.add(command);
  return commands;
}

test('each command of the guides is a step here, or is named with the reason why it is not', async () => {
  const commands = await commandsOfGuides();
  const steps = new Set(STEPS.map(({ written }) => written));
  const isNamed = (command: string) => NOT_HERE.some(([form]) => form.test(command));
  expect([...commands].filter((command) => !steps.has(command) && !isNamed(command))).toEqual([]);
  expect([...steps].filter((written) => !commands.has(written))).toEqual([]);
  expect(NOT_HERE.filter(([form]) => ![...commands].some((command) => form.test(command)))).toEqual([]);
});

/** Removes from an output what differs between two runs. */
function asInTranscript(text: string): string {
  const lines = text
    .replaceAll(/\b(?!acc_Demo)(acc|cli_live|cli_test|cat|rep|itm|req|sec|per)_[\w-]{6,}/g, '$1_…')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '…')
    .replaceAll(/"access_token":"[^"]+"/g, '"access_token":"…"')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:3000')
    .replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, 'yyyy-mm-dd')
    .replaceAll(/\b20\d\d-\d\d\b/g, 'yyyy-mm')
    .replaceAll(/\b\d\d:\d\d\b/g, 'hh:mm')
    .replaceAll(/\d+ ms\b/g, 'n ms')
    .replaceAll(/ {2,}/g, '  ')
    .replaceAll(/^Storage {2}.*(?:\n {2}\S.*)*/gm, 'Storage  …')
    .replaceAll(/^(ok {2}.*) {2}[\d,]+ {2}-$/gm, '$1  n  -')
    .replaceAll(/^(rows: \D+?) {2}\d.*$/gm, '$1  …')
    .replaceAll(/^[\d,]+ rows copied/gm, 'n rows copied')
    .replaceAll(/\b(\d+) of \d+\b/g, '$1 of n')
    // Which of the assistants called last is by chance, and how wide the table is.
    .replaceAll(/^Assistant {2}.*(?:\n.+)+/gm, 'Assistant  …')
    // The item that an import of many at once finished last.
    .replaceAll(/(Look up an item:\n\s*npm run admin -- items find) .*/g, '$1 …')
    .split('\n')
    .map((line) => line.trimEnd());
  const more = lines.length - SHOWN_LINES;
  return more > 1 ? [...lines.slice(0, SHOWN_LINES), '…'].join('\n') : lines.join('\n');
}

test('the transcript of an operator who types them in turn', { timeout: 600_000 }, async () => {
  const shown: string[] = [];
  for (const { written, run, exitCode } of STEPS) {
    const said = await typed(run);
    expect({ written, ...said }).toEqual({ written, ...said, exitCode });
    shown.push(
      `$ ${written}\n${asInTranscript((exitCode === 1 && said.stdout === '' ? said.stderr : said.stdout).trim())}\n[${exitCode}]\n`,
    );
  }
  await expect(shown.join('\n')).toMatchFileSnapshot('guides-transcript.txt');
});

function typed(command: string): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile('bash', ['-c', `${preamble}\n${command}`], { cwd: folder }, (error, stdout, stderr) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr });
    });
    child.stdin?.end();
  });
}
