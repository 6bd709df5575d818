/**
 * The only list of the HTTP API's routes: the template is checked against it, and the HTTP API's and discovery
 * functions match paths with it. It imports no tool, so that the discovery function loads none.
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

/** The endpoints' description, as OpenAPI 3.1 and for people. */
export const OPENAPI_PATH = '/v1/openapi.json';
export const API_PAGE_PATH = '/docs/api';

export type ApiRoute = (typeof API_ROUTES)[number];

/** A requested path of the HTTP API. */
export interface ApiPath {
  /** The endpoints of the path, by method. */
  readonly byMethod: ReadonlyMap<string, ApiRoute>;
  /** The values of the path's variables, as they were sent. */
  readonly values: Readonly<Record<string, string>>;
}

/** Headers that pages of allowed origins may read and send only here. */
const API_CORS = {
  pagesRead: ['RateLimit-Policy', 'RateLimit', 'Idempotent-Replayed'],
  pagesSend: ['Idempotency-Key'],
} as const;

/** Returns the rules for a path of the HTTP API, for every function that it reaches. */
export function apiPathRules({ byMethod }: ApiPath, errors: ErrorWriter) {
  const methods = [...byMethod.keys()];
  return { methods, allow: methods.join(', '), origin: 'cors', errors, ...API_CORS } as const;
}

const VARIABLE = /^\{(\w+)\}$/;

/**
 * Returns undefined for a path outside the HTTP API. A path without variables takes precedence over one with them, as
 * at the gateway.
 */
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
  const pieces = path.split('/');
  if (pieces.length !== parts.length) return undefined;
  const values: Record<string, string> = {};
  for (const [place, part] of parts.entries()) {
    const given = pieces[place] ?? '';
    const variable = VARIABLE.exec(part)?.[1];
    if (variable === undefined ? given !== part : given === '') return undefined;
    if (variable !== undefined) values[variable] = given;
  }
  return values;
}
