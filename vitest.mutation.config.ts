/**
 * The tests that `npm run mutation` runs against every mutant of the rules of money and of admission: all of those rooms, which need no storage
 * engine, and the door that shows the documents.
 */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'test/core/money.test.ts',
      'test/core/{administration,assistants,auth,billing,enrichment}/**/*.test.ts',
      'test/discovery/**/*.test.ts',
    ],
    // They need storage; in-memory.test.ts runs the rules of the second on stores in memory.
    exclude: ['test/core/enrichment/{faults,request-and-research}.test.ts'],
    setupFiles: ['test/support/fixed-seed.ts'],
    testTimeout: 30_000,
  },
});
