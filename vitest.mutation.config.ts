/** The tests that `npm run mutation` runs against every mutant of the rules of money and of admission: the quick ones, without storage. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/core/billing/**/*.test.ts', 'test/core/auth/**/*.test.ts'], testTimeout: 10_000 },
});
