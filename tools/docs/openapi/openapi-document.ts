/**
 * Generates docs/openapi.json, the HTTP API as OpenAPI 3.1, from the endpoints, the tools' schemas and the error
 * catalog: `npm run docs:openapi`. GET /v1/openapi.json serves it, and /docs/api shows it.
 */
import { API_ROUTES, type ApiRoute } from '../../../core/api/http-api/api-routes.ts';
import { ENDPOINT_TOOLS, METERED_ROUTES, QUEUEING_ROUTE } from '../../../core/api/http-api/endpoints.ts';
import type { JsonObject } from '../../../core/json.ts';
import { OUR_NAME } from '../../../core/service-face.ts';
import { SERVER_INFO } from '../../../core/api/mcp/server-info.ts';
import { inputSchema, itemSchemas, outputSchema } from './api-schemas.ts';
import { curlCommand } from './curl-command.ts';
import {
  ENDPOINT_LABELS,
  exampleRequest,
  PARAMETER_LABELS,
  RESEARCHING_EXAMPLE,
  TAGS,
  type EndpointLabels,
} from './endpoint-labels.ts';
import {
  ENVELOPE_SCHEMAS,
  ERROR_RESPONSES,
  errorResponse,
  headerRefs,
  HEADERS,
  IDEMPOTENCY_KEY,
  securitySchemes,
  type ErrorStatus,
} from './shared-parts.ts';

interface Addresses {
  readonly baseUrl: string;
  readonly supportEmail: string;
}

export function openApiText(addresses: Addresses): string {
  return `${JSON.stringify(openApiDocument(addresses), undefined, 2)}\n`;
}

function openApiDocument({ baseUrl, supportEmail }: Addresses): JsonObject {
  const statuses = Object.keys(ERROR_RESPONSES) as `${ErrorStatus}`[];
  return {
    openapi: '3.1.0',
    info: {
      title: `${OUR_NAME} HTTP API`,
      version: SERVER_INFO.version,
      description:
        'Product data for programs, with the items, billing and limits of the MCP server. Within /v1, members, parameters and values are only ' +
        'added: ignore unknown ones.',
      contact: { email: supportEmail },
    },
    externalDocs: {
      description: 'The same for human readers, with a command for each endpoint',
      url: `${baseUrl}/docs/api`,
    },
    servers: [{ url: baseUrl }],
    security: [{ key: [] }, { token: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: pathsOf(baseUrl),
    components: {
      securitySchemes: securitySchemes(baseUrl),
      parameters: { 'Idempotency-Key': IDEMPOTENCY_KEY },
      headers: HEADERS,
      responses: Object.fromEntries(
        statuses.map((status) => {
          const known = status as unknown as ErrorStatus;
          return [ERROR_RESPONSES[known].name, errorResponse(known, baseUrl)];
        }),
      ),
      schemas: { ...itemSchemas(), ...answerSchemas(), ...ENVELOPE_SCHEMAS },
    },
  };
}

function pathsOf(baseUrl: string): JsonObject {
  const paths = [...new Set(API_ROUTES.map(pathOf))];
  return Object.fromEntries(
    paths.map((path) => {
      const routes = API_ROUTES.filter((route) => pathOf(route) === path);
      return [path, Object.fromEntries(routes.map((route) => [methodOf(route), operation(route, baseUrl)]))];
    }),
  );
}

function operation(route: ApiRoute, baseUrl: string): JsonObject {
  const { operationId, tag, summary, description, exampleStatus = 200 } = ENDPOINT_LABELS[route];
  const { scope } = ENDPOINT_TOOLS[route];
  const parameters = [
    ...parametersOf(route),
    ...(METERED_ROUTES.has(route) ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
  ];
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: [{ key: [scope] }, { token: [scope] }],
    ...(parameters.length > 0 && { parameters }),
    ...(isPost(route) && { requestBody: bodyOf(route) }),
    responses: responsesOf(route),
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curlCommand(route, baseUrl), 'x-status': exampleStatus }],
  };
}

function parametersOf(route: ApiRoute): readonly JsonObject[] {
  if (isPost(route)) return [];
  const { properties = {}, required = [] } = inputSchema(ENDPOINT_TOOLS[route].input) as {
    readonly properties?: Readonly<Record<string, JsonObject>>;
    readonly required?: readonly string[];
  };
  const example = exampleRequest(route);
  const queue = route === QUEUEING_ROUTE ? { queue: { type: 'boolean' } } : {};
  return Object.entries<JsonObject>({ ...properties, ...queue }).map(([name, { description, ...schema }]) => {
    const isInPath = route.includes(`{${name}}`);
    return {
      name,
      in: isInPath ? 'path' : 'query',
      description: PARAMETER_LABELS[name] ?? description,
      ...((isInPath || required.includes(name)) && { required: true }),
      ...(schema['type'] === 'array' && { style: 'form', explode: false }),
      schema,
      ...(name in example && { example: example[name] }),
    };
  });
}

