/** The shared parts of docs/openapi.json: headers, credentials, the envelope, and error responses. */
import { SCOPES, type Scope } from '../../../core/billing/accounts/scopes.ts';
import { TOKEN_PATH } from '../../../core/access/auth/discovery-documents.ts';
import { ERROR_CODES } from '../../../core/error-codes.ts';
import { errorEnvelope, type ErrorCode } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';

const integer = { type: 'integer' };
const integerOrNull = { type: ['integer', 'null'] };
const text = { type: 'string' };
const wholeSeconds = { type: 'string', pattern: '^[0-9]+$' };

/** Header components by header name. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'On every response, and in meta.request_id: quote it to support.',
    required: true,
    schema: { type: 'string', pattern: '^req_[A-Za-z0-9]{20}$' },
  },
  'RateLimit-Policy': {
    description:
      'The rate limit that applied: requests (q) per window of seconds (w), for all keys of the plan, a test key, or the network address.',
    schema: { type: 'string', pattern: '^"(plan|key|address)";q=[0-9]+;w=60$' },
    example: '"plan";q=600;w=60',
  },
  RateLimit: {
    description:
      'Remaining requests (r), and seconds until the window resets (t). Only a hint, because other requests count in the same window.',
    schema: { type: 'string', pattern: '^"(plan|key|address)";r=[0-9]+;t=[0-9]+$' },
    example: '"plan";r=587;t=41',
  },
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: wholeSeconds, example: '12' },
  'Idempotent-Replayed': {
    description: 'true when the request was billed before, with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  'WWW-Authenticate': {
    description: 'The challenge of RFC 6750: the problem with the credential, or the missing scope.',
    schema: text,
  },
  Allow: { description: 'The methods of the path.', schema: text },
} as const satisfies Readonly<Record<string, JsonObject>>;
type HeaderName = keyof typeof HEADERS;

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
      description: `An access token, valid for one hour, issued for the key by POST ${TOKEN_PATH} with HTTP Basic. Reuse it for that hour.`,
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
    'A name for this request, chosen by the client. For 24 hours, a repeat with the same key is billed only for cost beyond that of the first. ' +
    'The same key with another request is refused with 422.',
  schema: { type: 'string', pattern: '^(?:"[A-Za-z0-9_.:-]{8,128}"|[A-Za-z0-9_.:-]{8,128})$' },
  example: 'parts-2026-11-23-0001',
};

export const ENVELOPE_SCHEMAS = {
  UsageFigures: {
    description: 'Usage of the account after this request; null if it does not apply to the key.',
    type: 'object',
    properties: {
      tokens_billed: { description: 'By this request.', ...integer },
      tokens_used_this_period: integerOrNull,
      tokens_included: integerOrNull,
      records_estimate_remaining: integerOrNull,
    },
    required: ['tokens_billed', 'tokens_used_this_period', 'tokens_included', 'records_estimate_remaining'],
  },
  Budget: {
    description: 'The budget of this key and what is used of it, only from GET /v1/usage; null if it has none.',
    anyOf: [
      {
        type: 'object',
        properties: {
          every: { enum: ['day', 'period'], description: 'A UTC day or a billing period.' },
          tokens: { ...integerOrNull, description: 'Null: not bounded.' },
          tokens_used: integer,
          research_cents: { ...integerOrNull, description: 'Null: not bounded.' },
          research_used_cents: integer,
          resets_at: { ...text, format: 'date-time' },
        },
        required: ['every', 'tokens', 'tokens_used', 'research_cents', 'research_used_cents', 'resets_at'],
      },
      { type: 'null' },
    ],
  },
  Meta: {
    type: 'object',
    properties: {
      request_id: text,
      usage: { $ref: '#/components/schemas/UsageFigures' },
      replayed: { description: 'The request was billed before, with the same Idempotency-Key.', const: true },
      budget: { $ref: '#/components/schemas/Budget' },
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
            message: { description: 'What is wrong and how to fix it. The wording may change.', ...text },
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
          usage: { $ref: '#/components/schemas/UsageFigures', description: 'Present once the caller is known.' },
          replayed: {
            description: 'As in Meta: a repeat of a billed request may find nothing.',
            const: true,
          },
          advice: { description: 'What to do next for a part that was not found.', ...text },
        },
        required: ['request_id'],
      },
    },
    required: ['data', 'errors', 'meta'],
  },
} as const satisfies Readonly<Record<string, JsonObject>>;

/** Returns the error codes without those that only MCP or the dashboard uses. */
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
const MESSAGE_OF_GATEWAY = 'Under overload, the gateway itself answers with only {"message"}.';

/** Error responses by status. */
export const ERROR_RESPONSES = {
  400: {
    name: 'BadRequest',
    description: 'An invalid, missing or unknown value; too many parts; or a body that is not a JSON object.',
    codes: ['invalid_parameter', 'missing_parameter', 'batch_too_large', 'bad_request'],
    headers: RATE,
  },
  401: {
    name: 'Unauthorized',
    description: 'The credential is missing or invalid.',
    codes: ['unauthorized'],
    headers: ['WWW-Authenticate'],
  },
  402: {
    name: 'PaymentRequired',
    description: 'The plan, spending cap or payment state does not allow the request. Do not repeat it.',
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
      'Several parts match the requested one, and meta.advice names them; or another request made a conflicting change: try again.',
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
    description: `The rate limit is reached: wait for the seconds in Retry-After. ${MESSAGE_OF_GATEWAY}`,
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
    description: 'Any other error, such as 405 for a method that the path does not support.',
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
