/** The rate limit of a caller (docs/reference/behavior.md#limits): the plan's, or the fixed limit of test keys. */
import type { Caller } from './caller.ts';

const TEST_KEY_REQUESTS_PER_MINUTE = 60;

interface Limited {
  readonly account: Pick<Caller['account'], 'terms'>;
  readonly client: Pick<Caller['client'], 'kind'>;
}

export function requestsPerMinuteOf({ account, client }: Limited): number {
  return client.kind === 'test' ? TEST_KEY_REQUESTS_PER_MINUTE : account.terms.requestsPerMinute;
}
