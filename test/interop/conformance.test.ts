/** The protocol's own conformance suite, with every scenario that it has for each of the four versions. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAuthorizingProxy, type AuthorizingProxy } from '../support/sign-in/authorizing-proxy.ts';
import { bearerKey, startRunningService, type RunningService } from '../support/service/running-service.ts';
import { runConformanceSuite } from './conformance-suite.ts';
import { NOT_APPLICABLE } from './not-applicable-checks.ts';

let service: RunningService;
let proxy: AuthorizingProxy;

beforeAll(async () => {
  service = await startRunningService();
  proxy = await startAuthorizingProxy(service.baseUrl, bearerKey(service));
});
afterAll(async () => {
  await proxy.stop();
  await service.stop();
});

/** The number of passing checks: the suite is pinned, so a check that is dropped is noticed. */
test.each([
  ['2026-07-28', 84],
  ['2025-11-25', 35],
  ['2025-06-18', 29],
  // The suite has only the note about sessions for it; the checks of 2025-06-18 replace it.
  ['2025-03-26', 0],
] as const)(
  'version %s passes exactly the %i checks that apply',
  async (protocolVersion, passing) => {
    const checks = await runConformanceSuite(`${proxy.url}/mcp`, protocolVersion);
    const listed = new Set(
      NOT_APPLICABLE.flatMap(({ protocolVersions, checks: names }) =>
        protocolVersions.includes(protocolVersion) ? names : [],
      ),
    );
    const unexpected = checks.filter(({ passed, name }) => !passed && !listed.has(name));
    expect(unexpected.map(({ problem }) => problem)).toEqual([]);
    const failing = new Set(checks.filter(({ passed }) => !passed).map(({ name }) => name));
    expect([...failing].toSorted()).toEqual([...listed].toSorted());
    expect(checks.filter(({ passed }) => passed)).toHaveLength(passing);
  },
  120_000,
);
