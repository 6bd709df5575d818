/** What the endpoints of docs/openapi.json share: headers, credentials, the envelope, and the answers that are errors. */
import { SCOPES, type Scope } from '../../../core/accounts/scopes.ts';
import { TOKEN_PATH } from '../../../core/auth/discovery-documents.ts';
import { ERROR_CODES, errorEnvelope, type ErrorCode } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';

const integer = { type: 'integer' };
const integerOrNull = { type: ['integer', 'null'] };
const text = { type: 'string' };
const wholeSeconds = { type: 'string', pattern: '^[0-9]+$' };

/** By the name of the component, which is the header's. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'On every answer, and in meta.request_id: quote it to support.',
    required: true,
    schema: { type: 'string', pattern: '^req_[A-Za-z0-9]{20}$' },
  },
  'RateLimit-Policy': {
    description:
      'The limit that the request counted in: requests (q) in a window of seconds (w), of all keys of the plan, of a test key, or of the network address.',
    schema: { type: 'string', pattern: '^"(plan|key|address)";q=[0-9]+;w=60$' },
    example: '"plan";q=600;w=60',
  },
  RateLimit: {
    description:
      'What is left of it (r), and the seconds until it is whole again (t). A hint: other requests count in the same window.',
    schema: { type: 'string', pattern: '^"(plan|key|address)";r=[0-9]+;t=[0-9]+$' },
    example: '"plan";r=587;t=41',
  },
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: wholeSeconds, example: '12' },
  'Idempotent-Replayed': {
    description: 'true when the request was billed before, with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  'WWW-Authenticate': {
    description: 'The challenge of RFC 6750: what is wrong with the credential, or the scope that it lacks.',
    schema: text,
  },
  Allow: { description: 'The methods of the path.', schema: text },
} as const satisfies Readonly<Record<string, JsonObject>>;
export type HeaderName = keyof typeof HEADERS;

export function headerRefs(...names: readonly HeaderName[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'items:read': 'Look up items',
  'items:search': 'Search items',
  'catalogs:read': 'Read catalogs',
  'usage:read': 'See usage',
  'enrich:write': 'Request research, which is charged when a part is found',
};

export function securitySchemes(baseUrl: string): JsonObject {
  return {
    key: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'client id:client secret',
      description: 'The key itself: its client id, a colon and its secret.',
    },
    token: {
      type: 'oauth2',
      description: `An access token of an hour, issued for the key by POST ${TOKEN_PATH} with HTTP Basic. Keep it for its hour.`,
      flows: {
        clientCredentials: {
          tokenUrl: `${baseUrl}${TOKEN_PATH}`,
          scopes: Object.fromEntries(SCOPES.map((scope) => [scope, SCOPE_WORDS[scope]])),
        },
      },
    },
  };
}

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A name for this request, chosen by the client. For 24 hours a repeat of the request with it is billed only for what it costs beyond the first. ' +
    'With another request it is 422.',
  schema: { type: 'string', pattern: '^(?:"[A-Za-z0-9_.:-]{8,128}"|[A-Za-z0-9_.:-]{8,128})$' },
  example: 'parts-2026-11-23-0001',
};

export const ENVELOPE_SCHEMAS = {
  UsageFigures: {
    description: 'Figures of the account after this request; null where the key has none.',
    type: 'object',
    properties: {
      tokens_billed: { description: 'By this request.', ...integer },
      tokens_used_this_period: integerOrNull,
      tokens_included: integerOrNull,
      records_estimate_remaining: integerOrNull,
    },
    required: ['tokens_billed', 'tokens_used_this_period', 'tokens_included', 'records_estimate_remaining'],
  },
  Meta: {
    type: 'object',
    properties: {
      request_id: text,
      usage: { $ref: '#/components/schemas/UsageFigures' },
      replayed: { description: 'The request was billed before, with the same Idempotency-Key.', const: true },
    },
    required: ['request_id', 'usage'],
  },
  ErrorAnswer: {
    type: 'object',
    properties: {
      data: { type: 'null' },
      errors: {
        type: 'array',
        minItems: 1,
        maxItems: 1,
        items: {
          type: 'object',
          properties: {
            code: { type: 'string', enum: apiCodes() },
            message: { description: 'What is wrong and how to mend it. Its words may change.', ...text },
            field: { description: 'The parameter, member or header that is wrong.', type: ['string', 'null'] },
            doc_url: text,
            retry_after_seconds: { description: 'With rate_limited.', ...integer },
            upgrade_url: { description: 'With trial_limit_reached.', ...text },
          },
          required: ['code', 'message', 'field', 'doc_url'],
        },
      },
      meta: {
        type: 'object',
        properties: {
          request_id: text,
          usage: { $ref: '#/components/schemas/UsageFigures', description: 'Once the caller is known.' },
          replayed: {
            description: 'As with what is served: a repeat of a billed request may find nothing.',
            const: true,
          },
          advice: { description: 'What to do about a part that was not found.', ...text },
        },
        required: ['request_id'],
      },
    },
    required: ['data', 'errors', 'meta'],
  },
} as const satisfies Readonly<Record<string, JsonObject>>;

/** MCP's word for a missing scope, and those of the dashboard, are never here. */
function apiCodes(): readonly ErrorCode[] {
  const elsewhere: readonly ErrorCode[] = ['insufficient_scope', 'validation_failed', 'csrf_invalid'];
  return (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => !elsewhere.includes(code));
}

