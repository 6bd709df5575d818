/**
 * The tests that `npm run mutation` runs against every mutant of the rules of money and of admission: all of those rooms, which need no storage
 * engine, and the door that shows the documents.
 */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/core/money.test.ts', 'test/core/{auth,billing}/**/*.test.ts', 'test/discovery/**/*.test.ts'],
    setupFiles: ['test/support/fixed-seed.ts'],
  },
});
