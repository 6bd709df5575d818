import { expect, test } from 'vitest';
import type { CheckResult } from '../../../core/checks/run-checks.ts';
import { createCanaryHandler } from '../../../functions/service-canary/create-canary-handler.ts';

const TEST_KEY = `cli_test_0123456789_000000000000:${'s'.repeat(32)}`;

async function callService(readKey: () => Promise<string>) {
  const reported: CheckResult[] = [];
  const times: number[] = [];
  let isWithoutKey = false;
  let nowMs = 1_000;
  await createCanaryHandler({
    readKey,
    ask: async () => {
      nowMs += 10;
      throw new TypeError('fetch failed');
    },
    log: {
      report: (results, milliseconds) => (reported.push(...results), times.push(milliseconds), false),
      withoutKey: () => void (isWithoutKey = true),
    },
    clock: { nowMs: () => nowMs },
  })();
  return { checks: reported.length, problems: new Set(reported.map(({ problem }) => problem)), times, isWithoutKey };
}

test('the canary reports an unreachable service as a failed check, and how long all checks took', async () => {
  expect(await callService(async () => TEST_KEY)).toEqual({
    checks: 7,
    problems: new Set(['it could not be asked (TypeError)']),
    times: [70],
    isWithoutKey: false,
  });
});

test.each<[string, () => Promise<string>]>([
  ['cannot be read', async () => Promise.reject(new Error('no such secret'))],
  ['holds no test key', async () => TEST_KEY.replace('test', 'live')],
])(
  'the canary says that it has no key when its secret %s, and runs the checks that need none',
  async (_why, readKey) => {
    expect(await callService(readKey)).toMatchObject({ checks: 3, isWithoutKey: true });
  },
);
