/**
 * Adds up Vitest's JSON reports in a folder. Fails without a report, and where `npm test` holds less than 95 % of the
 * tests. The last line is `N passed, N failed, N skipped`; a file that could not be loaded counts as one failure, a
 * repetition with all random cases as a test.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const LEAST_SHARE = 0.95;

interface Report {
  readonly numTotalTests: number;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

const folder = process.argv[2] ?? '';
const reports = readdirSync(folder).map((file) => ({
  part: path.basename(file, '.json'),
  ...(JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Report),
}));
const counts = { passed: 0, failed: 0, skipped: 0 };
for (const report of reports) {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  counts.passed += report.numPassedTests;
  counts.failed += report.numFailedTests + broken.length;
  counts.skipped += report.numPendingTests + report.numTodoTests;
  console.log(`${report.part}: ${report.numTotalTests} tests in ${report.testResults.length} files`);
}

const quick = new Map(reports.find(({ part }) => part === 'tests')?.testResults.map((file) => [file.name, file]) ?? []);
const onlySlow = reports
  .filter(({ part }) => part === 'slow-tests')
  .flatMap(({ testResults }) => testResults.filter(({ name }) => !quick.has(name)))
  .reduce((sum, { assertionResults }) => sum + assertionResults.length, 0);
const inQuick = reports.find(({ part }) => part === 'tests')?.numTotalTests ?? 0;
const share = inQuick / (inQuick + onlySlow);
console.log(`npm test holds ${(share * 100).toFixed(1)} % of all tests.`);
if (reports.length === 0 || !(share >= LEAST_SHARE)) {
  console.log(`At least ${LEAST_SHARE * 100} % of the tests must be in npm test.`);
  process.exitCode = 1;
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
if (counts.failed > 0) process.exitCode = 1;
