/**
 * `npm run interop:languages`: the official clients of five languages and two Python frameworks, as their users write
 * them, against a fresh service: list, look-up, miss, error, refused research, token endpoint. Then the programs of
 * docs/guides/connect.md in those languages. What the clients need is installed at pinned versions into
 * node_modules/.cache. Exit codes: 0 all passed, 1 a client did not see what it must, 3 none failed and some were
 * skipped because this machine lacks their compiler.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { takeNothing } from '../../bin/program/program.ts';
import { toolList } from '../../tools/docs/tool-entries.ts';
import { findPython, installPrograms } from '../../tools/python-programs.ts';
import { REGULATOR } from '../support/fixtures/item-records.ts';
import { bearerKey, startRunningService } from '../support/service/running-service.ts';

takeNothing('npm run interop:languages --', 'Judge the service with the official clients of five languages');

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCES = path.join(import.meta.dirname, 'languages');
const CACHE = path.join(ROOT, 'node_modules/.cache/languages');
const EXIT_SKIPPED = 3;
const PATIENCE_MS = 120_000;
/** Compiling a client with all that it needs takes minutes on a busy machine. */
const COMPILES_MS = 1_200_000;

/** A program with its arguments, and its folder. */
type Command = readonly [string, ...string[]];

interface Language {
  /** The programs that compile and run it. */
  readonly needs: readonly Command[];
  /** The file that pins each client. */
  readonly clients: Readonly<Record<string, string>>;
  /**
   * Installs and compiles.
   * @param snippets programs of the guide by client;
   * @returns the command of each client, and of its snippet
   */
  build(snippets: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, { judge: Command; snippet?: Command }>>;
}

const NAMES = toolList().map(({ name }) => String(name));
const CALLS = [
  { step: 'look-up', name: 'lookup_part', arguments: { manufacturer: 'Norvane', part_number: 'nv 7805/2.5' } },
  { step: 'miss', name: 'lookup_part', arguments: { manufacturer: 'Norvane', part_number: 'ZZ-0000' } },
  { step: 'error', name: 'get_item', arguments: { item_id: 'itm_00000009' } },
  {
    step: 'research refused',
    name: 'request_enrichment',
    arguments: { items: [{ manufacturer: 'Norvane', part_number: 'do not populate' }] },
  },
];

const called = z.object({ isError: z.boolean(), structured: z.unknown(), text: z.string() });
const lineSchema = z.object({ step: z.string(), value: z.unknown() });

/**
 * What each step must show, and what it shows a model: `text`, `structure` or both.
 * @returns undefined if it is not right
 */
const STEPS: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  tools: (value) => (JSON.stringify(value) === JSON.stringify(NAMES) ? `${NAMES.length} tools` : undefined),
  'look-up': (value) => shownBy(value, false, REGULATOR.id),
  miss: (value) => shownBy(value, false, 'Not in the index'),
  error: (value) => shownBy(value, true, 'not_found'),
  'research refused': (value) => shownBy(value, false, 'refused'),
  'with an access token': (value) => STEPS['tools']?.(value),
};
/** The steps of a framework, which has no programs' sign-in. */
const OF_FRAMEWORKS = ['tools', ...CALLS.map(({ step }) => step)];

