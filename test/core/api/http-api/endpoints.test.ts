import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { API_ROUTES, findApiPath } from '../../../../core/api/http-api/api-routes.ts';
import { ENDPOINT_TOOLS, inApiWords } from '../../../../core/api/http-api/endpoints.ts';
import { TOOLS } from '../../../../core/api/tools/definitions/all-tools.ts';

const NAMES = [...TOOLS.map(({ name }) => name), 'part_number'];
const NAMED = new RegExp(`(?<![A-Za-z0-9_])(${NAMES.join('|')})(?![A-Za-z0-9_])`);

test('every tool has an endpoint', () => {
  expect(Object.values(ENDPOINT_TOOLS)).toEqual(expect.arrayContaining([...TOOLS]));
});

/** Returns every literal text of the files that word answers and errors of tools. */
function sentences(): readonly string[] {
  const rooms = [
    'index/lookup',
    'index/search',
    'sourcing/enrichment',
    'billing/meter',
    'api/tools',
    'api/tools/definitions',
    'catalogs/rows',
    'index/manufacturers',
  ];
  return rooms.flatMap((room) =>
    readdirSync(`core/${room}`)
      .filter((name) => name.endsWith('.ts'))
      .flatMap(
        (name) => readFileSync(`core/${room}/${name}`, 'utf8').match(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ?? [],
      ),
  );
}

test('inApiWords replaces every name of a tool, and of an argument with another name in the API', () => {
  const named = sentences().filter((text) => NAMED.test(text));
  expect(named.length).toBeGreaterThan(20);
  expect(named.map(inApiWords).filter((text) => NAMED.test(text))).toEqual([]);
});

test('inApiWords keeps longer words that contain such a name', () => {
  expect(inApiWords('supplier_part_number and lookup_partition, not lookup_parts or lookup_part')).toBe(
    'supplier_part_number and lookup_partition, not POST /v1/items/lookup or GET /v1/items/lookup',
  );
});

test.each([
  ['/v1/items/lookup', ['GET', 'POST'], {}],
  ['/v1/items/search', ['GET'], {}],
  ['/v1/items/itm_00000001', ['GET'], { item_id: 'itm_00000001' }],
  ['/v1/catalogs/cat_1/rows', ['GET'], { catalog_id: 'cat_1' }],
  ['/v1/enrichment', ['POST', 'GET'], {}],
])('the path %s of the HTTP API takes %j', (path, methods, values) => {
  const found = findApiPath(path);
  expect([[...(found?.byMethod.keys() ?? [])], found?.values]).toEqual([methods, values]);
});

test.each(['/v1', '/v1/', '/v1/items', '/v1/items/', '/v1/usage/', '/v1/items/a/b', '/v1/catalogs//rows', '/V1/usage'])(
  '%s is not a path of the HTTP API',
  (path) => {
    expect(findApiPath(path)).toBeUndefined();
  },
);

test('every route is found by its own path', () => {
  for (const route of API_ROUTES) {
    const [method = '', path = ''] = route.split(' ');
    expect(findApiPath(path.replaceAll(/\{\w+\}/g, 'x'))?.byMethod.get(method)).toBe(route);
  }
});