function bodyOf(route: ApiRoute): JsonObject {
  const example = exampleRequest(route);
  return {
    required: true,
    content: { 'application/json': { schema: inputSchema(ENDPOINT_TOOLS[route].input), example } },
  };
}

/**
 * Adds the statuses of the endpoint's kind: metered endpoints have payment and idempotency errors, endpoints with a
 * body have body errors.
 */
function responsesOf(route: ApiRoute): JsonObject {
  const { statuses, example } = ENDPOINT_LABELS[route];
  const isMetered = METERED_ROUTES.has(route);
  const queues = (statuses as readonly number[]).includes(202);
  const errors: readonly ErrorStatus[] = [
    400,
    401,
    ...(isMetered ? [402 as const] : []),
    403,
    ...statuses.filter((status) => status !== 202),
    ...(isPost(route) ? ([413, 415] as const) : []),
    ...(isMetered ? [422 as const] : []),
    429,
    500,
    'default',
  ];
  const served = answerOf(route, nameOfAnswer(route), 'Served.', example);
  const queued =
    route === QUEUEING_ROUTE
      ? answerOf(route, 'PartUnderResearch', 'Not found; research is queued or running.', RESEARCHING_EXAMPLE, true)
      : answerOf(route, nameOfAnswer(route), 'At least one part was queued.', example, true);
  return {
    200:
      queues && route !== QUEUEING_ROUTE ? answerOf(route, nameOfAnswer(route), 'Served; nothing was queued.') : served,
    ...(queues && { 202: queued }),
    ...Object.fromEntries(
      errors.map((status) => [status, { $ref: `#/components/responses/${ERROR_RESPONSES[status].name}` }]),
    ),
  };
}

function answerOf(route: ApiRoute, schema: string, description: string, data?: unknown, isQueued = false): JsonObject {
  const isMetered = METERED_ROUTES.has(route);
  const usage = {
    tokens_billed: isMetered && !isQueued ? 45 : 0,
    tokens_used_this_period: 120_000,
    tokens_included: 500_000,
    records_estimate_remaining: 2500,
  };
  return {
    description,
    headers: headerRefs(
      'X-Request-Id',
      'RateLimit-Policy',
      'RateLimit',
      ...(isQueued ? (['Retry-After'] as const) : []),
      ...(isMetered ? (['Idempotent-Replayed'] as const) : []),
    ),
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            data: { $ref: `#/components/schemas/${schema}` },
            errors: { type: 'array', maxItems: 0 },
            meta: { $ref: '#/components/schemas/Meta' },
          },
          required: ['data', 'errors', 'meta'],
        },
        ...(data !== undefined && {
          example: { data, errors: [], meta: { request_id: 'req_0a1b2c3d4e5f6g7h8i9j', usage } },
        }),
      },
    },
  };
}

function answerSchemas(): JsonObject {
  const schemas = Object.fromEntries(
    API_ROUTES.map((route) => [nameOfAnswer(route), outputSchema(ENDPOINT_TOOLS[route].output())]),
  );
  return {
    ...schemas,
    ...lookupSchemas(schemas[nameOfAnswer(QUEUEING_ROUTE)], schemas[nameOfAnswer('POST /v1/enrichment')]),
  };
}

/** A look-up has one schema per status: found, or queued with the schema of a research result without `input_index`. */
function lookupSchemas(part: JsonObject | undefined, research: JsonObject | undefined): JsonObject {
  const found = part?.['properties'] as JsonObject;
  const results = (research?.['properties'] as JsonObject | undefined)?.['results'] as { readonly items: JsonObject };
  const { input_index: _place, ...entry } = results.items['properties'] as JsonObject;
  const required = (results.items['required'] as readonly string[]).filter((name) => name !== 'input_index');
  return {
    [nameOfAnswer(QUEUEING_ROUTE)]: {
      type: 'object',
      properties: { ...found, found: { const: true }, item: { $ref: '#/components/schemas/Item' } },
      required: ['found', 'item'],
    },
    PartUnderResearch: {
      type: 'object',
      properties: {
        found: { const: false },
        item: { type: 'null' },
        status_url: { type: 'string', description: 'URL of the state of the request.' },
        research: { type: 'object', properties: entry, required },
      },
      required: ['found', 'item', 'status_url', 'research'],
    },
  };
}

function nameOfAnswer(route: ApiRoute): EndpointLabels['answer'] {
  return ENDPOINT_LABELS[route].answer;
}

function pathOf(route: ApiRoute): string {
  return route.slice(route.indexOf(' ') + 1);
}

function methodOf(route: ApiRoute): string {
  return route.slice(0, route.indexOf(' ')).toLowerCase();
}

function isPost(route: ApiRoute): boolean {
  return route.startsWith('POST ');
}
