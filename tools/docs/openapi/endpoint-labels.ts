/**
 * Names, descriptions and example answers of the endpoints in docs/openapi.json. Example requests are those of the
 * tools (core/api/front-door/tool-examples.ts).
 */
import { TOOL_EXAMPLES } from '../../../core/api/front-door/tool-examples.ts';
import { apiName, ENDPOINT_TOOLS } from '../../../core/api/http-api/endpoints.ts';
import type { ApiRoute } from '../../../core/api/http-api/api-routes.ts';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';

export interface EndpointLabels {
  /** The name of the call in generated clients. */
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** The name of the schema of `data`. */
  readonly answer: string;
  readonly example: unknown;
  /** Statuses in addition to those of its kind (openapi-document.ts). */
  readonly statuses: readonly (202 | 404 | 409)[];
  /** The status of the example request. */
  readonly exampleStatus?: 202;
}

export const TAGS = {
  Items: 'Items of the index. Billed by the size of the returned items; a miss is free.',
  Research: 'Parts that the index lacks. A part is charged once, and only when it is found.',
  Catalogs: 'Catalogs uploaded in the dashboard, and how their rows matched. Free.',
  Usage: 'The plan and its usage. Free.',
} as const;
type Tag = keyof typeof TAGS;

const ITEM = { id: 'itm_0a1b2c3d', title: 'LM317T, adjustable regulator, 1.5 A', confidence: 97 };
const CHECK_BACK = '2026-11-23T12:02:00Z';
const NO_RESULT = 'No part of this manufacturer has this part number. Search for its words, or request research.';
const QUEUED = {
  status: 'queued',
  item: null,
  enrich_price: '0.15',
  charged_only_if_found: true,
  check_back_after: CHECK_BACK,
  error_code: null,
  message: null,
};

export const ENDPOINT_LABELS: Readonly<Record<ApiRoute, EndpointLabels>> = {
  'GET /v1/items/lookup': {
    operationId: 'lookUpPart',
    tag: 'Items',
    summary: 'Look up one part',
    description:
      'The short form of an item, by manufacturer and part number or by GTIN. It never returns a different part. A part that is not found ' +
      'is 404 and free; meta.advice suggests the next step. With queue=true, it is queued for research (202).',
    answer: 'Part',
    example: { found: true, item: ITEM },
    statuses: [202, 404, 409],
  },
  'POST /v1/items/lookup': {
    operationId: 'lookUpParts',
    tag: 'Items',
    summary: 'Look up many parts',
    description:
      'Up to 50 parts in one request (fewer on some plans). found and not_found give the position of each part in items, from 0. Each item is billed once.',
    answer: 'Parts',
    example: { found: [{ input_index: 0, item: ITEM }], not_found: [{ input_index: 1, message: NO_RESULT }] },
    statuses: [],
  },
  'GET /v1/items/search': {
    operationId: 'searchItems',
    tag: 'Items',
    summary: 'Search items',
    description: 'Items by words, manufacturer or UNSPSC code, at least one of them; at most 25 per page.',
    answer: 'SearchPage',
    example: { items: [ITEM], has_more: false, next_cursor: null },
    statuses: [],
  },
  'GET /v1/items/{item_id}': {
    operationId: 'getItem',
    tag: 'Items',
    summary: 'Get a full item',
    description: 'All stored fields of an item. Items can be long: select fields to read and pay for only those.',
    answer: 'FullItem',
    example: { item: { id: ITEM.id, attributes: { lifecycle: { status: 'active' } } } },
    statuses: [404],
  },
  'GET /v1/catalogs': {
    operationId: 'listCatalogs',
    tag: 'Catalogs',
    summary: 'List catalogs',
    description: 'The catalogs of the account, newest first.',
    answer: 'CatalogPage',
    example: {
      catalogs: [{ id: 'cat_0a1b2c3d', name: 'parts.csv', status: 'complete', rows: { total: 1200 } }],
      next_cursor: null,
    },
    statuses: [],
  },
  'GET /v1/catalogs/{catalog_id}/rows': {
    operationId: 'listCatalogRows',
    tag: 'Catalogs',
    summary: 'List the rows of a catalog',
    description: 'The rows of a catalog in the order of its file, each with its outcome and the item that it matched.',
    answer: 'CatalogRows',
    example: {
      catalog_id: 'cat_0a1b2c3d',
      rows: [{ row: 7, outcome: 'not_found', supplier: 'Norvane', supplier_part_number: 'NV-9000', item: null }],
      next_cursor: null,
    },
    statuses: [404],
  },
  'GET /v1/usage': {
    operationId: 'getUsage',
    tag: 'Usage',
    summary: 'Get usage',
    description: 'Included, used and remaining tokens of this period, and the spending cap.',
    answer: 'Usage',
    example: {
      sandbox: false,
      dashboard_url: 'https://dashboard.example/dashboard',
      plan_code: 'growth',
      plan_name: 'Growth',
      period_start: '2026-11-01',
      period_end: '2026-12-01',
      tokens_used: 120_000,
      tokens_included: 500_000,
      tokens_overage: 0,
      records_estimate_remaining: 2500,
      spending_cap_cents: 50_000,
      days_left: 8,
      message: null,
    },
    statuses: [],
  },
  'POST /v1/enrichment': {
    operationId: 'requestResearch',
    tag: 'Research',
    summary: 'Request research of parts',
    description:
      'Requests research of up to 10 parts: 202 if at least one was queued, otherwise 200. Requesting a queued part again is free and has no effect.',
    answer: 'ResearchAnswer',
    example: { results: [{ input_index: 0, ...QUEUED }] },
    statuses: [202, 409],
    exampleStatus: 202,
  },
  'GET /v1/enrichment': {
    operationId: 'getResearch',
    tag: 'Research',
    summary: 'Get a request for research',
    description: 'The state of the account’s own request for a part. Free.',
    answer: 'ResearchState',
    example: {
      state: 'queued',
      requested_at: '2026-11-23T12:00:00Z',
      check_back_after: CHECK_BACK,
      settled_at: null,
      item_id: null,
      charged: false,
    },
    statuses: [404],
  },
};

