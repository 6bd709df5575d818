/**
 * The tests that `npm run mutation` runs against every mutant of the rules of money and of authentication: all tests of those folders, which need no storage
 * engine, and those of the discovery function.
 */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'test/core/money.test.ts',
      'test/core/{administration,assistants,auth,billing,enrichment}/**/*.test.ts',
      'test/attacks/{whose-research,research-money}.test.ts',
      'test/discovery/**/*.test.ts',
    ],
    // It needs the storage engine. All the others run on stores in memory.
    exclude: ['test/core/enrichment/faults.test.ts'],
    env: { RESEARCH_STORES: 'memory' },
    setupFiles: ['test/support/fixed-seed.ts'],
    testTimeout: 30_000,
  },
});
