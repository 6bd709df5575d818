/** Gives the property tests of a run one seed, which vitest.config.ts prints. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['CASES_SEED'] ?? 1) });
