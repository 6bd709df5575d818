/** The tests that `npm run mutation` runs against every mutant of the rules of money and of admission. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'test/core/billing/**/*.test.ts',
      'test/core/auth/**/*.test.ts',
      'test/token/**/*.test.ts',
      'test/discovery/**/*.test.ts',
      'test/mcp/credentials.test.ts',
      'test/mcp/billing.test.ts',
      'test/adapters/dynamodb/*{ledger,administration,assistant,usage-updates,meter-faults}*.test.ts',
    ],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
