/**
 * Runs the checks in the order of a client's calls. Every call is free: look-ups ask for parts that do not exist, and
 * request_enrichment is called with an empty list, which it refuses.
 */
import { apiChecks } from './api-checks.ts';
import { challengeChecks } from './challenge-checks.ts';
import type { Check } from './check.ts';
import { ERAS, expectEqual, getDocument, sendMessage, type Era, type SmokeTarget } from './smoke-target.ts';

interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  readonly milliseconds: number;
  readonly problem?: string;
}

const NO_PART = { manufacturer: 'Smoke Test Manufacturer', part_number: 'SMOKE-TEST-NO-SUCH-PART' };

/** Arguments and expected results by tool; undefined if the tool must refuse, which is also free. */
const CALLS: readonly (readonly [tool: string, args: object, expected: Record<string, unknown> | undefined])[] = [
  ['get_usage', {}, {}],
  ['lookup_part', NO_PART, { found: false, item: null }],
  ['lookup_parts', { items: [NO_PART] }, { found: [] }],
  ['search_items', { query: 'smoketestnosuchword' }, { items: [], has_more: false, next_cursor: null }],
  ['get_item', { item_id: 'itm_00000000' }, undefined],
  ['list_my_catalogs', { limit: 1 }, {}],
  ['get_catalog_items', { catalog_id: 'cat_0' }, undefined],
  ['request_enrichment', { items: [] }, undefined],
];

/** Runs all checks, one after another, even if some fail. */
export async function runChecks(target: SmokeTarget): Promise<readonly CheckResult[]> {
  const checks = [
    ...documentChecks(target),
    ...challengeChecks(target),
    ...ERAS.flatMap((era) => eraChecks(target, era)),
    ...apiChecks(target),
  ];
  const results: CheckResult[] = [];
  for (const { name, run } of checks) {
    const startedMs = performance.now();
    const problem = await run().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? causeOf(error) : String(error)),
    );
    const milliseconds = Math.round(performance.now() - startedMs);
    results.push({ name, ok: problem === undefined, milliseconds, ...(problem !== undefined && { problem }) });
  }
  return results;
}

function documentChecks(target: SmokeTarget): Check[] {
  const { baseUrl } = target;
  const resource = (path: string): Check => ({
    name: `GET ${path}`,
    run: async () => {
      const document = await getDocument(target, path);
      expectEqual('`resource`', document['resource'], `${baseUrl}/mcp`);
      expectEqual('`authorization_servers`', document['authorization_servers'], [baseUrl]);
    },
  });
  return [
    resource('/.well-known/oauth-protected-resource/mcp'),
    resource('/.well-known/oauth-protected-resource'),
    {
      name: 'GET /.well-known/oauth-authorization-server',
      run: async () => {
        const document = await getDocument(target, '/.well-known/oauth-authorization-server');
        expectEqual('`issuer`', document['issuer'], baseUrl);
        expectEqual('`token_endpoint`', document['token_endpoint'], `${baseUrl}/v1/oauth/token`);
      },
    },
  ];
}

function eraChecks(target: SmokeTarget, era: Era): Check[] {
  const key = `Bearer ${target.clientId}:${target.clientSecret}`;
  const opening = era === '2026-07-28' ? 'server/discover' : 'initialize';
  const params =
    opening === 'initialize'
      ? { protocolVersion: era, capabilities: {}, clientInfo: { name: 'smoke', version: '1.0.0' } }
      : {};
  const methods: readonly (readonly [string, Record<string, unknown>])[] = [
    [opening, params],
    ['tools/list', {}],
  ];
  return [
    ...methods.map(([method, methodParams]) => ({
      name: `${era} ${method}`,
      run: async () => {
        const answer = await sendMessage(target, era, method, methodParams, key);
        expectEqual(`the status of ${method}`, answer.status, 200);
        if (answer.result === undefined) throw new Error(`${method} returned error ${answer.errorCode}.`);
      },
    })),
    ...CALLS.map(([tool, args, expected]) => ({
      name: `${era} ${tool}`,
      run: () => checkCall(target, era, [tool, args, expected], key),
    })),
  ];
}

async function checkCall(
  target: SmokeTarget,
  era: Era,
  [tool, args, expected]: (typeof CALLS)[number],
  key: string,
): Promise<void> {
  const { status, result } = await sendMessage(target, era, 'tools/call', { name: tool, arguments: args }, key);
  // A key without enrich:write is recommended, and its scope is checked before the arguments.
  if (tool === 'request_enrichment' && status === 403) return;
  expectEqual(`the status of ${tool}`, status, 200);
  if (result === undefined) throw new Error(`${tool} has no result.`);
  const meta = result['_meta'] as Record<string, { tokens_billed?: number }> | undefined;
  expectEqual('`tokens_billed`', meta?.['com.service/usage']?.tokens_billed, 0);
  expectEqual('`isError`', result['isError'] === true, expected === undefined);
  const structured = (result['structuredContent'] ?? {}) as Record<string, unknown>;
  for (const [name, value] of Object.entries(expected ?? {})) expectEqual(`\`${name}\``, structured[name], value);
}

function causeOf(error: Error): string {
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}
