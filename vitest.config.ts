/** How the tests run: what is left to the slow run, and what the processes of one run share. */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Node imports the files of a run; to watch them Vitest must know what imports what, and does it itself. */
const isRun = process.argv.includes('run');

/** A folder that the processes of one run share. */
const runFolder = mkdtempSync(path.join(tmpdir(), 'test-run-'));
process.env['RUN_FOLDER'] = runFolder;
process.once('exit', () => rmSync(runFolder, { recursive: true, force: true }));

/** Tests of the rules of research, which run on stores in memory, too (docs/decisions/0100-what-is-mutated.md). */
const ON_BOTH_STORES = [
  'test/core/sourcing/enrichment/request-and-research.test.ts',
  'test/attacks/{whose-research,research-money}.test.ts',
];
const IN_MEMORY_ONLY = ['test/core/sourcing/{enrichment/enrich-catalog,research/research-part}.test.ts'];

/**
 * Files that `npm test` leaves to `npm run test:slow`, because they start a browser or processes, or read a table of
 * more than 5,000 items: their first line says which. The long run also repeats the files that draw random cases, with
 * all cases.
 */
const SLOW = /^\/\/ Slow: (?:starts a browser|starts processes|a table of more than 5,000 items)\.\n/;
const DRAWS = /from '[./]+\/support\/cases\.ts'/;
const isLong = process.env['CASES'] === 'all';

const texts = globSync('test/**/*.test.ts', { cwd: import.meta.dirname }).map(
  (file) => [file, readFileSync(path.join(import.meta.dirname, file), 'utf8')] as const,
);
const slow = texts.filter(([, text]) => SLOW.test(text)).map(([file]) => file);
const drawn = texts.filter(([, text]) => DRAWS.test(text)).map(([file]) => file);

const seed = process.env['CASES_SEED'] ?? String(Date.now() % 1_000_000_000);
if (isRun) process.stdout.write(`Random cases: ${isLong ? 'all' : 'one in ten'}, CASES_SEED=${seed}\n`);

export default defineConfig({
  test: {
    // Only stops a test that hangs; benchmarks measure speed. A loaded machine takes ten times as long as a quiet one.
    testTimeout: 300_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // CI has two cores. Tests that wait, for processes and for time, leave a third of that time idle, which a third
    // worker uses.
    maxWorkers: 3,
    experimental: { viteModuleRunner: !isRun, nodeLoader: false },
    execArgv: [
      // Storage tests make garbage by the gigabyte: collecting it less often takes a tenth off their work.
      '--max-semi-space-size=64',
      ...(isRun ? ['--import', new URL('test/support/processes/typescript-loader.mjs', import.meta.url).href] : []),
    ],
    // The files of a worker share its modules and its storage engine: starting both for each file took most of the run.
    isolate: false,
    env: { CASES_SEED: seed },
    // `npm run coverage`: what the rules' own tests reach of the rules. The floor is below what they reached on
    // 2026-11-27 (87, 76, 87, 87 %).
    coverage: {
      provider: 'v8',
      include: ['core/**'],
      reporter: ['text-summary'],
      thresholds: { statements: 85, branches: 75, functions: 85, lines: 85 },
    },
    setupFiles: ['test/support/draw-cases.ts'],
    projects: [
      { extends: true, test: { name: 'fast', include: ['test/**/*.test.ts'], exclude: [...IN_MEMORY_ONLY, ...slow] } },
      {
        extends: true,
        test: { name: 'slow', include: isLong ? [...slow, ...drawn] : slow, exclude: IN_MEMORY_ONLY },
      },
      {
        extends: true,
        test: {
          name: 'memory',
          include: [...ON_BOTH_STORES, ...IN_MEMORY_ONLY],
          env: { RESEARCH_STORES: 'memory' },
          // Runs after the other project, because a worker serves one project at a time.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
