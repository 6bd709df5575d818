import { defineConfig } from 'vitest/config';

/** Node imports the files of a run; to watch them, Vitest must know what imports what, and does it itself. */
const isRun = process.argv.includes('run');

/** Tests of the rules of research, which run on stores in memory, too (docs/decisions/0100-what-is-mutated.md). */
const ON_BOTH_STORES = [
  'test/core/enrichment/request-and-research.test.ts',
  'test/attacks/{whose-research,research-money}.test.ts',
];
const IN_MEMORY_ONLY = ['test/core/enrichment/{enrich-catalog,research-part}.test.ts'];

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // Two cores is what CI has: more workers only make the storage engines wait for each other.
    maxWorkers: 2,
    experimental: { viteModuleRunner: !isRun, nodeLoader: false },
    execArgv: [
      // Storage tests make garbage by the gigabyte: collecting it less often takes a tenth off their work.
      '--max-semi-space-size=64',
      ...(isRun ? ['--import', new URL('testing/harness/typescript-loader.mjs', import.meta.url).href] : []),
    ],
    // The files of a worker share its modules and its storage engine: starting both for each file took most of the run.
    isolate: false,
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    projects: [
      { extends: true, test: { name: 'all', include: ['test/**/*.test.ts'], exclude: IN_MEMORY_ONLY } },
      {
        extends: true,
        test: {
          name: 'memory',
          include: [...ON_BOTH_STORES, ...IN_MEMORY_ONLY],
          env: { RESEARCH_STORES: 'memory' },
          // After the others, as a worker serves one project at a time.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
