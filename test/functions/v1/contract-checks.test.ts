/**
 * The acceptance checks of the HTTP API, numbered as in its contract, with the demo's keys and parts, sent as a
 * program sends them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOON_MS } from '../../support/fixtures/accounts.ts';
import type { ItemRecord } from '../../../core/index/items/item-record.ts';
import type { DemoKeyName } from '../../../local/demo/demo-keys.ts';
import { generateDemoItems } from '../../../local/demo/generate-demo-items.ts';
import { openDemoKeys } from '../../../local/demo/open-demo-keys.ts';
import { startApiService } from '../../support/service/api-service.ts';
import { judged, type JudgedService } from '../../support/service/documented-answers.ts';
import type { HandlerAnswer } from '../../support/service/gateway.ts';
import { toolCall } from '../../support/service/mcp-service.ts';

const PART = 'manufacturer=Brenholt&mpn=MS1001-B';
const UNKNOWN = 'manufacturer=Tarnvik+Tools+AB&mpn=TQ8005';
const BARCODE = '00400000010014';

let service: JudgedService;
let keys: Record<DemoKeyName, string>;

beforeAll(async () => {
  service = judged(await startApiService());
  const items = generateDemoItems();
  for (const item of wanted(items)) await service.writer.writeItem(item);
  const opened = await openDemoKeys(service.store, { accountsTable: service.tables.accountsTable, nowMs: NOON_MS });
  keys = Object.fromEntries(
    Object.entries(opened).map(([name, key]) => [name, `${key.client_id}:${key.client_secret}`]),
  ) as Record<DemoKeyName, string>;
}, 60_000);
afterAll(() => service.stop());

function wanted(items: readonly ItemRecord[]): readonly ItemRecord[] {
  const screws = items.filter(({ title }) => title?.toLowerCase().includes('machine screw') === true).slice(0, 8);
  const named = items.filter(({ mpn, gtin }) => mpn === 'MS1001-B' || gtin === BARCODE);
  return [...new Set([...named, ...screws])];
}

function errorOf({ statusCode, json }: HandlerAnswer) {
  return [statusCode, json.errors[0].code, json.errors[0].field];
}

/** Each check runs in a new minute, so that none counts another's requests. */
function nextMinute(): void {
  service.clock.nowMs += 60_000;
}

