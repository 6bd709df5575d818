/** Runs checks and reports their problems. */
import type { CheckAnswer, CheckRequest, CustomerCheck } from './customer-checks.ts';

export interface CheckResult {
  readonly name: string;
  /** Undefined when the check passed. */
  readonly problem: string | undefined;
}

/**
 * Runs the checks one after another, to put no load on the service.
 * @param ask sends the request; its failure is reported as a problem
 */
export async function runChecks(
  checks: readonly CustomerCheck[],
  ask: (request: CheckRequest) => Promise<CheckAnswer>,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { name, request, judge } of checks) results.push({ name, problem: await problemOf(request, judge, ask) });
  return results;
}

async function problemOf(
  request: CheckRequest,
  judge: CustomerCheck['judge'],
  ask: (request: CheckRequest) => Promise<CheckAnswer>,
): Promise<string | undefined> {
  try {
    return judge(await ask(request));
  } catch (error) {
    // Only the error's name: a message may quote the request, and with it the key.
    return `it could not be asked (${error instanceof Error ? error.name : 'failure'})`;
  }
}