interface ErrorResponse {
  readonly name: string;
  readonly description: string;
  readonly codes: readonly ErrorCode[];
  readonly headers: readonly HeaderName[];
}

const RATE = ['RateLimit-Policy', 'RateLimit'] as const;
const MESSAGE_OF_GATEWAY = 'The gateway itself, under a flood of all callers, answers {"message"} alone.';

/** The answers that are errors, by status. */
export const ERROR_RESPONSES = {
  400: {
    name: 'BadRequest',
    description:
      'A value that cannot be used, is missing or is unknown; too many parts; a body that is not a JSON object.',
    codes: ['invalid_parameter', 'missing_parameter', 'batch_too_large', 'bad_request'],
    headers: RATE,
  },
  401: {
    name: 'Unauthorized',
    description: 'No credential, or one that is not valid.',
    codes: ['unauthorized'],
    headers: ['WWW-Authenticate'],
  },
  402: {
    name: 'PaymentRequired',
    description: 'The plan, the spending cap or the payment does not allow it. Do not repeat the request.',
    codes: codesOf(402),
    headers: RATE,
  },
  403: {
    name: 'Forbidden',
    description: 'A scope is missing, the account is not active, or the page’s origin is not allowed.',
    codes: ['forbidden', 'origin_not_allowed'],
    headers: ['WWW-Authenticate', ...RATE],
  },
  404: {
    name: 'NotFound',
    description: 'No such part, item, catalog, request or path. Free.',
    codes: ['not_found'],
    headers: [...RATE, 'Idempotent-Replayed'],
  },
  409: {
    name: 'Conflict',
    description:
      'Several parts are written like the one asked for, which meta.advice names; or another request changed the same thing at this moment: ask again.',
    codes: ['conflict'],
    headers: RATE,
  },
  413: {
    name: 'ContentTooLarge',
    description: 'The body is larger than 65,536 bytes.',
    codes: ['bad_request'],
    headers: RATE,
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is not application/json, or is compressed.',
    codes: ['bad_request'],
    headers: RATE,
  },
  422: {
    name: 'Unprocessable',
    description: 'The Idempotency-Key belongs to another request, or research was requested by GTIN only.',
    codes: ['unprocessable'],
    headers: RATE,
  },
  429: {
    name: 'TooManyRequests',
    description: `The rate is used up: wait the seconds of Retry-After. ${MESSAGE_OF_GATEWAY}`,
    codes: ['rate_limited'],
    headers: ['Retry-After', ...RATE],
  },
  500: {
    name: 'InternalError',
    description: `An error of the service. Repeat the request after a pause, with the same Idempotency-Key. ${MESSAGE_OF_GATEWAY}`,
    codes: ['internal_error'],
    headers: [],
  },
  default: {
    name: 'OtherError',
    description: 'Any other error: 405 for a method that the path does not have.',
    codes: ['method_not_allowed'],
    headers: ['Allow'],
  },
} as const satisfies Readonly<Record<string, ErrorResponse>>;
export type ErrorStatus = keyof typeof ERROR_RESPONSES;

function codesOf(status: number): readonly ErrorCode[] {
  return apiCodes().filter((code) => ERROR_CODES[code].httpStatus === status);
}

export function errorResponse(status: ErrorStatus, docsBaseUrl: string): JsonObject {
  const { description, codes, headers }: ErrorResponse = ERROR_RESPONSES[status];
  const [first] = codes;
  if (first === undefined) throw new Error('An error has a code.');
  const example = errorEnvelope(
    {
      code: first,
      message: ERROR_CODES[first].fix.replaceAll('`', ''),
      ...(first === 'rate_limited' && { retryAfterSeconds: 12 }),
    },
    docsBaseUrl,
    'req_0a1b2c3d4e5f6g7h8i9j',
  );
  const known = { properties: { errors: { items: { properties: { code: { enum: codes } } } } } };
  return {
    description,
    headers: headerRefs('X-Request-Id', ...headers),
    content: {
      'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/ErrorAnswer' }, known] }, example },
    },
  };
}
