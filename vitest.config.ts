import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Node imports the files of a run; to watch them, Vitest must know what imports what, and does it itself. */
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

/** Test files that take longer than nine seconds, longest first. */
const LONG = [
  'functions/mcp/round-trips',
  'web/page-in-browser',
  'bin/admin/sourcing/killed-imports',
  'bin/local',
  'attacks/text-growth',
  'functions/mcp/storage-faults',
  'core/index/search/search-items',
  'adapters/dynamodb/index/key-rows.contract',
  'local/start-service',
  'core/sourcing/enrichment/faults',
  'interop/conformance',
  'bin/admin/sourcing/import/reindex-items',
  'bin/admin/catalogs/catalogs',
  'lib/template-rules',
  'local/dynamodb/crash',
  'functions/dashboard/uploads',
  'local/demo/load-demo-data',
  'tools/check-template/lint-templates',
  'eval/run-tasks',
  'fuzz/mcp-handler',
];

/** A long file that begins last leaves a core idle. Without the times of an earlier run, Vitest uses the size of a file. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification): number => {
      const rank = LONG.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return project.name === 'all' && rank >= 0 ? rank : LONG.length;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    // Only stops a test that hangs; benchmarks measure speed. A loaded machine takes ten times as long as a quiet one.
    testTimeout: 300_000,
    hookTimeout: 600_000,
    sequence: { sequencer: LongestFirst },
    // CI has two cores. Tests that wait, for processes and for time, leave a third of that time idle, which a third worker uses.
    maxWorkers: 3,
    experimental: { viteModuleRunner: !isRun, nodeLoader: false },
    execArgv: [
      // Storage tests make garbage by the gigabyte: collecting it less often takes a tenth off their work.
      '--max-semi-space-size=64',
      ...(isRun ? ['--import', new URL('test/support/processes/typescript-loader.mjs', import.meta.url).href] : []),
    ],
    // The files of a worker share its modules and its storage engine: starting both for each file took most of the run.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'all', include: ['test/**/*.test.ts'], exclude: IN_MEMORY_ONLY } },
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
