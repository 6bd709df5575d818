/**
 * The tests that `npm run mutation` runs against every mutant of the rules of money, of authentication, of sign-in and
 * of a tool call: all tests of those folders, which need no storage engine, and those of the discovery function.
 */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Of the files that are changed; see bench/mutation.ts. */
const FOLDER = process.env.MUTATED_FOLDER ?? '';
/** Loaded with all that research goes through. */
const SLOW_TESTS = ['research-part', 'enrich-catalog', 'whose-research', 'research-money', 'request-and-research'];

const OF_RESEARCH = [
  'test/core/sourcing/{enrichment,research}/**/*.test.ts',
  'test/attacks/{whose-research,research-money}.test.ts',
];
const OF_SIGN_IN = ['test/core/access/oauth/**/*.test.ts'];
/** Statements are closed on the store's own conditions, which the storage engine tests. */
const OF_STATEMENTS = [
  'test/core/billing/statements/**/*.test.ts',
  'test/adapters/dynamodb/billing/{close-statements,dynamo-doubt-store,whole-month}.contract.test.ts',
];
/** Research and statements go through the meter, too, and say nothing of it that its own tests do not. */
const OF_METER = [
  'test/core/billing/{meter,rate-limit}/**/*.test.ts',
  'test/core/api/tools/{call-tool,pay-for-answer}.test.ts',
];
/** Permissions are chosen and shown on the dashboard; a negative figure is found where a debit is written. */
const OF_PLANS = [
  ...OF_METER,
  'test/core/billing/{accounts,plans}/**/*.test.ts',
  'test/core/access/administration/**/*.test.ts',
  'test/adapters/lambda-http/negative-usage.test.ts',
];
/** The tests of single tools say nothing about the order of a call. */
const OF_CALLS = ['test/core/api/tools/{call-tool,pay-for-answer}.test.ts'];
const OF_THE_OTHERS = [
  'test/core/{money,time}.test.ts',
  'test/core/{access/{administration,assistants,auth,oauth},billing/{accounts,meter,plans,rate-limit}}/**/*.test.ts',
  'test/functions/discovery/**/*.test.ts',
];

/**
 * The rules of research and of sign-in are held by their own tests alone, those of keys without research: its tests
 * take twenty seconds a run.
 */
const OF_FOLDER: Readonly<Record<string, string[]>> = {
  enrichment: OF_RESEARCH,
  research: OF_RESEARCH,
  oauth: OF_SIGN_IN,
  meter: OF_METER,
  accounts: OF_PLANS,
  plans: OF_PLANS,
  core: ['test/core/{money,time}.test.ts'],
  statements: OF_STATEMENTS,
  tools: OF_CALLS,
  administration: ['test/core/access/administration/**/*.test.ts'],
  assistants: OF_THE_OTHERS,
  auth: OF_THE_OTHERS,
  'rate-limit': [...OF_THE_OTHERS, ...OF_CALLS],
};

/**
 * A mutant's run ends with the first test that fails, and one of a constant runs all tests: those of the changed folder
 * go first, and of those the quick ones.
 */
class LikelyTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const isOfFolder = moduleId.includes('/test/core/') && moduleId.includes(`/${FOLDER}/`);
  return (
    (isOfFolder ? 0 : SLOW_TESTS.length + 1) + SLOW_TESTS.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  );
}

export default defineConfig({
  test: {
    include: OF_FOLDER[FOLDER] ?? [...OF_RESEARCH, ...OF_THE_OTHERS],
    // The first needs the storage engine, which only statements run on; the second takes half a minute for two random
    // months.
    exclude: ['test/core/sourcing/enrichment/faults.test.ts', 'test/core/billing/statements/months-by-key.test.ts'],
    env: { ...(FOLDER !== 'statements' && { RESEARCH_STORES: 'memory' }), CASES: 'all' },
    setupFiles: ['test/support/fixtures/fixed-seed.ts'],
    sequence: { sequencer: LikelyTestsFirst },
    testTimeout: 60_000,
  },
});
