/** Prints the line `N passed, N failed, N skipped` from vitest's JSON report. A file that could not be loaded counts as one failure. */
import { readFileSync } from 'node:fs';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { status: string }[];
  }[];
}

const report = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Report;
const brokenFiles = report.testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
);
const failed = report.numFailedTests + brokenFiles.length;
console.log(
  `${report.numPassedTests} passed, ${failed} failed, ${report.numPendingTests + report.numTodoTests} skipped`,
);
process.exitCode = failed === 0 ? 0 : 1;