function shownBy(value: unknown, isError: boolean, words: string): string | undefined {
  const read = called.safeParse(value);
  if (!read.success || read.data.isError !== isError) return undefined;
  const inText = read.data.text.includes(words);
  const inStructure = (JSON.stringify(read.data.structured) ?? '').includes(words);
  if (inText && inStructure) return 'text, structure';
  if (inText) return 'text';
  return inStructure ? 'structure' : undefined;
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  TypeScript: {
    needs: [],
    clients: { '@modelcontextprotocol/client': '../../../package.json' },
    build: async () =>
      new Map([
        ['@modelcontextprotocol/client', { judge: [process.execPath, path.join(SOURCES, 'typescript/judge.mjs')] }],
      ]),
  },
  Python: {
    needs: [],
    clients: {
      mcp: 'python/mcp.txt',
      'openai-agents': 'python/frameworks.txt',
      'langchain-mcp-adapters': 'python/frameworks.txt',
    },
    async build(snippets) {
      const python = (await findPython()) ?? 'python3';
      const own = path.join(await installPrograms(python, 'mcp', path.join(SOURCES, 'python/mcp.txt')), 'python');
      const frameworks = path.join(SOURCES, 'python/frameworks.txt');
      const theirs = path.join(await installPrograms(python, 'mcp-frameworks', frameworks), 'python');
      const file = fileOf('python/snippet.py', snippets.get('mcp') ?? '');
      return new Map([
        ['mcp', { judge: [own, path.join(SOURCES, 'python/judge.py')], snippet: [own, file] }],
        ['openai-agents', { judge: [theirs, path.join(SOURCES, 'python/openai_agents.py')] }],
        ['langchain-mcp-adapters', { judge: [theirs, path.join(SOURCES, 'python/langchain_adapters.py')] }],
      ]);
    },
  },
  Go: {
    needs: [['go', 'version']],
    clients: { 'go-sdk': 'go/go.mod' },
    async build(snippets) {
      const folder = copied('go');
      const bin = (name: string) => path.join(folder, 'bin', name);
      await compile(['go', 'build', '-o', bin('judge'), './main.go'], folder);
      fileOf('go/snippet/main.go', snippets.get('go-sdk') ?? '');
      await compile(['go', 'build', '-o', bin('snippet'), './snippet'], folder);
      return new Map([['go-sdk', { judge: [bin('judge')], snippet: [bin('snippet')] }]]);
    },
  },
  Rust: {
    needs: [['cargo', '--version']],
    clients: { rmcp: 'rust/Cargo.toml' },
    async build(snippets) {
      const folder = copied('rust');
      fileOf('rust/src/bin/snippet.rs', snippets.get('rmcp') ?? '');
      await compile(['cargo', 'build', '--quiet', '--locked'], folder);
      const bin = (name: string) => path.join(folder, 'target/debug', name);
      return new Map([['rmcp', { judge: [bin('judge')], snippet: [bin('snippet')] }]]);
    },
  },
  Java: {
    needs: [
      ['javac', '--version'],
      ['mvn', '--version'],
    ],
    clients: { 'io.modelcontextprotocol.sdk:mcp': 'java/pom.xml' },
    async build(snippets) {
      const folder = copied('java');
      await compile(['mvn', '-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], folder);
      const own = fileOf('java/src/main/java/Snippet.java', snippets.get('io.modelcontextprotocol.sdk:mcp') ?? '');
      const classPath = `${path.join(folder, 'out')}${path.delimiter}${path.join(folder, 'lib/*')}`;
      const judge = path.join(folder, 'src/main/java/Judge.java');
      await compile(['javac', '-nowarn', '-cp', path.join(folder, 'lib/*'), '-d', 'out', judge, own], folder);
      const java = (name: string): Command => ['java', '-cp', classPath, name];
      return new Map([['io.modelcontextprotocol.sdk:mcp', { judge: java('Judge'), snippet: java('Snippet') }]]);
    },
  },
};

/** The headings of the guide's programs, by client. */
const HEADINGS: Readonly<Record<string, string>> = {
  mcp: 'Python',
  'go-sdk': 'Go',
  rmcp: 'Rust',
  'io.modelcontextprotocol.sdk:mcp': 'Java',
};

const service = await startRunningService();
const rows: string[][] = [];
let failed = false;
let skipped = false;
try {
  for (const [language, { needs, clients, build }] of Object.entries(LANGUAGES)) {
    const missing = await missingOf(language, needs);
    if (missing !== undefined) {
      skipped = true;
      console.log(`SKIPPED: ${language} needs ${missing}, which this machine does not have.`);
      continue;
    }
    const commands = await build(snippetsOf(Object.keys(clients)));
    for (const [client, { judge, snippet }] of commands) {
      failed = !(await judged(client, versionOf(client, clients[client] ?? ''), judge)) || failed;
      if (snippet !== undefined) failed = !(await snippetWorks(client, snippet)) || failed;
    }
  }
} finally {
  await service.stop();
}
console.log(
  `\n${'Client'.padEnd(40)} ${'revision'.padEnd(10)}  a look-up, a miss, an error, refused research show a model`,
);
for (const [client = '', revision = '', shows = ''] of rows)
  console.log(`${client.padEnd(40)} ${revision.padEnd(10)}  ${shows}`);
process.exit(failed ? 1 : skipped ? EXIT_SKIPPED : 0);

/** Returns the first program that the language needs and this machine lacks. */
async function missingOf(language: string, needs: readonly Command[]): Promise<string | undefined> {
  if (language === 'Python' && (await findPython()) === undefined) return 'Python 3.10 or newer';
  for (const [program, ...options] of needs) {
    const works = await run(program, options).then(
      () => true,
      () => false,
    );
    if (!works) return program;
  }
  return undefined;
}

/** Returns the first version that follows the client's name in the file that pins it. */
function versionOf(client: string, file: string): string {
  const text = readFileSync(path.join(SOURCES, file), 'utf8');
  const name = client.split(':').at(-1) ?? client;
  const after = text.slice(text.search(new RegExp(`(?<![\\w-])${name}(?![\\w-])(?=[^\\n]*\\n?[^\\n]*\\d)`)));
  return /\d+\.\d+\.\d+/.exec(after)?.[0] ?? '?';
}

/** Runs a client and prints one line for each step. @returns whether every step showed what it must */
async function judged(client: string, version: string, [program, ...first]: Command): Promise<boolean> {
  const { clientId, clientSecret, baseUrl } = service;
  const env = { ...process.env, CALLS: JSON.stringify(CALLS) };
  const args = [...first, baseUrl, bearerKey(service), clientId, clientSecret];
  const { stdout, problem } = await run(program, args, { env, timeout: PATIENCE_MS }).then(
    (ended) => ({ stdout: ended.stdout, problem: undefined }),
    (error: { stdout?: string; stderr?: string }) => ({ stdout: error.stdout ?? '', problem: error.stderr ?? '' }),
  );
  const values = new Map(
    stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => lineSchema.parse(JSON.parse(line)))
      .map(({ step, value }) => [step, value]),
  );
  const isFramework = !values.has('version');
  const steps = isFramework ? OF_FRAMEWORKS : Object.keys(STEPS);
  const seen = steps.map((step) => [step, STEPS[step]?.(values.get(step))] as const);
  for (const [step, shown] of seen) console.log(`${shown === undefined ? 'FAILED' : 'passed'}: ${client}, ${step}`);
  if (problem !== undefined) console.log(problem.replaceAll(clientSecret, '…').slice(-2000));
  const shows = [...new Set(seen.slice(1, 5).map(([, shown]) => shown ?? 'FAILED'))].join('; ');
  rows.push([`${client} ${version}`, z.string().catch('(hidden)').parse(values.get('version')), shows]);
  return problem === undefined && seen.every(([, shown]) => shown !== undefined);
}

/** Runs a program of the guide, which searches. @returns whether it printed the item */
async function snippetWorks(client: string, [program, ...args]: Command): Promise<boolean> {
  const { stdout } = await run(program, args, { timeout: PATIENCE_MS }).catch((error: { stderr?: string }) => ({
    stdout: (error.stderr ?? '').replaceAll(service.clientSecret, '…').slice(-2000),
  }));
  const works = stdout.includes(REGULATOR.id);
  console.log(`${works ? 'passed' : `FAILED`}: ${client}, the program of the guide`);
  if (!works) console.log(stdout);
  return works;
}

/**
 * Returns the guide's programs of these clients, with the address and the credential of the running service, and a
 * search that finds its item.
 */
function snippetsOf(clients: readonly string[]): ReadonlyMap<string, string> {
  const sections = readFileSync(path.join(ROOT, 'docs/guides/connect.md'), 'utf8').split('\n### ');
  return new Map(
    clients.flatMap((client) => {
      const heading = HEADINGS[client];
      if (heading === undefined) return [];
      const section = sections.find((each) => each.startsWith(`${heading}\n`)) ?? '';
      const fence = /```(?:python|go|rust|java)\n([\s\S]*?)```/.exec(section)?.[1];
      if (fence === undefined) throw new Error(`docs/guides/connect.md has no program under "${heading}".`);
      const filled = fence
        .replaceAll('http://127.0.0.1:3000', service.baseUrl)
        .replaceAll('<CLIENT_ID>', service.clientId)
        .replaceAll('<CLIENT_SECRET>', service.clientSecret)
        .replaceAll('ceramic capacitor', 'regulator');
      return [[client, filled] as const];
    }),
  );
}

/** Copies a language's folder into the cache, where its packages and programs stay. */
function copied(name: string): string {
  const folder = path.join(CACHE, name);
  cpSync(path.join(SOURCES, name), folder, { recursive: true });
  return folder;
}

function fileOf(name: string, text: string): string {
  const file = path.join(CACHE, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

async function compile([program, ...args]: Command, cwd: string): Promise<void> {
  await run(program, args, { cwd, timeout: COMPILES_MS, maxBuffer: 64 * 1024 * 1024 });
}
