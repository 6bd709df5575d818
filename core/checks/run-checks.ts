/** Asks every check and says what is wrong. */
import type { CheckAnswer, CheckRequest, CustomerCheck } from './customer-checks.ts';

export interface CheckResult {
  readonly name: string;
  /** Undefined when the check passed. */
  readonly problem: string | undefined;
}

/** One after the other: a check is a customer, not a load. @param ask a failure to ask is a problem like any other */
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
    // The name alone: a message may quote the request, and with it the key.
    return `it could not be asked (${error instanceof Error ? error.name : 'failure'})`;
  }
}