/** `data` of a look-up with status 202. */
export const RESEARCHING_EXAMPLE = {
  found: false,
  item: null,
  status_url: 'https://api.example/v1/enrichment?manufacturer=Norvane&mpn=NV-9000',
  research: QUEUED,
};

/** Returns the example request with the names of the HTTP API. */
export function exampleRequest(route: ApiRoute): JsonObject {
  return inApiNames(exampleArguments(route)) as JsonObject;
}

/** The example that reads the state of a request uses the same part as the example that makes the request. */
function exampleArguments(route: ApiRoute): JsonObject {
  const { name } = ENDPOINT_TOOLS[route];
  const example = TOOL_EXAMPLES[name];
  if (example !== undefined) return example.arguments;
  const [part] = exampleArguments('POST /v1/enrichment')['items'] as readonly JsonObject[];
  if (part === undefined) throw new Error('The example asks for a part.');
  return part;
}

function inApiNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inApiNames);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [apiName(name), inApiNames(member)]));
}

/** Descriptions of answer members whose names are not self-explanatory. */
export const MEMBER_LABELS: Readonly<Record<string, string>> = {
  check_back_after: 'When to check again: the result is available by then.',
  charged: 'Whether the part was charged.',
  charged_only_if_found: 'Always true: a part that is not found is free.',
  enrich_price: 'In USD, as decimal text.',
  has_more: 'Whether more is known to follow.',
  input_index: 'Position of the part in items, from 0.',
  item: 'Null if there is none.',
  message: 'What to do next, or a note.',
  next_cursor: 'Send it as cursor for the next page; null on the last.',
  records_estimate_remaining: 'An estimate; null if unlimited.',
  sandbox: 'True for a test key: nothing is billed.',
  status_url: 'URL of the state of the request.',
  tokens_overage: 'Tokens beyond the included ones.',
};

/** Descriptions of parameters whose tool descriptions mention other tools. */
export const PARAMETER_LABELS: Readonly<Record<string, string>> = {
  item_id: 'Item id (itm_…) from a look-up or search.',
  queue: 'Queue a part that is not found for research; it is charged once if research finds it. Default false.',
};