describe('the checks of the HTTP API', () => {
  test('1: an existing part is returned and billed', async () => {
    const { statusCode, json } = await service.get(`/v1/items/lookup?${PART}`, keys.live);
    expect([statusCode, json.data.found, json.meta.usage.tokens_billed, json.errors]).toEqual([200, true, 145, []]);
  });

  test('2: lookup_part over MCP returns the same item for the same tokens', async () => {
    const api = await service.get(`/v1/items/lookup?${PART}`, keys.live);
    const mcp = await service.send(
      toolCall('lookup_part', { manufacturer: 'Brenholt', part_number: 'MS1001-B' }, keys.live),
    );
    const { structuredContent, _meta } = mcp.json.result;
    expect(structuredContent.item).toEqual(api.json.data.item);
    expect(_meta['com.service/usage'].tokens_billed).toBe(145);
  });

  test('3: one field costs less', async () => {
    const { json } = await service.get(`/v1/items/lookup?${PART}&fields=updated_at`, keys.live);
    expect(Object.keys(json.data.item)).toEqual(['id', 'updated_at']);
    expect(json.meta.usage.tokens_billed).toBe(15);
  });

  test('4: a miss is 404 and free', async () => {
    const answer = await service.get('/v1/items/lookup?manufacturer=Nobody&mpn=Z9', keys.live);
    expect(errorOf(answer)).toEqual([404, 'not_found', null]);
    expect(answer.json.meta.usage.tokens_billed).toBe(0);
  });

  test('5 to 8: a missing, invalid, unknown or repeated parameter is named', async () => {
    const asked = async (query: string) => service.get(`/v1/items/lookup?${query}`, keys.live);
    expect(errorOf(await asked('mpn=Z9'))).toEqual([400, 'missing_parameter', 'manufacturer']);
    expect(errorOf(await asked('gtin=00400000010015'))).toEqual([400, 'invalid_parameter', 'gtin']);
    const misnamed = await asked('manufacturer=X&part_number=Y');
    expect(errorOf(misnamed)).toEqual([400, 'invalid_parameter', 'part_number']);
    expect(misnamed.json.errors[0].message).toContain('Did you mean mpn?');
    expect(errorOf(await asked(`${PART}&mpn=B`))).toEqual([400, 'invalid_parameter', 'mpn']);
  });

  test('9: a batch says which of its parts exist', async () => {
    const items = [
      { manufacturer: 'Brenholt', mpn: 'MS1001-B' },
      { manufacturer: 'Nobody', mpn: 'Z9' },
    ];
    const { statusCode, json } = await service.post('/v1/items/lookup', { items }, keys.live);
    const places = (list: { input_index: number }[]) => list.map(({ input_index }) => input_index);
    expect([statusCode, places(json.data.found), places(json.data.not_found)]).toEqual([200, [0], [1]]);
  });

  test('10: a batch above the plan’s size is refused', async () => {
    const items = Array.from({ length: 11 }, () => ({ gtin: BARCODE }));
    expect(errorOf(await service.post('/v1/items/lookup', { items }, keys.trial))).toEqual([
      400,
      'batch_too_large',
      'items',
    ]);
  });

  test('11: bodies that are not JSON, not objects or too large are refused, each with its status', async () => {
    const text = await service.post('/v1/items/lookup', '{}', keys.live, { 'content-type': 'text/plain' });
    const list = await service.post('/v1/items/lookup', '[]', keys.live);
    const large = await service.post('/v1/items/lookup', ' '.repeat(65_537), keys.live);
    expect([text, list, large].map(errorOf)).toEqual([
      [415, 'bad_request', null],
      [400, 'bad_request', null],
      [413, 'bad_request', null],
    ]);
  });

  test('12: a cursor continues a search', async () => {
    const search = '/v1/items/search?query=machine+screw&limit=2';
    const first = await service.get(search, keys.live);
    const second = await service.get(`${search}&cursor=${first.json.data.next_cursor}`, keys.live);
    const ids = [first, second].flatMap(({ json }) => json.data.items.map(({ id }: { id: string }) => id));
    expect([first.statusCode, ids.length, new Set(ids).size]).toEqual([200, 4, 4]);
  });

  test('13: a search needs a criterion', async () => {
    expect(errorOf(await service.get('/v1/items/search', keys.live))).toEqual([400, 'missing_parameter', 'query']);
  });

  test('14: an unknown item is 404, a malformed id 400', async () => {
    expect(errorOf(await service.get('/v1/items/itm_00000000', keys.live))).toEqual([404, 'not_found', 'item_id']);
    expect(errorOf(await service.get('/v1/items/abc', keys.live))).toEqual([400, 'invalid_parameter', 'item_id']);
  });

  test('15: the challenge names no error without a key, and one with a wrong key', async () => {
    const none = await service.get('/v1/usage');
    expect(none.statusCode).toBe(401);
    expect(none.headers['www-authenticate']).toMatch(/^Bearer error_description="[^"]+"$/);
    const wrong = await service.get('/v1/usage', `${keys.live.split(':')[0]}:wrong`);
    expect(errorOf(wrong)).toEqual([401, 'unauthorized', null]);
    expect(wrong.headers['www-authenticate']).toMatch(/^Bearer error="invalid_token", error_description="[^"]+"$/);
  });

  test('16: a key without the scope is refused, and the response names the scope', async () => {
    const answer = await service.get('/v1/usage', keys.read_only);
    expect(errorOf(answer)).toEqual([403, 'forbidden', null]);
    expect(answer.json.errors[0].message).toContain('usage:read');
    expect(answer.headers['www-authenticate']).toContain('Bearer error="insufficient_scope", scope="usage:read"');
  });

  test('17: a suspended account and a foreign origin are refused', async () => {
    expect(errorOf(await service.get('/v1/usage', keys.suspended))).toEqual([403, 'forbidden', null]);
    const foreign = await service.get('/v1/usage', keys.live, { origin: 'https://evil.example' });
    expect(errorOf(foreign)).toEqual([403, 'origin_not_allowed', null]);
  });

  test('18: a reached cap is 402', async () => {
    expect(errorOf(await service.get(`/v1/items/lookup?${PART}`, keys.past_due))).toEqual([402, 'past_due', null]);
    const used = await service.get(`/v1/items/lookup?${PART}`, keys.trial_used);
    expect(errorOf(used)).toEqual([402, 'trial_limit_reached', null]);
    expect(used.json.errors[0].upgrade_url).toBe('https://dashboard.example.com/upgrade');
  });

  test('19: HEAD is refused where GET is served, and an unknown path is 404', async () => {
    const head = await service.api({
      method: 'HEAD',
      path: '/v1/usage',
      headers: { authorization: `Bearer ${keys.live}` },
    });
    expect([head.statusCode, head.headers['allow']]).toEqual([405, 'GET']);
    expect(errorOf(await service.get('/v1/nothing', keys.live))).toEqual([404, 'not_found', null]);
  });

  test('20: a missing part is queued once, however often it is requested concurrently', async () => {
    const ask = () => service.get(`/v1/items/lookup?${UNKNOWN}&queue=true`, keys.live);
    const answers = await Promise.all([ask(), ask()]);
    expect(answers.map(({ statusCode, json }) => [statusCode, json.data.research.status])).toEqual([
      [202, 'queued'],
      [202, 'queued'],
    ]);
    const times = answers.map(({ json }) => json.data.research.check_back_after);
    expect(new Set(times).size).toBe(1);
    expect(answers[0]?.headers['retry-after']).toBe('120');
    const statusUrl = new URL(String(answers[0]?.json.data.status_url));
    const [path, query] = [statusUrl.pathname, statusUrl.searchParams.toString()];
    const status = await service.get(`${path}?${query}`, keys.live);
    expect([status.statusCode, status.json.data.state, status.json.data.charged]).toEqual([200, 'queued', false]);
  });

  test('21: a key that may not research gets 402 for a miss', async () => {
    const answer = await service.get(`/v1/items/lookup?${UNKNOWN}&queue=true`, keys.test);
    expect(errorOf(answer)).toEqual([402, 'plan_required_for_enrich', null]);
  });

  test('22: research by only a GTIN is refused', async () => {
    const answer = await service.get('/v1/items/lookup?gtin=012345678905&queue=true', keys.live);
    expect(errorOf(answer)).toEqual([422, 'unprocessable', 'gtin']);
  });

  test('22: for an unknown GTIN, the manufacturer and part number in the same request are not looked up or billed instead', async () => {
    const part = 'manufacturer=Brenholt&mpn=MS1001-B';
    const answer = await service.get(`/v1/items/lookup?gtin=012345678905&${part}&queue=true`, keys.live);
    expect(errorOf(answer)).toEqual([422, 'unprocessable', 'gtin']);
  });

  test('25: a test key has sixty requests a minute, and every response names its request', async () => {
    nextMinute();
    const answers = [];
    for (let sent = 0; sent < 61; sent += 1) answers.push(await service.get('/v1/usage', keys.test));
    const last = answers.at(-1);
    expect(answers.slice(0, 60).every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(answers[59]?.headers['ratelimit']).toMatch(/^"key";r=0;t=\d+$/);
    expect([last?.statusCode, last?.json.errors[0].code]).toEqual([429, 'rate_limited']);
    expect(last?.headers['ratelimit']).toMatch(/^"key";r=0;t=\d+$/);
    expect(last?.headers['ratelimit-policy']).toBe('"key";q=60;w=60');
    expect(Number(last?.headers['retry-after'])).toBe(last?.json.errors[0].retry_after_seconds);
    for (const { headers, json } of answers) expect(headers['x-request-id']).toBe(json.meta.request_id);
  });

  test('24: every response of these checks matches the published description', () => {
    expect(service.faults).toEqual([]);
    const statuses = new Set([...service.seen].map((seen) => seen.slice(-3)));
    expect([...statuses].toSorted()).toEqual([
      '200',
      '202',
      '400',
      '401',
      '402',
      '403',
      '404',
      '405',
      '413',
      '415',
      '422',
      '429',
    ]);
  });
});
