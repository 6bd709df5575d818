/** Checks every endpoint of the HTTP API with one free request, an access token, and the OpenAPI document. */
import * as z from 'zod';
import { API_ROUTES, OPENAPI_PATH, type ApiRoute } from '../../core/api/http-api/api-routes.ts';
import type { Check } from './check.ts';
import { askForToken, expectEqual, getDocument, request, type SmokeTarget } from './smoke-target.ts';

const NO_PART = { manufacturer: 'Smoke Test Maker', mpn: 'SMOKE-TEST-NO-SUCH-PART' };
const ASKED_BY_NAME = `?${new URLSearchParams(NO_PART).toString()}`;

interface Asked {
  /** The query string after the path; `values` has the path variables. */
  readonly query?: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
  /** The status if the key lacks the scope, which is recommended. */
  readonly orStatus?: number;
}

const REQUESTS: Readonly<Record<ApiRoute, Asked>> = {
  'GET /v1/items/lookup': { query: ASKED_BY_NAME, status: 404 },
  'POST /v1/items/lookup': { body: { items: [NO_PART] }, status: 200 },
  'GET /v1/items/search': { query: '?query=smoketestnosuchword', status: 200 },
  'GET /v1/items/{item_id}': { values: { item_id: 'itm_00000000' }, status: 404 },
  'GET /v1/catalogs': { query: '?limit=1', status: 200 },
  'GET /v1/catalogs/{catalog_id}/rows': { values: { catalog_id: 'cat_0' }, status: 404 },
  'GET /v1/usage': { status: 200 },
  'POST /v1/enrichment': { body: { items: [] }, status: 400, orStatus: 403 },
  'GET /v1/enrichment': { query: ASKED_BY_NAME, status: 404 },
};

const envelopeSchema = z.object({
  errors: z.array(z.object({ code: z.string() })),
  meta: z.object({ request_id: z.string(), usage: z.object({ tokens_billed: z.number() }).optional() }),
});

export function apiChecks(target: SmokeTarget): Check[] {
  const key = `Bearer ${target.clientId}:${target.clientSecret}`;
  return [
    ...API_ROUTES.map((route) => ({ name: route, run: () => checkEndpoint(target, route, key) })),
    { name: 'GET /v1/usage with an access token', run: () => checkToken(target) },
    { name: 'GET /v1/usage without credentials', run: () => checkChallenge(target) },
    { name: `GET ${OPENAPI_PATH}`, run: () => checkDescription(target) },
  ];
}

async function checkEndpoint(target: SmokeTarget, route: ApiRoute, key: string): Promise<void> {
  const { query = '', values = {}, body, status, orStatus } = REQUESTS[route];
  const [method = '', path = ''] = route.split(' ');
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  const response = await request(`${target.url}${filled}${query}`, {
    method,
    headers: { authorization: key, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { meta } = await readEnvelope(response);
  if (response.status !== orStatus) expectEqual('the status', response.status, status);
  expectEqual('`tokens_billed`', meta.usage?.tokens_billed, 0);
  expectEqual('`request_id`', meta.request_id, response.headers.get('x-request-id'));
  if (!response.headers.has('ratelimit'))
    throw new Error('The RateLimit header is missing: the gateway did not pass it on.');
}

/** Its own check, so that a broken token endpoint shows where nothing else needs a token. */
async function checkToken(target: SmokeTarget): Promise<void> {
  const token = await askForToken(target, 'usage:read');
  await checkEndpoint(target, 'GET /v1/usage', `Bearer ${token}`);
}

async function checkChallenge({ url }: SmokeTarget): Promise<void> {
  const response = await request(`${url}/v1/usage`);
  expectEqual('the status', response.status, 401);
  const { errors } = await readEnvelope(response);
  expectEqual('the code', errors[0]?.code, 'unauthorized');
  if (response.headers.get('www-authenticate')?.startsWith('Bearer ') !== true)
    throw new Error('The challenge is missing. See docs/operate/deploy.md, "When the challenge is missing".');
}

async function checkDescription(target: SmokeTarget): Promise<void> {
  const { servers, paths } = z
    .object({
      servers: z.array(z.object({ url: z.string() })),
      paths: z.record(z.string(), z.record(z.string(), z.unknown())),
    })
    .parse(await getDocument(target, OPENAPI_PATH));
  expectEqual('its server', servers[0]?.url, target.baseUrl);
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expectEqual('its endpoints', described.toSorted(), API_ROUTES.toSorted());
}

async function readEnvelope(response: Response): Promise<z.infer<typeof envelopeSchema>> {
  const body: unknown = await response.json().catch(() => undefined);
  const read = envelopeSchema.safeParse(body);
  if (!read.success) throw new Error(`The response with status ${response.status} does not have the envelope.`);
  return read.data;
}
