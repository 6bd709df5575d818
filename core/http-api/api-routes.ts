/**
 * The paths of the HTTP API and their methods: the one list, from which the template's routes are checked, the HTTP API's function finds its endpoint and
 * the discovery function knows what exists. It imports no tool, so that discovery loads none.
 */
import type { ErrorWriter } from '../refusals/error-writer.ts';

export const API_ROUTES = [
  'GET /v1/items/lookup',
  'POST /v1/items/lookup',
  'GET /v1/items/search',
  'GET /v1/items/{item_id}',
  'GET /v1/catalogs',
  'GET /v1/catalogs/{catalog_id}/rows',
  'GET /v1/usage',
  'POST /v1/enrichment',
  'GET /v1/enrichment',
] as const;

/** Where the endpoints are described: as OpenAPI 3.1, and for people. */
export const OPENAPI_PATH = '/v1/openapi.json';
export const API_PAGE_PATH = '/docs/api';

export type ApiRoute = (typeof API_ROUTES)[number];

/** A path as it was asked for. */
export interface ApiPath {
  /** The endpoints of the path, by method. */
  readonly byMethod: ReadonlyMap<string, ApiRoute>;
  /** What the path says for its variables, as it was sent. */
  readonly values: Readonly<Record<string, string>>;
}

/** Header names in which pages of allowed origins may read and send more than on other routes. */
const API_CORS = {
  pagesRead: ['RateLimit-Policy', 'RateLimit', 'Idempotent-Replayed'],
  pagesSend: ['Idempotency-Key'],
} as const;

/** How every path of the HTTP API is judged, whichever function it reaches. */
export function apiPathRules({ byMethod }: ApiPath, errors: ErrorWriter) {
  const methods = [...byMethod.keys()];
  return { methods, allow: methods.join(', '), origin: 'cors', errors, ...API_CORS } as const;
}

const VARIABLE = /^\{(\w+)\}$/;

/** Undefined for a path that the HTTP API does not have. A whole path goes before one with a variable, as at the gateway. */
export function findApiPath(path: string): ApiPath | undefined {
  const [exact = [], withVariable = []] = [true, false].map((wanted) =>
    API_ROUTES.filter((route) => !route.includes('{') === wanted && valuesOf(route, path) !== undefined),
  );
  const routes = exact.length > 0 ? exact : withVariable;
  const [first] = routes;
  if (first === undefined) return undefined;
  return {
    byMethod: new Map(routes.map((route) => [route.slice(0, route.indexOf(' ')), route])),
    values: valuesOf(first, path) ?? {},
  };
}

function valuesOf(route: ApiRoute, path: string): Readonly<Record<string, string>> | undefined {
  const parts = route.slice(route.indexOf(' ') + 1).split('/');
  const asked = path.split('/');
  if (asked.length !== parts.length) return undefined;
  const values: Record<string, string> = {};
  for (const [place, part] of parts.entries()) {
    const given = asked[place] ?? '';
    const variable = VARIABLE.exec(part)?.[1];
    if (variable === undefined ? given !== part : given === '') return undefined;
    if (variable !== undefined) values[variable] = given;
  }
  return values;
}
